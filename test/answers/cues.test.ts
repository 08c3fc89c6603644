import { expect, it } from "vitest";
import { isTitleOf, tellsLimit } from "../../src/answers/extractive/cues.ts";

it.each([
  ["However, gains vanish on longer documents.", true],
  ["Despite their size, models struggle with negation.", true],
  ["There is still much room for improvement.", true],
  ["The method needs no labels but is sensitive to noise.", true],
  ["It can be trained without annotations.", false],
  ["Accuracy rises by 3 points.", false],
])("a sentence tells a limit where it says what fails or where something ends: %s", (text, tells) => {
  expect(tellsLimit(text)).toBe(tells);
});

it.each([
  ["A Near Real-World Benchmark for Offline Learning", true],
  ["Game Dataset from Matches and its Benchmarks", true],
  ["Accelerating Online Learning with Offline Datasets", false],
  ["Learning to Parse from Small Corpora", false],
  ["Accelerating Online Learning with an Offline Dataset", false],
  ["Testing Models via Three New Benchmarks", true],
])("a title names data as what its paper is about, not as what it used: %s", (title, names) => {
  expect(isTitleOf(title, "dataset")).toBe(names);
});
