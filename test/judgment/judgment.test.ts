import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { betaQuantile } from "../../src/judgment/beta.ts";
import { CitationBook } from "../../src/citations/book.ts";
import { groupCount } from "../../src/judgment/author-groups.ts";
import { contributionsOf } from "../../src/judgment/contributions.ts";
import { figuresOf } from "../../src/judgment/figures.ts";
import { canonicalGround } from "../../src/judgment/ground.ts";
import { saturation } from "../../src/judgment/levels.ts";
import { marginOf } from "../../src/judgment/margin.ts";
import { measure, scores } from "../../src/judgment/measure.ts";
import { figuresOfGround, judge, type Judgment } from "../../src/judgment/judge.ts";
import { DIMENSION_WEIGHTS, type DimensionName } from "../../src/judgment/constants.ts";
import { tallyOf } from "../../src/judgment/tally.ts";
import { rankedVerdict } from "../../src/judgment/verdict.ts";
import type { Paper } from "../../src/documents/paper.ts";
import type { Signal } from "../../src/documents/signal.ts";
import { SIGNAL_KINDS } from "../../src/documents/signal-kinds.ts";
import { paper, signal } from "../support/documents.ts";

const FIRST = "acl:P19-1001";
const SECOND = "acl:P19-1002";
const PAPERS = [
  paper({ paper_id: FIRST, authors: ["Ann Lee"], year: 2019 }),
  paper({ paper_id: SECOND, authors: ["Bob Roe"], year: 2020 }),
];
let serial = 0;
const about = (given: Partial<Signal> & Pick<Signal, "kind">) =>
  signal({ signal_id: `sig:${++serial}`, paper_ids: [FIRST], ...given });
const verdictOf = (signals: Signal[], papers: Paper[] = PAPERS) => judge({ papers, signals }, new CitationBook());
const measureOf = (signals: Signal[], papers: Paper[] = PAPERS) =>
  measure(tallyOf(contributionsOf(canonicalGround({ papers, signals })), papers));
const dimension = (signals: Signal[], name: DimensionName, papers: Paper[] = PAPERS) =>
  measureOf(signals, papers).find((measured) => measured.name === name)!;

const arbitrarySignal = (polarity: fc.Arbitrary<Signal["polarity"]>) =>
  fc
    .record({
      kind: fc.constantFrom(...SIGNAL_KINDS),
      number: fc.nat(30),
      value: fc.option(fc.integer({ min: 0, max: 5_000 })),
      unit: fc.constantFrom(
        null,
        "stars",
        "mean rating of 10",
        "percentile",
        "citations",
        "citations in the year",
        "releases",
        "days since the last commit",
        "license",
        "archived",
        "downloads in the last 30 days",
      ),
      polarity,
      paper_ids: fc.constantFrom<string[]>([FIRST], [SECOND], [FIRST, SECOND]),
      observed_at: fc.constantFrom("2021-06-01", "2022-12-31", "2025-01-01"),
      history: fc.constantFrom<Signal["history"]>(
        [],
        [
          { observed_at: "2020-01-01", value: 4 },
          { observed_at: "2021-01-01", value: 9 },
        ],
      ),
    })
    .map(({ number, ...given }) => about({ signal_id: `sig:${number}-${given.kind}`, ...given }));
const anySignal = arbitrarySignal(fc.constantFrom("supports", "against", "neutral"));
const anySignals = fc.array(anySignal, { maxLength: 20 });
const distinct = (signals: Signal[]) => [...new Map(signals.map((item) => [item.signal_id, item])).values()];

