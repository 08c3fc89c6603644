import { forumOf, numberIn, OTHER, titleOf, type World } from "./world.ts";

/** `/notes?id=…&details=replies`; every 13th forum is with the older version of the API, and every 17th is withdrawn on odd days. */
export const openReviewWorld: World = {
  name: "openreview",
  answer(url, _, day) {
    const paper = numberIn(url.searchParams.get("id"));
    const isKnown = paper >= 0 && paper % 13 !== 5;
    return { json: { notes: isKnown ? [note(paper, day)] : [], count: isKnown ? 1 : 0 } };
  },
  otherAnswer: (_, day) => ({ json: { notes: [note(OTHER, day)], count: 1 } }),
};

function note(paper: number, day: number): object {
  const invitation = (name: string): string[] => [`ICLR.cc/2024/Conference/Submission${paper}/-/${name}`];
  const review = (rating: string) => ({ invitations: invitation("Official_Review"), content: { rating: { value: rating } } });
  const isWithdrawn = paper % 17 === 3 && day % 2 === 1;
  return {
    id: forumOf(paper),
    content: {
      title: { value: titleOf(paper) },
      venue: { value: "ICLR 2024 poster" },
      venueid: { value: `ICLR.cc/2024/Conference${isWithdrawn ? "/Withdrawn_Submission" : ""}` },
    },
    details: {
      replies: [
        review(`${1 + (paper % 10)}: a rating`),
        review(`${1 + ((paper + day) % 10)}: another`),
        ...(paper % 7 === 0
          ? []
          : [
              {
                invitations: invitation("Decision"),
                content: { decision: { value: paper % 2 === 0 ? "Accept (poster)" : "Reject" } },
                cdate: Date.parse("2024-01-16T10:00:00Z"),
              },
            ]),
      ],
    },
  };
}
