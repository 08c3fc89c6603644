import { describe, expect, test } from "vitest";
import { askedKind } from "../../src/answers/recorded/kinds.ts";
import { signal } from "../support/documents.ts";

describe("records about errata", () => {
  const revision = signal({ signal_id: "s", kind: "erratum", title: "Revision 2 of P19-1001" });
  const erratum = signal({ signal_id: "s", kind: "erratum", title: "Erratum P19-1155e1" });

  test("leave out revised versions where errata are asked for by name", () => {
    const { holds } = askedKind("erratum", "Which papers of ACL 2019 have errata?");
    expect([holds(erratum), holds(revision)]).toEqual([true, false]);
  });

  test("are all kinds of corrections where those are asked for", () => {
    const { holds } = askedKind("erratum", "Have any corrections been published to papers on BERT?");
    expect([holds(erratum), holds(revision)]).toEqual([true, true]);
  });
});