describe("the judgment", () => {
  it("calls what is unknown null, never zero, and decides nothing by it", () => {
    const judgment = verdictOf([]);
    expect(judgment.verdict).toBe("insufficient_evidence");
    expect(judgment.coverage).toBe(0);
    expect(judgment.demand).toBeNull();
    expect(judgment.dimensions.map(({ score }) => score)).toEqual(judgment.dimensions.map(() => null));
    expect(judgment.dimensions.map(({ interval }) => interval)).toEqual(judgment.dimensions.map(() => [0.1, 0.9]));
  });

  it("cites what each dimension rests on, where it has a score", () => {
    const book = new CitationBook();
    const signals = [about({ signal_id: "sig:award", kind: "award" }), about({ signal_id: "sig:code", kind: "code" })];
    const { dimensions } = judge({ papers: PAPERS, signals }, book);
    for (const { citations, score } of dimensions) expect(citations.length > 0).toBe(score !== null);
    expect(book.citations.map((citation) => citation.id)).toEqual(["sig:award", "sig:code"]);
  });

  it("shows its arithmetic: whoever computes the formulas gets the scores", () => {
    const { dimensions, formula } = verdictOf([about({ kind: "acceptance" }), about({ kind: "erratum", polarity: "against" })]);
    expect(dimensions[0]!.formula).toBe(
      "(1 + s)/(2 + s + f) = 0.67 with s = 1 groups + 0.5 acceptance, f = 0.25 erratum, averaged over 2 papers",
    );
    expect(dimensions[0]!.score).toBe(Math.round((2.5 / 3.75) * 100) / 100);
    expect(formula).toContain("readiness = 0.67^0.4 · 0.5^0.35 · mean(0.5, 0.5)^0.25 = 0.56");
  });

  it("quotes what an abstract says of the hardware that it takes", () => {
    const abstract = "We study ranking. Our model runs on a single consumer GPU. It is fast.";
    const book = new CitationBook();
    const { dimensions } = judge({ papers: [paper({ paper_id: FIRST, abstract })], signals: [] }, book);
    expect(dimensions.find(({ name }) => name === "feasibility")!.score).toBe(0.6);
    expect(book.citations[0]).toMatchObject({ field: "abstract", quote: "Our model runs on a single consumer GPU." });
  });

  it("a failed reproduction halves the evidence besides counting against it", () => {
    const base = [about({ kind: "award" })];
    const failed = [...base, about({ kind: "reproduction", polarity: "against" })];
    expect(dimension(base, "evidence", [PAPERS[0]!]).score).toBeCloseTo(2 / 3);
    expect(dimension(failed, "evidence", [PAPERS[0]!]).score).toBeCloseTo((2 / 5) * 0.5);
    // Of two papers the one whose reproduction failed is half: with two groups of authors s is 1.5, and f is 1.
    expect(dimension(failed, "evidence").score).toBeCloseTo((2.5 / 4.5) * 0.75);
  });

  it("counts a paper's acceptance once, however many sources tell of it", () => {
    const once = dimension([about({ kind: "acceptance" })], "evidence").score;
    expect(dimension([about({ kind: "acceptance" }), about({ kind: "acceptance" })], "evidence").score).toBe(once);
  });

  it("tells momentum from counts at three dates, else from what papers of that age have", () => {
    const cited = (value: number, history: Signal["history"] = []) =>
      dimension(
        [about({ kind: "citation", unit: "citations", value, polarity: "neutral", observed_at: "2025-07-01", history })],
        "momentum",
      ).score;
    const level = (count: number, expected: number) => (count - expected) / (count + expected + 6);
    // The paper of the middle of 2019 is six years old: about 64 were to be expected.
    expect(cited(120)).toBeCloseTo((1 + 2 * level(120, 63.5)) / (2 + 2 * level(120, 63.5)), 2);
    expect(cited(6)).toBeCloseTo(1 / (2 - 2 * level(6, 63.5)), 2);
    const steps = [1, 2, 10, 30, 63, 64, 100, 1_000].map((count) => cited(count)!);
    expect([...steps].sort((a, b) => a - b)).toEqual(steps);
    expect(steps[1]! - steps[0]!).toBeLessThan(0.02);
    expect(cited(0)).toBeNull();
    const growing = cited(100, [
      { observed_at: "2023-07-01", value: 5 },
      { observed_at: "2024-07-01", value: 10 },
    ]);
    expect(growing).toBeCloseTo((1 + 2 * level(90, 5)) / (2 + 2 * level(90, 5)), 2);
  });
});

