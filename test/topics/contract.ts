import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Paper } from "../../src/documents/paper.ts";
import type { Signal } from "../../src/documents/signal.ts";
import type { Embedder } from "../../src/embedding/port.ts";
import { PublicError } from "../../src/errors.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { searchSignals, type SignalSearchRequest } from "../../src/retrieval/search-signals.ts";
import { inspectSignal } from "../../src/retrieval/views.ts";
import { buildTopics } from "../../src/topics/build.ts";
import { inspectTopic, type TopicView } from "../../src/topics/inspect.ts";
import { listTopics } from "../../src/topics/list.ts";
import { topicsOfPapers } from "../../src/topics/nearest.ts";
import { topicMemberships, type TopicMembership } from "../../src/topics/memberships.ts";
import { currentTopics, topicMembers } from "../../src/topics/store.ts";
import { loadSample } from "../support/sample-library.ts";
import { plantedRows, SUBJECTS } from "./planted.ts";

/** What topics promise, whichever engine and record store hold them. `open` gives an empty library with the hash embedder. */
export function topicsContract(name: string, open: () => Promise<Library & AsyncDisposable>): void {
  describe(`${name}: topics of planted subjects`, () => {
    let library: Library & AsyncDisposable;

    beforeAll(async () => {
      library = await open();
    }, 60_000);
    afterAll(() => closed(library));

    it("of a library without an index or without papers cannot be built, which is said", async () => {
      await expect(buildTopics(library)).rejects.toMatchObject({ code: "index_missing" });
      await library.engine.create(library.embedder.space);
      await expect(buildTopics(library)).rejects.toMatchObject({ message: expect.stringContaining("No paper") });
      await write(library, 0, 200);
    });

    it("before any were built there are none, and free text works", async () => {
      expect(await listTopics(library, { limit: 5 })).toMatchObject({ topics: [], total: 0, build: null, library_papers: 200 });
      expect(await inspectTopic(library, { topic: SUBJECTS[0].join(" "), time_scope: "all" })).toMatchObject({
        state: "free_text",
      });
      await expect(inspectTopic(library, { topic: "topic:000000000000", time_scope: "all" })).rejects.toMatchObject({
        code: "not_found",
        field: "topic",
      });
    });

    it("finds the planted partition, puts every paper with a vector into one topic, and names each by its words", async () => {
      const { set } = await buildTopics(library, { topics: SUBJECTS.length });
      expect(set.topics).toHaveLength(SUBJECTS.length);
      expect(set.build).toMatchObject({ papers: 198, without_vector: 2 });
      const members = await Promise.all(
        set.topics.map((topic) => topicMembers(library.records, set.build.build, topic.topic_id)),
      );
      expect(new Set(members.flat()).size).toBe(198);
      const placed = members.flatMap((ids, index) => ids.map((id): [string, string] => [id, set.topics[index]!.topic_id]));
      expect(await library.engine.papers.topicIds(members.flat())).toEqual(new Map(placed));
      for (const [index, topic] of set.topics.entries()) {
        const subjects = new Set(members[index]!.map((id) => Number(/subject-(\d+)/u.exec(id)![1])));
        expect(subjects.size).toBe(1);
        expect(topic.papers).toBe(members[index]!.length);
        const planted = SUBJECTS[[...subjects][0]!]!;
        for (const term of topic.label.toLowerCase().split(/[ ,]+/u)) expect(planted.map(String)).toContain(term);
      }
      expect(new Set(set.topics.map(({ label }) => label)).size).toBe(SUBJECTS.length);

      const pages: TopicMembership[][] = [];
      for await (const page of topicMemberships(library.records, set)) pages.push(page);
      const [{ build }, places] = [set, pages.flat()];
      expect(places.map(({ paper_id }) => paper_id)).toEqual(members.flat());
      for (const [index, { topic_id, label, papers }] of set.topics.entries()) {
        expect(pages[index]![0]).toMatchObject({ topic_id, label, rank: 1, papers, built_at: build.built_at });
        expect(pages[index]!.at(-1)).toMatchObject({ topic_id, rank: papers });
      }
    });

    it("the same library and seed give the same topics", async () => {
      const [first, second] = [await buildTopics(library, { fresh: true }), await buildTopics(library, { fresh: true })];
      const { build: _, built_at: __, ...build } = first.set.build;
      expect(second.set.build).toMatchObject(build);
      expect(second.set.topics).toEqual(first.set.topics);
    });

    it("are found by the words of their name and by the meaning of a query, and sorted by size and momentum", async () => {
      await buildTopics(library, { topics: SUBJECTS.length, fresh: true });
      const [word] = SUBJECTS[2];
      const { topics } = await listTopics(library, { query: `${word} ${SUBJECTS[2][1]}`, limit: 3 });
      expect(topics[0]!.terms.map(({ term }) => term).join(" ")).toContain(word);
      expect(topics[0]!.match!.words).toBeGreaterThan(0);
      expect(topics[0]!.match!.cosine).toBeGreaterThan(0.3);
      const bySize = (await listTopics(library, { limit: 50, sort: "size" })).topics.map(({ papers }) => papers);
      expect(bySize).toEqual(bySize.toSorted((a, b) => b - a));
      const byMomentum = (await listTopics(library, { limit: 50, sort: "momentum" })).topics;
      expect(byMomentum.map(({ momentum }) => momentum.ratio)).toEqual(
        byMomentum.map(({ momentum }) => momentum.ratio!).toSorted((a, b) => b - a),
      );
      // The planted papers of the first subject lie in the last years, those of the second in the years before.
      expect(byMomentum[0]!.examples[0]!.paper_id).toContain("subject-0-");
      expect(byMomentum.at(-1)!.examples[0]!.paper_id).toContain("subject-1-");
    });

    it("a rebuild after a tenth more papers keeps at least 80 % of the ids, and only two builds are kept", async () => {
      const before = await buildTopics(library);
      await write(library, 200, 220);
      const after = await buildTopics(library);
      expect(after.kept / before.set.topics.length).toBeGreaterThanOrEqual(0.8);
      expect(after.set.build.papers).toBeGreaterThan(before.set.build.papers);
      for (const kind of ["topic", "topic_members"] as const) {
        const { records } = await library.records.list<{ build: string }>(kind, { limit: 1_000 });
        expect(new Set(records.map(({ value }) => value.build))).toEqual(
          new Set([before.set.build.build, after.set.build.build]),
        );
      }
      expect((await currentTopics(library.records))!.topics).toEqual(after.set.topics);
    });

    it("free text stands for the papers whose cosine reaches the embedder's threshold, and says so", async () => {
      const text = SUBJECTS[3].join(" ");
      const vector = await library.embedder.embedQuery(text);
      const near = (await library.engine.papers.search({ vector, filters: {}, depth: 1_000 })).semantic!.hits.filter(
        ({ score }) => score >= library.embedder.answerThreshold - 0.1,
      );
      const view = await inspectTopic(library, { topic: text, time_scope: "all" });
      expect(near.length).toBeGreaterThan(10);
      expect(view).toMatchObject({ state: "free_text", topic: null, paper_count: near.length });
      expect(view.counted.papers).toContain("at least 0.4");
      expect(view.near_topics[0]!.cosine).toBeGreaterThan(0.5);
      const nothing = await inspectTopic(library, { topic: "zzz qqq", time_scope: "all" });
      expect(nothing).toMatchObject({
        state: "nothing",
        paper_count: 0,
        top_papers: [],
        judgment: { verdict: "insufficient_evidence" },
      });
    });

    it("without the embedder free text stands for the papers with all its words, topics are found by words, and both say so", async () => {
      const away: Embedder = { ...library.embedder, embedQuery: () => Promise.reject(new PublicError("embedder_unavailable")) };
      const [first, second] = SUBJECTS[0];
      const view = await inspectTopic({ ...library, embedder: away }, { topic: `${first} ${second}`, time_scope: "all" });
      const { documents } = await library.engine.papers.list({ filters: {}, sort: "paper_id", limit: 1_000 });
      const holding = documents.filter(({ title, abstract }) =>
        [first, second].every((word) => `${title} ${abstract}`.includes(word)),
      );
      expect(view).toMatchObject({ state: "free_text", paper_count: holding.length, degraded: [{ part: "semantic" }] });
      expect(view.counted.papers).toContain("every word");
      const list = await listTopics({ ...library, embedder: away }, { query: first, limit: 5 });
      expect(list.degraded).toMatchObject([{ part: "semantic" }]);
      expect(list.topics[0]!.examples[0]!.paper_id).toContain("subject-0-");
    });
  });

  describe(`${name}: a topic of the sample`, () => {
    let library: Library & AsyncDisposable;
    let papers: Paper[];
    let signals: Signal[];

    beforeAll(async () => {
      library = await open();
      await loadSample(library);
      await buildTopics(library, { topics: 6 });
      papers = (await library.engine.papers.list({ filters: {}, sort: "paper_id", limit: 1_000 })).documents;
      signals = (await library.engine.signals.list({ filters: {}, sort: "newest", limit: 1_000 })).documents;
    }, 120_000);
    afterAll(() => closed(library));

    const each = async (check: (view: TopicView, own: Paper[], about: Signal[]) => void | Promise<void>) => {
      const { build, topics } = (await currentTopics(library.records))!;
      for (const topic of topics) {
        const ids = new Set(await topicMembers(library.records, build.build, topic.topic_id));
        const view = await inspectTopic(library, { topic: topic.topic_id, time_scope: "all" });
        const own = papers.filter(({ paper_id: id }) => ids.has(id));
        await check(
          view,
          own,
          signals.filter(({ paper_ids: about }) => about.some((id) => ids.has(id))),
        );
      }
    };

    it("counts what the documents hold: papers, years, shares, venues, people, signals by kind", async () => {
      await each((view, own, about) => {
        expect(view).toMatchObject({ state: "topic", paper_count: own.length, signal_count: about.length });
        for (const { year, papers: count, library: all } of view.papers_per_year) {
          expect([year, count]).toEqual([year, own.filter((paper) => paper.year === year).length]);
          expect([year, all]).toEqual([year, papers.filter((paper) => paper.year === year).length]);
        }
        expect(view.papers_per_year.reduce((sum, { papers: count }) => sum + count, view.without_year)).toBe(own.length);
        const shares = Object.fromEntries(view.shares.map((share) => [share.name, share.papers]));
        const with_ = (kind: Signal["kind"]) =>
          own.filter(({ paper_id: id }) => about.some((signal) => signal.kind === kind && signal.paper_ids.includes(id)));
        expect(shares).toEqual({
          abstract: own.filter(({ abstract }) => abstract !== null).length,
          code: with_("code").length,
          data_or_model: new Set([...with_("dataset"), ...with_("model")]).size,
          award: with_("award").length,
          retracted: own.filter(({ retracted }) => retracted).length,
        });
        for (const { name: venue, papers: count } of view.venues)
          expect(count).toBe(own.filter((paper) => paper.venue === venue).length);
        for (const { name: person, papers: count } of view.people)
          expect(count).toBe(own.filter(({ authors }) => authors.includes(person)).length);
        expect(Object.values(view.signals_by_kind).reduce((sum, kind) => sum + kind.signals, 0)).toBe(about.length);
        for (const [kind, counted] of Object.entries(view.signals_by_kind)) {
          const ofKind = about.filter((signal) => signal.kind === kind);
          const days = ofKind.map(({ observed_at: day }) => day).toSorted();
          expect(counted).toMatchObject({
            signals: ofKind.length,
            supports: ofKind.filter(({ polarity }) => polarity === "supports").length,
            against: ofKind.filter(({ polarity }) => polarity === "against").length,
            first: days[0],
            last: days.at(-1),
          });
        }
      });
    });

    it("every citation quotes the stored text, every number leads to one, and top papers are first in what they claim", async () => {
      await each(async (view, own) => {
        for (const { kind, id, field, quote, start, end } of view.citations) {
          const stored = kind === "paper" ? await library.engine.papers.get([id]) : await library.engine.signals.get([id]);
          expect((stored.get(id) as unknown as Record<string, string>)[field]!.slice(start, end)).toBe(quote);
        }
        const numbers = new Set(view.citations.map(({ number }) => number));
        const used = [
          view.top_papers,
          view.counter_evidence,
          view.judgment.dimensions,
          Object.values(view.signals_by_kind).map(({ latest }) => latest),
        ].flat();
        for (const { citations } of used) for (const number of citations) expect(numbers).toContain(number);
        const newest = view.top_papers.find(({ places }) => places.some(({ by, rank }) => by === "newest" && rank === 1));
        expect(newest!.year).toBe(Math.max(...own.filter(({ retracted }) => !retracted).map(({ year }) => year ?? 0)));
      });
    });

    it("time_scope counts only papers of those years, in topic and library", async () => {
      const [topic] = (await currentTopics(library.records))!.topics;
      const view = await inspectTopic(library, { topic: topic!.label, time_scope: { from: "2020-01-01", to: "2022-12-31" } });
      expect(view.topic?.topic_id).toBe(topic!.topic_id);
      expect(view.papers_per_year.map(({ year }) => year).filter((year) => year < 2020 || year > 2022)).toEqual([]);
      expect(view.paper_count).toBe(view.papers_per_year.reduce((sum, { papers: count }) => sum + count, 0));
      expect(view.paper_count).toBeGreaterThan(0);
      expect(view.counted.papers).toContain("from 2020 to 2022");
    });

    it("signals are found by kind, polarity, day, source, paper and topic: those, all of those, newest first", async () => {
      const { build, topics } = (await currentTopics(library.records))!;
      const members = new Set(await topicMembers(library.records, build.build, topics[0]!.topic_id));
      const paper_id = signals.find(({ polarity }) => polarity === "against")!.paper_ids[0];
      const cases: [SignalSearchRequest, (signal: Signal) => boolean][] = [
        [{ limit: 50, kinds: ["award", "erratum"] }, ({ kind }) => kind === "award" || kind === "erratum"],
        [{ limit: 50, polarity: "against" }, ({ polarity }) => polarity === "against"],
        [
          { limit: 50, since: "2024-01-01", until: "2024-09-30" },
          ({ observed_at: day }) => day >= "2024-01-01" && day <= "2024-09-30",
        ],
        [
          { limit: 50, source: signals[0]!.source.name, kinds: ["award"] },
          ({ source, kind }) => source.name === signals[0]!.source.name && kind === "award",
        ],
        [{ limit: 50, paper_id }, ({ paper_ids: ids }) => ids.includes(paper_id!)],
        [
          { limit: 50, paper_ids: [...members], kinds: ["review"] },
          ({ kind, paper_ids: ids }) => kind === "review" && ids.some((id) => members.has(id)),
        ],
        [{ limit: 50, paper_id, paper_ids: ["doi:10.1000/other"] }, () => false],
      ];
      for (const [request, passes] of cases) {
        const found = await searchSignals(library, request);
        const expected = signals.filter(passes);
        expect([request, found.total]).toEqual([request, { value: expected.length, relation: "eq" }]);
        expect(found.signals).toHaveLength(Math.min(50, expected.length));
        const ids = new Set(expected.map(({ signal_id: id }) => id));
        for (const { signal_id: id } of found.signals) expect(ids).toContain(id);
        const days = found.signals.map(({ observed_at: day }) => day);
        expect(days).toEqual(days.toSorted().toReversed());
      }
      await expect(searchSignals(library, { limit: 5, source: "No such source" })).rejects.toMatchObject({
        code: "invalid_argument",
        field: "source",
      });
      await expect(searchSignals(library, { limit: 5, since: "2024-02-01", until: "2024-01-01" })).rejects.toMatchObject({
        field: "until",
      });
    });

    it("a signal is shown with what agrees and what disagrees about the same papers, and how many there are", async () => {
      for (const { signal_id } of signals.filter(({ polarity }) => polarity === "against")) {
        const view = await inspectSignal(library, { signal_id });
        const about = signals.filter(
          (other) => other.signal_id !== signal_id && other.paper_ids.some((id) => view.signal.paper_ids.includes(id)),
        );
        expect(view.total_agrees).toBe(about.filter(({ polarity }) => polarity === "against").length);
        expect(view.total_disagrees).toBe(about.filter(({ polarity }) => polarity === "supports").length);
        expect(view.disagrees).toHaveLength(Math.min(20, view.total_disagrees));
        expect(view.provenance).toMatchObject({
          last_observed: view.signal.observed_at,
          observations: view.signal.history.length + 1,
        });
      }
    });

    it("papers are told their topics", async () => {
      const { build, topics } = (await currentTopics(library.records))!;
      const ids = await topicMembers(library.records, build.build, topics[1]!.topic_id);
      expect(await topicsOfPapers(library, ids)).toEqual([
        { topic_id: topics[1]!.topic_id, label: topics[1]!.label, papers: topics[1]!.papers, papers_here: ids.length },
      ]);
    });
  });
}

async function write(library: Library, from: number, to: number): Promise<void> {
  await library.engine.papers.write(await plantedRows(library.embedder, from, to));
  await library.engine.papers.refresh();
}

async function closed(library: Library & AsyncDisposable): Promise<void> {
  await library.engine.drop();
  await library[Symbol.asyncDispose]();
}
