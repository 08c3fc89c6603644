import { Command, Option } from "commander";
import type { BuildProgress } from "../topics/build.ts";
import { TOPIC_SORTS, type TopicList } from "../topics/list.ts";
import { nonBlank } from "./ask.ts";
import { withLibrary } from "./library.ts";
import { print, say, table } from "./output.ts";
import { rounded } from "../shared/rounding.ts";
import { whole } from "./paper-filters.ts";
import { asTyped } from "../shared/as-typed.ts";

export function topicsCommand(): Command {
  const topics = new Command("topics").description(
    "what the library is about: groups of similar papers with names, sizes and growth",
  );
  topics
    .command("build")
    .description("group the papers by their embeddings and name the groups; IDs stay with their papers")
    .option("--topics <n>", "maximum number, 2 to 5,000; default: the square root of the number of papers", whole(2, 5_000))
    .option("--seed <n>", "the same seed gives the same topics", whole(0, 2 ** 32 - 1), 1)
    .option("--fresh", "find groups from scratch instead of starting from the previous ones")
    .option("--json", "print JSON")
    .action(async (options: { topics?: number; seed: number; fresh?: boolean; json?: boolean }) => {
      const { buildTopics } = await import("../topics/build.ts");
      await withLibrary(async (library) => {
        const started = performance.now();
        const { set, ...ids } = await buildTopics(library, { ...options, onProgress: progressLines() });
        const { papers_per_year: _, ...build } = set.build;
        const result = { ...build, ids, seconds: rounded((performance.now() - started) / 1_000, 1) };
        print(result, options, () =>
          [
            `${build.papers} papers in ${build.topics} topics, in ${result.seconds} s; ${build.without_vector} papers have no embedding and belong to none.`,
            `IDs: ${ids.kept} kept of ${ids.before}, ${ids.minted} new.`,
          ].join("\n"),
        );
      });
    });
  topics
    .command("list")
    .description("the topics, or those that match a query")
    .argument("[query]", "keywords or a question", nonBlank)
    .option("--limit <n>", "1 to 1,000", whole(1, 1_000), 20)
    .addOption(new Option("--sort <order>", "default: by relevance to the query, else by size").choices(TOPIC_SORTS))
    .option("--json", "print JSON")
    .action(
      async (query: string | undefined, options: { limit: number; sort?: (typeof TOPIC_SORTS)[number]; json?: boolean }) => {
        const { listTopics } = await import("../topics/list.ts");
        await withLibrary(async (library) => {
          const found = await listTopics(library, { query, limit: options.limit, sort: options.sort });
          print(found, options, () => listText(found));
        });
      },
    );
  topics
    .command("show")
    .description("one topic in full")
    .argument("<topic>", "a topic's ID or label, or free text", nonBlank)
    .addOption(
      new Option("--time <scope>", "years of publication to count")
        .choices(["last_12_months", "last_3_years", "all"] as const)
        .default("all" as const),
    )
    .option("--json", "print JSON")
    .action(async (topic: string, options: { time: "last_12_months" | "last_3_years" | "all"; json?: boolean }) => {
      const { inspectTopic } = await import("../topics/inspect.ts");
      const { topicLines } = await import("../topics/render.ts");
      await withLibrary(async (library) => {
        const view = await inspectTopic(library, { topic, time_scope: options.time });
        print(view, options, () => topicLines(view, Infinity).join("\n"));
      });
    });
  return topics;
}

function listText({ topics, total, build, degraded }: TopicList): string {
  if (build === null) return `No topics have been built. Run \`${asTyped("topics build")}\`.`;
  return [
    ...degraded.map(({ reason }) => `Note: ${reason}`),
    table(
      ["topic", "papers", "momentum", "label", "most typical paper"],
      topics.map(({ topic_id: id, papers, momentum, label, examples }) => [
        id,
        papers,
        momentum.ratio,
        label,
        examples[0]?.title.slice(0, 60) ?? null,
      ]),
    ),
    `${topics.length} of ${total}, built on ${build.built_at.slice(0, 10)} from ${build.papers} papers.`,
  ].join("\n");
}

/** A line for each step, and one each ten seconds within a step. */
function progressLines(): (progress: BuildProgress) => void {
  let [step, at] = ["", 0];
  return (progress) => {
    if (progress.step === step && Date.now() - at < 10_000) return;
    [step, at] = [progress.step, Date.now()];
    say(progress.total > 1 ? `${step}: ${progress.done} of ${progress.total}${step === "grouping" ? "%" : ""}` : step);
  };
}