describe("what a signal does not say", () => {
  it("a list of citations that was old when it was loaded tells nothing of momentum", () => {
    const listed = { kind: "citation", ingested_at: "2026-01-01T00:00:00.000Z" } as const;
    expect(dimension([about({ ...listed, observed_at: "2014-01-01" })], "momentum").score).toBeNull();
    expect(
      dimension([about({ ...listed, observed_at: "2014-01-01", value: 900, unit: "citations" })], "momentum").score,
    ).toBeNull();
    expect(dimension([about({ ...listed, observed_at: "2024-01-01" })], "momentum").score).toBeGreaterThan(0.5);
  });

  it("data that a paper is linked to are no artifact of it, but something to try it on", () => {
    const linked = [about({ kind: "dataset", polarity: "neutral" })];
    expect(dimension(linked, "artifacts").score).toBeNull();
    expect(dimension(linked, "feasibility").score).toBeGreaterThan(0.5);
    expect(dimension([about({ kind: "dataset" })], "artifacts", [PAPERS[0]!]).score).toBe(0.6);
  });

  it("code of which nobody says that it is the authors' counts a third, too little to be tried on", () => {
    const score = (polarity: Signal["polarity"]) =>
      dimension([about({ kind: "code", polarity })], "artifacts", [PAPERS[0]!]).score;
    expect([score("supports"), score("neutral"), score("against")]).toEqual([2 / 3, 1.35 / 2.35, 1 / 3]);
  });

  it.each([
    [["Ksenia Konyushkova", "Pascal Fua"], "Learning Active Learning", "github.com/ksenia-konyushkova/LAL", true],
    [["Lundberg, Scott"], "A Unified Approach", "github.com/slundberg/shap", true],
    [["Hoang Le", "Nan Jiang"], "Hierarchical Imitation", "github.com/hoangminhle/hierarchical", true],
    [["Ann Lundberg Jr."], "Sparse attention", "github.com/alundberg/attention", true],
    [["de la Cruz, José"], "Sparse attention", "github.com/jcruz/attention", true],
    [["Wei Zhang Jr."], "Sparse attention", "github.com/weijr/attention", false],
    [["Nomic"], "Sparse attention", "github.com/nomic/attention", true],
    [["Marco Cusumano"], "AIDE: An Algorithm for Inference", "github.com/probcomp/nips-aide-experiments", true],
    [["Anthony Caterini"], "Hamiltonian VAE", "github.com/ericZYZ/HVI-RMHVI-for-VAE", false],
    [["Ann Le"], "Sparse attention", "github.com/google/leaderboard", false],
    [["Wei Zhang"], "Sparse attention", "github.com/zhanghang1989/attention", false],
    [["Wei Zhang"], "Sparse attention", "github.com/weizhang/attention", true],
    [["Min Park"], "Sparse attention", "github.com/sparklabs/attention", false],
  ])("of %j, “%s”: %s is theirs by its name: %s", (authors, title, repository, theirs) => {
    const code = about({ kind: "code", polarity: "neutral", statement: `A list names the repository https://${repository}.` });
    const { score } = dimension([code], "artifacts", [paper({ paper_id: FIRST, authors, title })]);
    expect(score).toBeCloseTo(theirs ? 0.6 : 1.35 / 2.35);
  });

  it("few stars make adoption neither good nor bad nor known", () => {
    const stars = (value: number) => dimension([about({ kind: "adoption", unit: "GitHub stars", value })], "adoption").score;
    expect([stars(0), stars(400)]).toEqual([null, null]);
    expect(stars(5_000)).toBeGreaterThan(0.5);
  });

  it("the repository of a young paper needs fewer stars than that of an old one", () => {
    const stars = (observed_at: string) =>
      dimension([about({ kind: "adoption", unit: "GitHub stars", value: 450, polarity: "neutral", observed_at })], "adoption")
        .score;
    expect(stars("2019-12-01")).toBeGreaterThan(0.5);
    expect(stars("2025-12-01")).toBeNull();
  });

  it("many downloads are adoption, few say nothing; a license and an archive are known of the code beside it", () => {
    const of = (kind: "adoption" | "code", unit: string, more: Partial<Signal>, name: DimensionName) =>
      dimension([about({ kind, unit, polarity: "neutral", ...more })], name).score;
    const downloads = (value: number) => of("adoption", "downloads in the last 30 days", { value }, "adoption");
    expect([downloads(0), downloads(900)]).toEqual([null, null]);
    expect(downloads(100_000)).toBeGreaterThan(downloads(2_000)!);
    expect(of("code", "license", { polarity: "supports" }, "feasibility")).toBeGreaterThan(0.5);
    expect(of("code", "license", { polarity: "against" }, "feasibility")).toBeLessThan(0.5);
    expect(of("code", "license", { polarity: "supports" }, "artifacts")).toBeNull();
    expect(of("code", "archived", { polarity: "against" }, "health")).toBeLessThan(0.5);
  });

  it("reviews that point both ways are weighed against one another, not counted twice", () => {
    const mean = about({ kind: "review", value: 7, unit: "mean rating of 10" });
    const rank = about({ kind: "review", value: 40, unit: "percentile at ICLR 2021", polarity: "neutral" });
    const { formula, score } = dimension([mean, rank], "evidence", [PAPERS[0]!]);
    expect(formula).toContain("s = 0.13 review, f = 0");
    expect(score).toBeGreaterThan(0.5);
  });

  it("a low percentile counts for nothing among the accepted", () => {
    const rank = about({ kind: "review", value: 10, unit: "percentile at COLM 2024", polarity: "neutral" });
    const accepted = about({ kind: "acceptance" });
    const score = (signals: Signal[]) => dimension(signals, "evidence", [PAPERS[0]!]).score;
    expect(score([rank, accepted])).toBe(score([accepted]));
    expect(score([rank])).toBeLessThan(0.5);
  });

  it("a rejection counts for nothing once the paper was accepted elsewhere", () => {
    const rejected = about({ kind: "acceptance", polarity: "against" });
    const accepted = about({ kind: "acceptance" });
    const score = (signals: Signal[]) => dimension(signals, "evidence", [PAPERS[0]!]).score;
    expect(score([rejected, accepted])).toBe(score([accepted]));
    expect(score([rejected])).toBeLessThan(0.5);
  });
});

