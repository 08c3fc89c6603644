import { z } from "zod";
import type { AskContext, Asked, Connector, Told, ToldSignal } from "./connector.ts";
import { subjectsOfPapers } from "./held-papers.ts";
import { licensePolarity } from "./licenses.ts";

const Item = z.looseObject({
  id: z.string(),
  downloads: z.int().nullish(),
  likes: z.int().nullish(),
  tags: z.array(z.string()).nullish(),
  private: z.boolean().nullish(),
  createdAt: z.string().nullish(),
});
type Item = z.output<typeof Item>;

/** The most downloaded ones hold nearly all downloads. */
const PAGE = 100;
/** So many of each are records of their own; the others are counted. */
const SHOWN = 3;

/** Models and data sets whose cards are tagged with an arXiv paper that the library holds. https://huggingface.co/docs/hub/api */
export const huggingFaceConnector: Connector = {
  name: "huggingface",
  says: "models and datasets tagged with an arXiv paper in the library: downloads, likes, licenses",
  source: "Hugging Face",
  addresses: { api: "https://huggingface.co" },
  // 500 requests in five minutes without a token; https://huggingface.co/docs/hub/rate-limits
  betweenMs: 650,
  credential: { variable: "HF_TOKEN", headers: (token) => ({ Authorization: `Bearer ${token}` }) },
  loads: [{ target: "signals", format: "jsonl" }],
  batch: 1,
  probe: "/api/models?limit=1",
  subjects: (engine, scope) => subjectsOfPapers(engine, scope, ({ ids }) => (ids.arxiv === undefined ? [] : [ids.arxiv])),
  owns: (signal, { paperIds }) => paperIds.includes(signal.paper_ids[0] ?? ""),
  async *ask(asked, context) {
    for (const one of asked) yield await askAbout(one, context);
  },
};

async function askAbout({ subject }: Asked, context: AskContext): Promise<Told> {
  const models = await tagged("models", subject.key, context);
  const datasets = await tagged("datasets", subject.key, context);
  const state = models.length + datasets.length === 0 ? "missing" : "present";
  return { key: subject.key, look: { state }, rows: rowsOf({ models, datasets }, subject, context.today) };
}

/** The most downloaded first; equal ones by their names, so that the same ones are shown whichever order they come in. */
async function tagged(what: "models" | "datasets", arxivId: string, { client, addresses }: AskContext): Promise<Item[]> {
  const url = new URL(`/api/${what}`, addresses.api);
  url.search = new URLSearchParams({
    filter: `arxiv:${arxivId}`,
    sort: "downloads",
    direction: "-1",
    limit: String(PAGE),
    full: "true",
  }).toString();
  const parse = (json: unknown): Item[] => {
    const items = z.array(Item).parse(json);
    const tags = items.flatMap((item) => item.tags ?? []);
    if (tags.length > 0 && !tags.includes(`arxiv:${arxivId}`)) throw new Error("it is about another paper");
    return items;
  };
  const { value } = await client.getJson(url, parse);
  return (value ?? [])
    .filter((item) => item.private !== true)
    .sort((a, b) => (b.downloads ?? 0) - (a.downloads ?? 0) || (a.id < b.id ? -1 : 1));
}

function rowsOf(
  { models, datasets }: Record<"models" | "datasets", Item[]>,
  { key, paperIds }: Asked["subject"],
  today: string,
): ToldSignal[] {
  if (models.length + datasets.length === 0) return [];
  const all = [...models, ...datasets];
  const downloads = all.reduce((sum, { downloads }) => sum + (downloads ?? 0), 0);
  const likes = all.reduce((sum, item) => sum + (item.likes ?? 0), 0);
  const counted = [counts(models.length, "model"), counts(datasets.length, "dataset")]
    .filter((text) => text !== "")
    .join(" and ");
  const said: Omit<ToldSignal, "paper_ids" | "observed_at">[] = [
    {
      kind: "adoption",
      title: `Downloads on Hugging Face of models and datasets tagged with arXiv:${key}`,
      statement: `${counted} tagged with arXiv:${key} on Hugging Face had ${downloads} downloads in the 30 days before ${today}, and ${likes} likes.`,
      value: downloads,
      unit: "downloads in the last 30 days",
      polarity: "neutral",
      source: { name: "Hugging Face", url: `https://huggingface.co/models?other=arxiv:${key}` },
    },
    ...models.slice(0, SHOWN).flatMap((item) => recordsOf(item, "model", key)),
    ...datasets.slice(0, SHOWN).flatMap((item) => recordsOf(item, "dataset", key)),
  ];
  return paperIds.flatMap((id) => said.map((signal) => ({ ...signal, paper_ids: [id], observed_at: today })));
}

/** That it is there, and its license. */
function recordsOf(
  { id, tags, createdAt }: Item,
  kind: "model" | "dataset",
  key: string,
): Omit<ToldSignal, "paper_ids" | "observed_at">[] {
  const noun = kind === "model" ? "model" : "dataset";
  const source = { name: "Hugging Face", url: `https://huggingface.co/${kind === "dataset" ? "datasets/" : ""}${encodeURI(id)}` };
  const [since = null] = /^\d{4}-\d{2}-\d{2}/u.exec(createdAt ?? "") ?? [];
  const license = tags?.find((tag) => tag.startsWith("license:"))?.slice("license:".length);
  return [
    {
      kind,
      title: `${kind === "model" ? "Model" : "Dataset"} on Hugging Face: ${id}`,
      // A tag does not tell who brought it: authors, or others who built on the paper.
      statement: `Hugging Face lists the ${noun} ${id},${since === null ? "" : ` created on ${since} and`} tagged with the paper arXiv:${key}.`,
      polarity: "neutral",
      source,
    },
    ...(license === undefined
      ? []
      : [
          {
            kind,
            title: `License of ${id}: ${license}`,
            statement: `The card of the ${noun} ${id} on Hugging Face states the license ${license}.`,
            unit: "license",
            polarity: licensePolarity(license),
            source,
          },
        ]),
  ];
}

function counts(number: number, noun: string): string {
  if (number === 0) return "";
  const listed = number >= PAGE ? `The ${number} most downloaded ${noun}s` : `${number} ${noun}${number === 1 ? "" : "s"}`;
  return listed;
}
