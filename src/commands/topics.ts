import { Command, InvalidArgumentError, Option } from "commander";
import type { BuildProgress } from "../topics/build.ts";
import { withLibrary } from "./library.ts";
import { print, say, table } from "./output.ts";

export function topicsCommand(): Command {
  const topics = new Command("topics").description(
    "what the library is about: groups of its papers with names, sizes and growth",
  );
  topics
    .command("build")
    .description("group the papers by their vectors and name the groups; ids stay where the papers do")
    .option("--topics <n>", "how many at the most, 2 to 5,000; default: the square root of the number of papers", whole(2, 5_000))
    .option("--seed <n>", "the same seed gives the same topics", whole(0, 2 ** 32 - 1), 1)
    .option("--fresh", "seek the groups anew instead of beginning from the former ones")
    .option("--json", "print JSON")
    .action(async (options: { topics?: number; seed: number; fresh?: boolean; json?: boolean }) => {
      const { buildTopics } = await import("../topics/build.ts");
      await withLibrary(async (library) => {
        const started = performance.now();
        const { set, ...ids } = await buildTopics(library, { ...options, onProgress: progressLines() });
        const { papers_per_year: _, ...build } = set.build;
        const result = { ...build, ids, seconds: Math.round((performance.now() - started) / 100) / 10 };
        print(result, options, () =>
          [
            `${build.papers} papers in ${build.topics} topics, in ${result.seconds} s; ${build.without_vector} papers have no vector and are in none.`,
            `Ids: ${ids.kept} kept of ${ids.before}, ${ids.minted} new.`,
          ].join("\n"),
        );
      });
    });
  return topics;
}

/** A line for each step, and one each ten seconds within a step. */
function progressLines(): (progress: BuildProgress) => void {
  let [step, at] = ["", 0];
  return (progress) => {
    if (progress.step === step && Date.now() - at < 10_000) return;
    [step, at] = [progress.step, Date.now()];
    say(progress.total > 1 ? `${step}: ${progress.done} of ${progress.total}${step === "grouping" ? " %" : ""}` : step);
  };
}

function whole(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/u.test(text) || number < min || number > max)
      throw new InvalidArgumentError(`It must be a whole number, ${min} to ${max}.`);
    return number;
  };
}