describe("the words of a dimension", () => {
  it("name beside what speaks against it the number that does, not the best one", () => {
    const cited = (id: string, value: number) =>
      about({ kind: "citation", unit: "citations", value, polarity: "neutral", paper_ids: [id] });
    const { rationale } = dimension([cited(FIRST, 900), cited(SECOND, 7)], "momentum");
    expect(rationale).toMatch(/^For: 1 paper's citations \(900 citations, .*against: 1 paper's citations \(7 citations, /u);
  });

  it("count papers, not parts, where nothing speaks either way", () => {
    const opinion = paper({ paper_id: FIRST, abstract: "This is a position paper." });
    const code = () => about({ kind: "code" });
    const { rationale } = dimension([code(), code(), about({ kind: "dataset" })], "artifacts", [opinion]);
    expect(rationale).toContain("1 paper with code (not counted for an opinion paper), 1 paper with a dataset");
  });
});

describe("a set of papers", () => {
  const eight = Array.from({ length: 8 }, (_, index) =>
    paper({ paper_id: `acl:P21-1${100 + index}`, authors: [`A${index}`], venue: "ACL" }),
  );
  const coded = (count: number, papers = eight) =>
    papers.slice(0, count).map(({ paper_id }) => about({ kind: "code", paper_ids: [paper_id] }));
  const dated = (years: number[]) => eight.map((one, index) => ({ ...one, year: years[index % years.length]! }));

  it("is judged as its average paper: code of one says little about eight, code of all as much as of one alone", () => {
    const score = (count: number) => dimension(coded(count), "artifacts", eight).score;
    expect([score(1), score(2), score(8)]).toEqual([1.125 / 2.125, 1.25 / 2.25, 2 / 3]);
    expect(dimension(coded(1), "artifacts", [eight[0]!]).score).toBe(2 / 3);
  });

  it("is worth a prototype from a quarter of papers with code of their own", () => {
    const data = about({ kind: "dataset", polarity: "neutral", paper_ids: [eight[7]!.paper_id] });
    const verdict = (count: number) => verdictOf([...coded(count), data], eight).verdict;
    expect([0, 1, 2, 8].map(verdict)).toEqual(["insufficient_evidence", "too_early", "prototype", "prototype"]);
  });

  it("gains attention where two thirds are recent, and dates alone are neither demand nor coverage", () => {
    const judged = (years: number[]) => verdictOf(coded(1), dated(years));
    expect(judged([2024])).toMatchObject({
      verdict: "watch",
      coverage: 0.6,
      reason: expect.stringMatching(/^Gaining attention/u),
    });
    expect(figuresOfGround({ papers: dated([2024]), signals: coded(1) }).demand![1]).toBeLessThan(0.55);
    expect(judged([2024, 2019]).verdict).toBe("too_early");
    expect(judged([2005]).dimensions.find(({ name }) => name === "momentum")!.score).toBeLessThan(0.5);
    expect(dimension([], "momentum", dated([2024]).slice(0, 2)).score).toBeNull();
  });

  it("says of how many papers, and cites what the dates are of", () => {
    const book = new CitationBook();
    const { dimensions, reason } = judge({ papers: dated([2024]), signals: coded(1) }, book);
    expect(dimensions[1]!.rationale).toBe("For: 1 paper with code (of 8 papers).");
    expect(reason).toContain("too few of the 8 papers come with their own code, data or models");
    expect(dimensions.find(({ name }) => name === "momentum")!.citations).toHaveLength(4);
  });

  it("of thousands of papers is judged in a second or two", () => {
    const many = Array.from({ length: 3_000 }, (_, index) =>
      paper({ paper_id: `acl:X${index}`, authors: [`A${index}`, `A${index + 1500}`], venue: "ACL", year: 2020 }),
    );
    const started = process.cpuUsage();
    expect(verdictOf(coded(2_000, many), many).stability!.sources).toBe(3_003);
    // Of processor time, so that a busy machine does not decide; leaving each paper out by judging the rest takes minutes.
    expect(process.cpuUsage(started).user).toBeLessThan(3_000_000);
  });
});

describe("versions of one paper", () => {
  const preprint = paper({ paper_id: SECOND, authors: ["Lee, Ann"], year: 2019 });
  const ground = { papers: [PAPERS[0]!, preprint], signals: [], versions: new Map([[SECOND, FIRST]]) };

  it("are no independent groups of authors, however their names are spelled", () => {
    const apart = judge({ ...ground, signals: [about({ kind: "acceptance" })], versions: undefined }, new CitationBook());
    const as1 = judge({ ...ground, signals: [about({ kind: "acceptance" })] }, new CitationBook());
    expect(apart.dimensions[0]!.formula).toContain("1 groups");
    expect(as1.dimensions[0]!.formula).not.toContain("groups");
  });
});

describe("what an abstract says was released", () => {
  const artifacts = (abstract: string) => dimension([], "artifacts", [paper({ paper_id: FIRST, abstract })]);

  it("counts half, and is quoted", () => {
    const abstract = "We study ranking. Our code and data are available at https://github.com/example/ranking.";
    expect(
      artifacts(abstract).contributions.map(({ group, quote }) => [group, abstract.slice(quote!.start, quote!.end)]),
    ).toEqual([
      ["code", "Our code and data are available at https://github.com/example/ranking."],
      ["dataset", "Our code and data are available at https://github.com/example/ranking."],
    ]);
    expect(artifacts(abstract).score).toBeCloseTo(1.75 / 2.75);
  });

  it("counts nothing beside an opinion paper", () => {
    const { score, rationale } = artifacts("This opinion piece asks for care. Our code is publicly available.");
    expect(score).toBe(0.5);
    expect(rationale).toBe("Known but inconclusive: 1 paper with code (not counted for an opinion paper).");
  });

  it("data that the title announces and the abstract releases count in full", () => {
    const abstract = "The corpus is freely available.";
    const score = (title: string) => dimension([], "artifacts", [paper({ paper_id: FIRST, title, abstract })]).score;
    expect([score("A Corpus of Tales"), score("Reading Tales")]).toEqual([0.6, 1.25 / 2.25]);
  });

  it.each([
    ["The source code is publicly available.", ["code"]],
    ["We release a corpus of 2,900 reviews.", ["dataset"]],
    ["We make the trained models and the toolkit freely available.", ["code", "model"]],
    ["Code: https://github.com/example/ranking", ["code"]],
    ["Upon acceptance, the code will be released.", []],
    ["No annotated data is available for most languages.", []],
    ["It helps where only little training data is available.", []],
    ["Our model publishes its weights in the news.", []],
    ["We use the code, which is publicly available.", []],
    ["We fine-tune models that are publicly available.", []],
  ])("%s", (abstract, kinds) => {
    expect(artifacts(abstract).contributions.map(({ group }) => group)).toEqual(kinds);
  });
});

const FRUGAL = "It trains and runs on a single consumer GPU in a day.";
const STRONG = () =>
  [FIRST, SECOND].flatMap((id) => [
    about({ kind: "acceptance", paper_ids: [id] }),
    about({ kind: "code", paper_ids: [id] }),
    about({ kind: "dataset", paper_ids: [id] }),
    about({ kind: "model", paper_ids: [id] }),
    about({ kind: "award", paper_ids: [id] }),
    ...[1, 2, 3].map(() => about({ kind: "reproduction", paper_ids: [id] })),
    ...(["commits in the last year", "releases in the last year", "contributors"] as const).map((unit) =>
      about({ kind: "code", unit, value: 40, paper_ids: [id] }),
    ),
  ]);
const WANTED = () => [
  ...[1, 2, 3].map(() => about({ kind: "adoption", unit: "dependents", value: 300 })),
  about({ kind: "citation", unit: "citations", value: 900, observed_at: "2025-01-01" }),
];
const READY = () => [about({ kind: "acceptance" }), about({ kind: "code" }), about({ kind: "dataset" })];
const REJECTED = () => [FIRST, SECOND].map((id) => about({ kind: "acceptance", polarity: "against", paper_ids: [id] }));

describe("its verdicts, a golden case each", () => {
  it.each<[string, () => Signal[], Partial<Judgment>]>([
    ["build_now", () => [...STRONG(), ...WANTED()], { readiness: [0.54, 0.79, 0.97], demand: 0.73, coverage: 0.98 }],
    ["prototype", READY, { readiness: [0.25, 0.63, 0.94], demand: null, coverage: 0.6 }],
    ["watch", () => [...REJECTED(), ...WANTED()], { readiness: [0.13, 0.5, 0.86], demand: 0.73, coverage: 0.65 }],
    [
      "too_early",
      () => [
        ...REJECTED(),
        about({ kind: "review", value: 2, unit: "mean rating of 10", polarity: "against" }),
        about({ kind: "code", polarity: "against" }),
      ],
      { readiness: [0.11, 0.45, 0.8], demand: null, coverage: 0.6 },
    ],
    ["insufficient_evidence", () => [about({ kind: "award" })], { demand: null, coverage: 0.35, margin: null }],
  ])("%s", (verdict, signals, figures) => {
    const papers = verdict === "build_now" ? [PAPERS[0]!, { ...PAPERS[1]!, abstract: FRUGAL }] : PAPERS;
    expect(verdictOf(signals(), papers)).toMatchObject({ verdict, ...figures });
  });

  it("blocked, where every paper was retracted", () => {
    expect(verdictOf(STRONG(), [paper({ paper_id: FIRST, retracted: true })])).toMatchObject({
      verdict: "blocked",
      margin: null,
    });
  });

  it("blocked, where the license of all there is forbids it", () => {
    const license = about({ kind: "model", polarity: "against", unit: "license", statement: "The weights may not be used." });
    expect(verdictOf([about({ kind: "acceptance" }), license])).toMatchObject({
      verdict: "blocked",
      reason: expect.stringContaining("The weights may not be used."),
    });
    expect(verdictOf([...STRONG(), license]).verdict).not.toBe("blocked");
  });

  it("the nearest other verdict is another one, whatever the figures", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const bounds = fc.tuple(share, share, share).map((values) => values.sort((a, b) => a - b));
    const some = fc.option(share);
    fc.assert(
      fc.property(
        bounds,
        fc.option(bounds),
        some,
        some,
        fc.integer({ min: 1, max: 8 }),
        (readiness, demand, artifacts, momentum, paperCount) => {
          const figures = { readiness, demand, artifacts, momentum, paperCount };
          const { to, by } = marginOf(figures);
          expect(to).not.toBe(rankedVerdict(figures));
          expect(by).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it("names its margin, the sources that decide and the unknown that matters most", () => {
    const { margin, stability, unknown_that_matters_most: unknown } = verdictOf(READY());
    expect(margin).toEqual({ to: "too_early", by: 0.08, says: "it becomes too early with a drop of 0.08 in artifacts" });
    const without = `“${PAPERS[0]!.title}”`;
    expect(stability).toEqual({ sources: 5, share: 0.8, changes: [{ without, verdict: "too_early" }] });
    expect(unknown).toEqual({ dimension: "adoption", says: expect.stringContaining("adoption") });
  });

  it("a rejection counts again where the acceptance that outweighs it is left out", () => {
    const decided = (name: string, polarity: Signal["polarity"]) =>
      about({ kind: "acceptance", polarity, source: { name, url: null, license: null } });
    const signals = [
      decided("First", "against"),
      decided("Second", "supports"),
      about({ kind: "code" }),
      about({ kind: "review", value: 5.5, unit: "mean rating of 10", polarity: "neutral" }),
    ];
    expect(verdictOf(signals, [PAPERS[0]!]).stability!.changes).toContainEqual({
      without: "acceptance signals from Second",
      verdict: "too_early",
    });
  });

  it("does not hold where the one source that decides is left out", () => {
    const { verdict, stability } = verdictOf([...REJECTED(), ...WANTED().slice(0, 3), about({ kind: "news" })]);
    expect(verdict).toBe("watch");
    expect(stability!.changes.map((change) => change.without)).toEqual(["adoption signals from test", `“${PAPERS[0]!.title}”`]);
    expect(stability!.share).toBe(0.6);
  });
});

describe("its laws", () => {
  it("neither order nor repetition of papers and signals changes it, and the same ground gets the same judgment", () => {
    fc.assert(
      fc.property(anySignals, (signals) => {
        const unique = distinct(signals);
        const again = judge({ papers: [...PAPERS].reverse(), signals: [...unique, ...unique].reverse() }, new CitationBook());
        expect(again).toEqual(verdictOf(unique));
      }),
      { numRuns: 100 },
    );
  });

  it("a supporting signal never lowers a score, readiness or demand, and one against never raises them", () => {
    fc.assert(
      fc.property(
        anySignals,
        arbitrarySignal(fc.constant("supports")),
        arbitrarySignal(fc.constant("against")),
        (signals, good, bad) => {
          const [supporting, opposing] = [
            { ...good, signal_id: "sig:good" },
            { ...bad, signal_id: "sig:bad" },
          ];
          fc.pre(supporting.kind !== "retraction");
          const before = measureOf(distinct(signals));
          expectAtLeast(measureOf([...distinct(signals), supporting]), before);
          fc.pre(opposing.kind !== "retraction" || signals.length > 0);
          expectAtLeast(before, measureOf([...distinct(signals), opposing]), { unlessNewlyKnown: true });
        },
      ),
      { numRuns: 300 },
    );
  });

  it("the figures without a paper are those of the other papers", () => {
    const many = Array.from({ length: 12 }, (_, index) =>
      paper({ paper_id: `acl:P20-1${100 + index}`, authors: [`A${index % 7}`], year: 2010 + index, venue: "ACL" }),
    );
    const ids = many.map((one) => one.paper_id);
    const drawn = fc.array(
      fc.tuple(anySignal, fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 2 })).map(([given, about]) => ({
        ...given,
        signal_id: `${given.signal_id}-${about.join("-")}`,
        paper_ids: about,
      })),
      { minLength: 10, maxLength: 60 },
    );
    fc.assert(
      fc.property(drawn, fc.constantFrom(...ids), (signals, id) => {
        const ground = { papers: many, signals: distinct(signals.filter(isOnlyAboutIfTogether(id))) };
        const tally = tallyOf(contributionsOf(canonicalGround(ground)), many);
        const others = many.filter((one) => one.paper_id !== id);
        const rest = ground.signals
          .map((item) => ({ ...item, paper_ids: item.paper_ids.filter((other) => other !== id) }))
          .filter((item) => item.paper_ids.length > 0);
        const expected = tallyOf(contributionsOf(canonicalGround({ papers: others, signals: rest })), others);
        expect(rounded(scores(tally, id))).toEqual(rounded(scores(expected)));
      }),
      { numRuns: 150, seed: 7 },
    );
  });

  it("forgetting all of a dimension widens its interval and lowers coverage", () => {
    fc.assert(
      fc.property(anySignals, fc.constantFrom(...(Object.keys(DIMENSION_WEIGHTS) as DimensionName[])), (signals, name) => {
        const known = dimension(distinct(signals), name);
        fc.pre(known.score !== null);
        const silent = new Set(known.contributions.map((part) => part.signal?.signal_id));
        const rest = distinct(signals).filter((item) => !silent.has(item.signal_id));
        const forgotten = dimension(rest, name);
        expect(forgotten.score).toBeNull();
        expect(known.interval[1] - known.interval[0]).toBeLessThanOrEqual(forgotten.interval[1] - forgotten.interval[0] + 0.01);
        expect(verdictOf(rest).coverage).toBeLessThan(verdictOf(distinct(signals)).coverage);
      }),
      { numRuns: 150 },
    );
  });

  it("keeps every score, interval and bound between 0 and 1, the middle inside", () => {
    fc.assert(
      fc.property(anySignals, (signals) => {
        const judgment = verdictOf(distinct(signals));
        for (const { score, interval } of judgment.dimensions) {
          expect(interval[0]).toBeGreaterThanOrEqual(0);
          expect(interval[1]).toBeLessThanOrEqual(1);
          if (score !== null) expect(interval[0] <= score && score <= interval[1]).toBe(true);
        }
        const [low, middle, high] = judgment.readiness;
        expect(low <= middle && middle <= high).toBe(true);
        expect(judgment.confidence).toBeGreaterThanOrEqual(0);
        if (judgment.stability?.share) expect(judgment.stability.share).toBeLessThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  });
});

/** Of signals about two papers those of which the other paper would have the same without this one. */
function isOnlyAboutIfTogether(id: string): (signal: Signal) => boolean {
  return ({ paper_ids: ids }) => ids.length === 1 || !ids.includes(id);
}

/** Sums in another order differ in their last digits. */
function rounded(figures: unknown): unknown {
  return JSON.parse(
    JSON.stringify(figures, (_, value: unknown) => (typeof value === "number" ? Number(value.toFixed(9)) : value)),
  );
}

/** Every figure of `more` is at least that of `less`; what is unknown on one side is compared by its middle, one half. */
function expectAtLeast(
  more: ReturnType<typeof measure>,
  less: ReturnType<typeof measure>,
  options: { unlessNewlyKnown?: boolean } = {},
): void {
  for (const [index, { name, score }] of more.entries()) {
    if (options.unlessNewlyKnown && score === null) continue;
    expect(score ?? 0.5, name).toBeGreaterThanOrEqual((less[index]!.score ?? 0.5) - 1e-9);
  }
  if (options.unlessNewlyKnown && more.some(({ score }, index) => (score === null) !== (less[index]!.score === null))) return;
  const [a, b] = [figuresOf(more, PAPERS.length), figuresOf(less, PAPERS.length)];
  expect(a.readiness[1]).toBeGreaterThanOrEqual(b.readiness[1] - 1e-9);
  expect(a.readiness[0]).toBeGreaterThanOrEqual(b.readiness[0] - 0.005);
  expect(a.demand?.[1] ?? 0.5).toBeGreaterThanOrEqual((b.demand?.[1] ?? 0.5) - 1e-9);
}

describe("its arithmetic", () => {
  it("authors in common make one group, and papers without authors none", () => {
    expect(groupCount([{ authors: ["a", "b"] }, { authors: ["c"] }, { authors: ["b", "c"] }, { authors: ["d"] }])).toBe(2);
    expect(groupCount([{ authors: [] }])).toBe(0);
  });

  it("saturation is one half at its half value", () => {
    expect(saturation(0, 5)).toBe(0);
    expect(saturation(5, 5)).toBeCloseTo(0.5);
  });

  it.each([
    [0, 0, 0.1, 0.1],
    [0, 0, 0.9, 0.9],
    [1, 0, 0.5, Math.SQRT1_2],
    [9, 1, 0.1, 0.6898],
  ])("the Beta quantile of %d and %d at %d is right", (successes, failures, p, expected) => {
    expect(betaQuantile(successes, failures, p)).toBeCloseTo(expected, 2);
  });
});
