import { z } from "zod";
import { isCalendarDate } from "../../src/documents/dates.ts";
import { parseExternalId } from "../../src/documents/ids.ts";
import { citedBySignal, citingDay } from "./cited-by.ts";
import type { Work } from "./openalex-shape.ts";

/** What a work cites, as it is kept with the look at it. */
export const References = z.object({
  /** The OpenAlex id of the citing work. */
  citing: z.string(),
  /** What it is called by: its DOI where it has one, else the same id. */
  name: z.string(),
  title: z.string(),
  /** The day that it speaks for, `YYYY-MM-DD`. */
  day: z.string(),
  /** OpenAlex ids of the cited works, sorted. */
  cited: z.array(z.string()),
});
export type References = z.output<typeof References>;

/** Ids of one work that are kept: surveys cite hundreds, lists that were put together by mistake tens of thousands. */
const MAX_REFERENCES = 2_000;
/** Titles in statements are at most so long. */
const MAX_TITLE_LENGTH = 900;

/** What a work of OpenAlex cites. Pure. */
export function referencesOf(work: Work): References {
  const own = parseExternalId(work.id, "openalex")?.value ?? work.id;
  const title = work.display_name ?? work.title ?? "";
  const [published, updated] = [work.publication_date ?? "", (work.updated_date ?? "").slice(0, 10)];
  const cited = (work.referenced_works ?? []).flatMap((id) => parseExternalId(id, "openalex")?.value ?? []);
  return {
    citing: own,
    name: parseExternalId(work.doi ?? "", "doi")?.value ?? own,
    title: title.length <= MAX_TITLE_LENGTH ? title : `${title.slice(0, MAX_TITLE_LENGTH - 1)}…`,
    day: citingDay(isCalendarDate(published) ? published : null, isCalendarDate(updated) ? updated : null),
    cited: [...new Set(cited)]
      .filter((id) => id !== own)
      .sort()
      .slice(0, MAX_REFERENCES),
  };
}

/** The signal that a work cites the paper that OpenAlex knows as `cited`. Pure. */
export function openAlexCitation({ citing, name, title, day }: References, cited: string, paperId: string) {
  const source = { name: "OpenAlex", url: `https://openalex.org/${citing}`, license: "CC0 1.0" };
  return citedBySignal({ citing: name, title, cited, paperId, observedAt: day, source });
}
