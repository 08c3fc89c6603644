import { describe, expect, it } from "vitest";
import { ClaimScanner } from "../../src/answers/model/claim-scanner.ts";
import { readClaims } from "../../src/answers/model/task.ts";

const CLAIMS = [
  { text: 'One with } and { and "quotes" and a backslash \\.', citations: [{ id: "s1", quote: "five words of a span" }] },
  { text: "Two 🙂 ü", citations: [] },
];
const ANSWER = JSON.stringify({ claims: CLAIMS });

/** What is found in a text that comes in pieces of a size. */
function scanned(text: string, size: number) {
  const scanner = new ClaimScanner();
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
  return pieces.flatMap((piece) => scanner.read(piece));
}

describe("claims in an answer that is being written", () => {
  it.each<[string, string]>([
    ["plain", ANSWER],
    ["indented", JSON.stringify({ claims: CLAIMS }, null, 2)],
    ["in a fence, with words around it", `Sure!\n\`\`\`json\n${ANSWER}\n\`\`\`\nDone.`],
    ["after reasoning that tries the form out", `<think>{"claims": [{"text": "no", "citations": []}]}</think>${ANSWER}`],
  ])("are those of the whole answer, however it is cut: %s", (_, answer) => {
    expect(readClaims(answer, 5)).toEqual(CLAIMS);
    for (const size of [1, 2, 3, 7, 50, answer.length]) expect(scanned(answer, size)).toEqual(CLAIMS);
  });

  it("are found as soon as they are closed", () => {
    const scanner = new ClaimScanner();
    const end = ANSWER.indexOf("},{") + 1;
    expect(scanner.read(ANSWER.slice(0, end - 1))).toEqual([]);
    expect(scanner.read(ANSWER.slice(end - 1, end))).toEqual([CLAIMS[0]]);
  });

  it("of another form are null, and text without claims has none", () => {
    expect(scanned('{"claims": [{"text": 1}, {"text": "x", "citations": []}]}', 4)).toEqual([null, { text: "x", citations: [] }]);
    for (const text of ["", "Sure!", "<think>{", '{"claim": [{"text": "x", "citations": []}]}'])
      expect(scanned(text, 3)).toEqual([]);
  });
});
