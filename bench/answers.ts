/**
 * What answers are worth, measured: `npm run bench -- answers [MEASURE] [arguments]`. Without a measure, every quote of many answers is held
 * against its source. Each measure is a file of `bench/answers`, whose `run` says what it counts.
 */
const MEASURES: Record<string, () => Promise<{ run(args: string[]): Promise<void> }>> = {
  verbatim: () => import("./answers/verbatim.ts"),
  reread: () => import("./answers/reread.ts"),
  litsearch: () => import("./answers/litsearch.ts"),
  pubmedqa: () => import("./answers/pubmedqa.ts"),
  counter: () => import("./answers/counter.ts"),
  foreign: () => import("./answers/foreign.ts"),
  named: () => import("./answers/named.ts"),
  "grade-sheet": () => import("./answers/grade-sheet.ts"),
  "grade-score": () => import("./answers/grade-score.ts"),
};

export async function run(args: string[]): Promise<void> {
  const [first, ...rest] = args;
  const named = first !== undefined && !first.startsWith("-");
  const measure = MEASURES[named ? first : "verbatim"];
  if (measure === undefined)
    throw new Error(
      `usage: npm run bench -- answers [MEASURE] [arguments]\nMEASURE is one of: ${Object.keys(MEASURES).join(", ")}`,
    );
  await (await measure()).run(named ? rest : args);
}
