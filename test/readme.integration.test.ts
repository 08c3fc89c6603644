import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { askCanvas } from "../src/answers/answer.ts";
import { answerText } from "../src/answers/render/terminal.ts";
import type { CanvasAnswer } from "../src/answers/schema.ts";
import { compose } from "../src/compose.ts";
import { loadConfig } from "../src/config.ts";
import type { Library } from "../src/retrieval/library.ts";
import { folderPlace } from "./access/places.ts";
import { loadSample } from "./support/sample-library.ts";

const MAX_TRIES = 8;
/** Longer than a reader that was late is not asked. */
const PAUSE_MS = 3_200;

/** Without markup and line breaks. */
const plain = (text: string) =>
  text
    .replaceAll(/^>\s?/gmu, "")
    .replaceAll(/[*_]{2}|\s+[-•–]\s(?=[A-Z])/gu, " ")
    .replaceAll(/\s+/gu, " ");

it("the README shows the answer that the sample gives: every sentence, the count and the counter-evidence", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const shown = readme.split("\n## A real answer\n")[1]!.split("\nFrom the bundled sample")[0]!;
  const question = /\*\*(.+\?)\*\*/u.exec(shown)![1]!;
  await using place = await folderPlace();
  await using library = await compose(loadConfig(place.settings));
  await loadSample(library);
  const answer = await wholeAnswer(library, question);
  const whole = plain(answerText(answer));
  const quotes = [...plain(shown).matchAll(/“[^”]+”/gu)].map(([quote]) => quote);
  expect(quotes.length).toBe(
    answer.answer.sentences.filter(({ text }) => text.includes("“")).length + answer.counter_evidence.length,
  );
  for (const quote of quotes) expect(whole).toContain(quote);
  expect(plain(shown)).toContain(answer.answer.sentences[0]!.text);
  expect(plain(shown)).toContain(answer.support!.sentence);
}, 120_000);

/** On a busy machine the model that reads sentences may be late: asked again, it is not. */
async function wholeAnswer(library: Library, query: string): Promise<CanvasAnswer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await askCanvas(library, { query, mode: "corpus", time_scope: "all", account: "test" });
    if (answer.degraded.length === 0 || tries === MAX_TRIES) return answer;
    await sleep(PAUSE_MS);
  }
}
