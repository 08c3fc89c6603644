import { setTimeout as sleep } from "node:timers/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createKey } from "../../src/access/keys.ts";
import { REGISTRY } from "../../src/mcp/registry.ts";
import type { Records } from "../../src/records/port.ts";
import type { Library } from "../../src/retrieval/library.ts";
import { shareWorkspace, unshareWorkspace } from "../../src/workspaces/sharing.ts";
import { deleteWorkspace } from "../../src/workspaces/store.ts";
import type { Workspace } from "../../src/workspaces/workspace.ts";
import { LIMITS } from "../../src/workspaces/workspace.ts";
import { paper, row } from "../support/documents.ts";
import { legacyBody, post } from "../support/mcp-requests.ts";
import { startTestServer, type TestServer } from "../support/mcp-server.ts";
import { loadSample } from "../support/sample-library.ts";
import { askWithin, keyOf, workspaceWith } from "../support/workspaces.ts";

const DPR = "doi:10.18653/v1/2020.emnlp-main.550";
const CLIENTS = 50;

// oxlint-disable-next-line typescript/no-explicit-any
type Structured = any;

/** An empty library, and its records opened once more, as another server would. */
export type OpenPlace = () => Promise<{ library: Library & AsyncDisposable; second: () => Records }>;

/** What workspaces promise over the endpoint, whichever store keeps them. */
export function workspacesSuite(name: string, open: OpenPlace): void {
  describe(`${name}: workspaces`, () => {
    let library: Library & AsyncDisposable;
    let server: TestServer;
    /** Another server over the same records. */
    let neighbor: TestServer;
    let key: string;
    let foreign: string;
    let paperIds: string[];
    let signalIds: string[];

    beforeAll(async () => {
      const place = await open();
      library = place.library;
      await loadSample(library);
      server = await startTestServer(library, { ratePerMinute: 1_000_000 });
      neighbor = await startTestServer({ ...library, records: place.second() }, { ratePerMinute: 1_000_000 });
      key = await keyOf(library, "local");
      foreign = await keyOf(library, "another");
      const { papers, signals } = library.engine;
      paperIds = (await papers.list({ filters: {}, sort: "paper_id", limit: 60 })).documents.map((one) => one.paper_id);
      signalIds = (await signals.list({ filters: {}, sort: "signal_id", limit: 10 })).documents.map((one) => one.signal_id);
    }, 120_000);
    afterAll(async () => {
      await Promise.all([server.close(), neighbor.close()]);
      await neighbor.library.records[Symbol.asyncDispose]();
      await library.engine.drop();
      await library[Symbol.asyncDispose]();
    });

    async function call(
      tool: string,
      args: object,
      withKey = key,
    ): Promise<{ structured: Structured; text: string; error: Structured }> {
      const { json } = await post(server.url, legacyBody("tools/call", { name: tool, arguments: args }), { key: withKey });
      const { structuredContent: structured, content, isError } = json.result;
      return { structured, text: content[0].text, error: isError === true ? structured.error : undefined };
    }
    const done = async (tool: string, args: object, withKey = key): Promise<Structured> => {
      const { structured, error } = await call(tool, args, withKey);
      expect(error, JSON.stringify(error)).toBeUndefined();
      return structured;
    };
    const refused = async (tool: string, args: object, withKey = key): Promise<Structured> => {
      const { error, text } = await call(tool, args, withKey);
      expect(error, text).toBeDefined();
      return error;
    };

    describe("making one", () => {
      it("with the same token gives the same workspace, also to many who send it at once", async () => {
        const made = await Promise.all(
          Array.from({ length: 6 }, () => done("save_workspace", { name: "Once", client_token: "t-1" })),
        );
        expect(new Set(made.map(({ workspace_id: id }) => id)).size).toBe(1);
        expect(made.filter(({ created }) => created)).toHaveLength(1);
        const later = await done("save_workspace", { name: "Another name", client_token: "t-1" });
        expect(later).toMatchObject({ created: false, name: "Once", version: made[0].version });
        const others = await done("save_workspace", { name: "Once", client_token: "t-1" }, foreign);
        expect(others.created).toBe(true);
        expect(others.workspace_id).not.toBe(made[0].workspace_id);
      });

      it("without a token gives a new one each time", async () => {
        const [one, two] = [await done("save_workspace", { name: "Twice" }), await done("save_workspace", { name: "Twice" })];
        expect(one.workspace_id).not.toBe(two.workspace_id);
      });

      it.each([
        [{ name: "x".repeat(201) }, "name", "text of 1 to 200 characters"],
        [{ name: "  " }, "name", "text of 1 to 200 characters"],
        [{ name: "x", thesis: "x".repeat(1_001) }, "thesis", "text of 1 to 1000 characters"],
        [{ name: "x", client_token: "x".repeat(101) }, "client_token", "text of 1 to 100 characters"],
      ])("that breaks a limit is refused by field and limit", async (args, field, allowed) => {
        expect(await refused("save_workspace", args)).toMatchObject({ code: "invalid_argument", field, allowed });
      });

      it("beyond the number that an account may have is refused, and says how many", async () => {
        const crowded = await keyOf(library, "crowded");
        for (let index = 0; index < LIMITS.workspaces; index += 1) {
          await workspaceWith(library, [], { account: "crowded" });
        }
        expect((await refused("save_workspace", { name: "One more" }, crowded)).message).toContain("at most 100 workspaces");
      });
    });

    describe("saving", () => {
      it("creates a workspace with its items in one call, and repeats it safely with a token", async () => {
        const args = {
          name: "All at once",
          thesis: "One call is enough.",
          client_token: "t-items",
          items: [
            { kind: "paper", id: DPR },
            { kind: "note", note: "Start here." },
          ],
        };
        const made = await done("save_workspace", args);
        expect(made).toMatchObject({ created: true, changed: 2, unchanged: 0, replaced: {}, counts: { papers: 1, notes: 1 } });
        const again = await done("save_workspace", args);
        expect(again).toMatchObject({
          workspace_id: made.workspace_id,
          version: made.version,
          created: false,
          changed: 0,
          unchanged: 2,
        });
      });

      it("makes no workspace where an item is unknown", async () => {
        const before = (await done("get_workspaces", {})).workspaces.length;
        const error = await refused("save_workspace", { name: "Never", items: [{ kind: "paper", id: "arxiv:9901.00001" }] });
        expect(error).toMatchObject({ code: "not_found", field: "items[0].id" });
        expect((await done("get_workspaces", {})).workspaces).toHaveLength(before);
      });

      it("replaces the thesis and adds items in one write, or does neither", async () => {
        const { workspace_id, version } = await workspaceWith(library, [], { thesis: "Before." });
        const items = [{ kind: "note", note: "New." }];
        const args = { workspace_id, expected_version: version, thesis: "After.", items };
        expect(await done("save_workspace", args)).toMatchObject({
          thesis: "After.",
          replaced: { thesis: "Before." },
          changed: 1,
          counts: { notes: 1 },
        });
        const late = { ...args, thesis: "Too late.", items: [{ kind: "note", note: "Too late as well." }] };
        expect((await refused("save_workspace", late)).code).toBe("version_conflict");
        expect(await done("get_workspaces", { workspace_id })).toMatchObject({ thesis: "After.", counts: { notes: 1 } });
      });

      it.each([
        [{ thesis: "No name." }, "name"],
        [{ name: "x", expected_version: 1 }, "expected_version"],
        [{ workspace_id: `ws_${"0".repeat(32)}`, name: "x" }, "expected_version"],
        [{ workspace_id: `ws_${"0".repeat(32)}`, client_token: "t" }, "client_token"],
        [{ workspace_id: `ws_${"0".repeat(32)}` }, "items"],
      ])("%j is refused at %s", async (args, field) => {
        expect(await refused("save_workspace", args)).toMatchObject({ code: "invalid_argument", field });
      });
    });

    describe("removing", () => {
      it("deletes a whole workspace only when told to, with its version", async () => {
        const { workspace_id, version } = await workspaceWith(library, [{ kind: "paper", id: DPR }]);
        const attempts = [
          [{ workspace_id }, "items"],
          [{ workspace_id, items: [] }, "items"],
          [{ workspace_id, expected_version: version }, "expected_version"],
          [{ workspace_id, delete_workspace: true }, "expected_version"],
          [{ workspace_id, delete_workspace: true, expected_version: version, items: [{ kind: "paper", id: DPR }] }, "items"],
        ] as const;
        for (const [args, field] of attempts) {
          expect(await refused("remove_from_workspace", args)).toMatchObject({ code: "invalid_argument", field });
        }
        expect((await done("get_workspaces", { workspace_id })).counts.papers).toBe(1);
      });
    });

    describe("reading", () => {
      it.each([
        ["get_workspaces", { format: "json" }, "format"],
        ["get_workspaces", { part: 2 }, "part"],
        ["get_workspaces", { workspace_id: `ws_${"0".repeat(32)}`, part: 2 }, "part"],
        ["get_runs", { run_id: `run_${"0".repeat(32)}`, workspace_id: "ws" }, "workspace_id"],
        ["get_runs", { run_id: `run_${"0".repeat(32)}`, cursor: "x" }, "cursor"],
      ])("%s %j is refused at %s: the arguments do not go together", async (tool, args, field) => {
        expect(await refused(tool, args)).toMatchObject({ code: "invalid_argument", field });
      });

      it("an address without an id leads nowhere, rather than to a list", async () => {
        for (const uri of ["workspace://", "run://", "signal://", "workspace://%20"]) {
          const { json } = await post(server.url, legacyBody("resources/read", { uri }), { key });
          expect(json.error).toMatchObject({ data: { code: "unknown_resource" } });
        }
      });
    });

    describe("items", () => {
      it("are saved once, whatever the spelling of their ids, and keep their place and time", async () => {
        const { workspace_id } = await workspaceWith(library, []);
        const items = [
          { kind: "paper", id: "https://aclanthology.org/2020.emnlp-main.550.pdf", note: "the baseline" },
          { kind: "signal", id: signalIds[0] },
          { kind: "note", note: "Ask about typos." },
        ];
        const first = await done("save_workspace", { workspace_id, items });
        expect(first).toMatchObject({ changed: 3, annotated: 0, unchanged: 0, counts: { papers: 1, signals: 1, notes: 1 } });
        const before = await done("get_workspaces", { workspace_id });
        expect(before.items[0]).toMatchObject({ kind: "paper", id: DPR, note: "the baseline", state: "present", year: 2020 });
        const again = await done("save_workspace", { workspace_id, items: [{ kind: "paper", id: DPR }, ...items.slice(1)] });
        expect(again).toMatchObject({ changed: 0, annotated: 0, unchanged: 3, version: first.version });
        expect(await done("get_workspaces", { workspace_id })).toEqual(before);
        const annotated = await done("save_workspace", {
          workspace_id,
          items: [{ kind: "paper", id: DPR, note: "beaten since" }],
        });
        expect(annotated).toMatchObject({ changed: 0, annotated: 1 });
        expect(annotated.version).toBeGreaterThan(first.version);
        const { items: standing } = await done("get_workspaces", { workspace_id });
        expect(standing[0]).toEqual({ ...before.items[0], note: "beaten since" });
      });

      it("are removed once; what is not there is no error", async () => {
        const { workspace_id } = await workspaceWith(library, [
          { kind: "paper", id: DPR },
          { kind: "note", note: "Gone tomorrow." },
        ]);
        const items = [
          { kind: "paper", id: "10.18653/v1/2020.emnlp-main.550" },
          { kind: "note", note: "Gone tomorrow." },
          { kind: "signal", id: "sig:never" },
        ];
        expect(await done("remove_from_workspace", { workspace_id, items })).toMatchObject({ changed: 2, unchanged: 1 });
        expect(await done("remove_from_workspace", { workspace_id, items })).toMatchObject({ changed: 0, unchanged: 3 });
        expect((await done("get_workspaces", { workspace_id })).items).toEqual([]);
      });

      it("that are not in the library are refused by their place, and nothing is saved", async () => {
        const { workspace_id, version } = await workspaceWith(library, []);
        const error = await refused("save_workspace", {
          workspace_id,
          items: [
            { kind: "paper", id: DPR },
            { kind: "paper", id: "arxiv:9901.00001" },
          ],
        });
        expect(error).toMatchObject({ code: "not_found", field: "items[1].id" });
        const signal = { workspace_id, items: [{ kind: "signal", id: "sig:none" }] };
        expect(await refused("save_workspace", signal)).toMatchObject({ code: "not_found", field: "items[0].id" });
        expect(await done("get_workspaces", { workspace_id })).toMatchObject({ version, items: [] });
      });

      it.each([
        [{ kind: "paper" }, "items[0].id"],
        [{ kind: "note", id: "n1" }, "items[0].note"],
        [{ kind: "note", note: "x".repeat(1_001) }, "items[0].note"],
        [{ kind: "venue", id: "x" }, "items[0].kind"],
      ])("%j is refused at %s", async (item, field) => {
        const { workspace_id } = await workspaceWith(library, []);
        expect(await refused("save_workspace", { workspace_id, items: [item] })).toMatchObject({
          code: "invalid_argument",
          field,
        });
      });

      it("beyond what a workspace may hold are refused, and says how many more it takes", async () => {
        const { workspace_id } = await workspaceWith(library, []);
        const notes = (from: number, count: number) =>
          Array.from({ length: count }, (_, index) => ({ kind: "note", note: `note ${from + index}` }));
        for (let from = 0; from < 480; from += 96) await done("save_workspace", { workspace_id, items: notes(from, 96) });
        const error = await refused("save_workspace", { workspace_id, items: notes(480, 21) });
        expect(error).toMatchObject({ code: "invalid_argument", field: "items", allowed: "20 more items" });
        await done("save_workspace", { workspace_id, items: notes(480, 20) });
        expect((await done("get_workspaces", { workspace_id })).counts.notes).toBe(LIMITS.items);
      });

      it("come from a source_context: what an answer rests on is saved in one call", async () => {
        const { workspace_id } = await workspaceWith(library, []);
        const { source_context: context } = await done("search_papers", { query: "dense retrieval", limit: 4 });
        const saved = await done("save_workspace", { workspace_id, source_context: context });
        expect(saved.counts.papers).toBe(4);
        const { items } = await done("get_workspaces", { workspace_id });
        expect(items.map(({ id }: { id: string }) => id)).toEqual(context.paper_ids);
      });

      it("whose paper was merged into another one are still the same item, by the former id and by the new one", async () => {
        const { engine } = library;
        const [former, now] = ["doi:10.1000/former", "doi:10.1000/now"];
        await engine.papers.write([row(paper({ paper_id: former, title: "One paper", ids: { doi: "10.1000/former" } }))]);
        await engine.papers.refresh();
        const { workspace_id, version } = await workspaceWith(library, [{ kind: "paper", id: former }]);
        await engine.papers.remove([former]);
        const merged = paper({
          paper_id: now,
          title: "One paper",
          ids: { doi: "10.1000/now" },
          aliases: [now, former],
          former_ids: [former],
        });
        await engine.papers.write([row(merged)]);
        await engine.papers.refresh();
        expect((await done("get_workspaces", { workspace_id })).items).toMatchObject([
          { id: former, state: "merged", merged_into: now },
        ]);
        for (const id of [former, now]) {
          const again = await done("save_workspace", { workspace_id, items: [{ kind: "paper", id }] });
          expect(again).toMatchObject({ changed: 0, unchanged: 1, version });
        }
        const { content } = await done("get_workspaces", { workspace_id, format: "csl-json" });
        expect(JSON.parse(content)).toMatchObject([{ DOI: "10.1000/now", title: "One paper" }]);
        expect(await done("remove_from_workspace", { workspace_id, items: [{ kind: "paper", id: now }] })).toMatchObject({
          changed: 1,
        });
        await engine.papers.remove([now]);
        await engine.papers.refresh();
      });

      it("tell what became of their records since, and what was saved where the library is away", async () => {
        const { engine } = library;
        const gone = paper({ paper_id: "doi:10.1000/gone", title: "Gone soon", ids: { doi: "10.1000/gone" } });
        const withdrawn = paper({
          paper_id: "doi:10.1000/withdrawn",
          title: "Withdrawn soon",
          ids: { doi: "10.1000/withdrawn" },
        });
        await engine.papers.write([row(gone), row(withdrawn)]);
        await engine.papers.refresh();
        const { workspace_id } = await workspaceWith(
          library,
          [gone, withdrawn].map(({ paper_id: id }) => ({ kind: "paper", id })),
        );
        await engine.papers.remove([gone.paper_id]);
        await engine.papers.write([row({ ...withdrawn, retracted: true })]);
        await engine.papers.refresh();
        const { structured, text } = await call("get_workspaces", { workspace_id });
        expect(structured.items).toMatchObject([
          { id: gone.paper_id, title: "Gone soon", state: "gone" },
          { id: withdrawn.paper_id, state: "retracted" },
        ]);
        expect(text).toContain("RETRACTED");
        await engine.papers.remove([withdrawn.paper_id]);
        expect(
          (await done("remove_from_workspace", { workspace_id, items: [{ kind: "paper", id: gone.paper_id }] })).changed,
        ).toBe(1);
      });
    });

    describe("changes that name a version", () => {
      it("go through over that version alone; a conflict names the version that stands", async () => {
        const { workspace_id, version } = await workspaceWith(library, []);
        const updated = await done("save_workspace", { workspace_id, expected_version: version, thesis: "First." });
        const error = await refused("save_workspace", { workspace_id, expected_version: version, thesis: "Second." });
        expect(error).toMatchObject({
          code: "version_conflict",
          field: "expected_version",
          allowed: String(updated.version),
          retryable: false,
        });
        expect(error.message).toContain(`current version is ${updated.version}`);
        expect(await done("get_workspaces", { workspace_id })).toMatchObject({ thesis: "First.", version: updated.version });
        const deletion = await refused("remove_from_workspace", {
          workspace_id,
          delete_workspace: true,
          expected_version: version,
        });
        expect(deletion).toMatchObject({ code: "version_conflict", allowed: String(updated.version) });
        expect(
          await done("remove_from_workspace", { workspace_id, delete_workspace: true, expected_version: updated.version }),
        ).toMatchObject({
          deleted: true,
        });
        expect((await refused("get_workspaces", { workspace_id })).code).toBe("not_found");
        expect(
          (await refused("remove_from_workspace", { workspace_id, delete_workspace: true, expected_version: updated.version }))
            .code,
        ).toBe("not_found");
      });

      it("may be sent again: what stands already is no conflict", async () => {
        const { workspace_id, version } = await workspaceWith(library, []);
        const args = { workspace_id, expected_version: version, name: "Renamed" };
        const [first, again] = [await done("save_workspace", args), await done("save_workspace", args)];
        expect(first.replaced).toEqual({ name: "Retrieval at work" });
        expect(again).toEqual({ ...first, replaced: {} });
      });

      it("must change something", async () => {
        const { workspace_id, version } = await workspaceWith(library, []);
        const error = await refused("save_workspace", { workspace_id, expected_version: version, name: "" });
        expect(error).toMatchObject({ code: "invalid_argument", field: "items" });
      });
    });

    describe(`${CLIENTS} clients of two servers that write to one workspace at once`, () => {
      it("lose nothing: each item that was added is there once, each that was removed is not", { timeout: 120_000 }, async () => {
        const keep = paperIds.slice(0, CLIENTS);
        const { workspace_id } = await workspaceWith(
          library,
          Array.from({ length: CLIENTS }, (_, n) => ({ kind: "note", note: `old ${n}` })),
        );
        const clients = await connected([server, neighbor], library, CLIENTS);
        try {
          const outcomes = await Promise.all(
            clients.map(async (client, n) => {
              const added = await untilTaken(client, {
                name: "save_workspace",
                arguments: {
                  workspace_id,
                  items: [
                    { kind: "paper", id: keep[n] },
                    { kind: "note", note: `new ${n}` },
                  ],
                },
              });
              const removed = await untilTaken(client, {
                name: "remove_from_workspace",
                arguments: { workspace_id, items: [{ kind: "note", note: `old ${n}` }] },
              });
              return [added.isError === true, removed.isError === true];
            }),
          );
          expect(outcomes.flat().filter(Boolean)).toEqual([]);
        } finally {
          await Promise.all(clients.map((client) => client.close()));
        }
        const { items } = await done("get_workspaces", { workspace_id });
        const names = (items as { kind: string; id: string; note: string }[]).map(({ kind, id, note }) =>
          kind === "note" ? note : id,
        );
        const wanted = [...keep, ...keep.map((_, n) => `new ${n}`)];
        expect(names.sort()).toEqual(wanted.sort());
      });

      it(
        "over one version change it once; every other one hears of the conflict and of the version that stands",
        { timeout: 120_000 },
        async () => {
          const { workspace_id, version } = await workspaceWith(library, []);
          const clients = await connected([server, neighbor], library, CLIENTS);
          try {
            const results = await Promise.all(
              clients.map((client, n) =>
                untilTaken(client, {
                  name: "save_workspace",
                  arguments: { workspace_id, expected_version: version, thesis: `Thesis ${n}.` },
                }),
              ),
            );
            const won = results.filter(({ isError }) => isError !== true);
            expect(won).toHaveLength(1);
            const standing = (won[0]!.structuredContent as Structured).version;
            const errors = results
              .filter(({ isError }) => isError === true)
              .map(({ structuredContent }) => (structuredContent as Structured).error);
            expect(errors).toHaveLength(CLIENTS - 1);
            for (const error of errors) expect(error).toMatchObject({ code: "version_conflict", allowed: String(standing) });
            expect((await done("get_workspaces", { workspace_id })).thesis).toBe(
              (won[0]!.structuredContent as Structured).thesis,
            );
          } finally {
            await Promise.all(clients.map((client) => client.close()));
          }
        },
      );
    });

    describe("runs", () => {
      it("of a workspace are listed newest first and paged through once, those of the account with them", async () => {
        const { workspace_id } = await workspaceWith(library, [{ kind: "paper", id: DPR }]);
        const asked: string[] = [];
        for (const question of ["Does dense retrieval beat BM25?", "What is late interaction?", "How is recall measured?"]) {
          asked.unshift((await askWithin(library, workspace_id, question)).run_id);
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
        const elsewhere = await done("search_signal_canvas", { query: "How can hallucination be detected?" });
        const idsOf = ({ runs }: { runs: { run_id: string }[] }) => runs.map(({ run_id: id }) => id);
        const first = await done("get_runs", { workspace_id, limit: 2 });
        const second = await done("get_runs", { workspace_id, limit: 2, cursor: first.next_cursor });
        expect([...idsOf(first), ...idsOf(second)]).toEqual(asked);
        expect(second).not.toHaveProperty("next_cursor");
        expect(idsOf(await done("get_runs", { limit: 4 }))).toEqual([elsewhere.run_id, ...asked]);
        expect((await refused("get_runs", { cursor: "none" })).code).toBe("bad_cursor");
      });

      it("are shown as they were, and the same when nothing has changed", async () => {
        const { workspace_id } = await workspaceWith(library, [{ kind: "paper", id: DPR }]);
        const answer = await done("search_signal_canvas", {
          query: "Does dense retrieval beat BM25?",
          mode: "workspace",
          workspace_id,
          detail: "full",
        });
        const { structured, text } = await call("get_runs", { run_id: answer.run_id });
        expect(structured).toMatchObject({
          workspace_id,
          request: { query: "Does dense retrieval beat BM25?", mode: "workspace" },
        });
        expect(structured.answer).toEqual(answer);
        expect(structured.changes).toMatchObject({ generation: null, papers_gone: [], retracted_since: [], quotes_changed: [] });
        expect(structured.changes.quotes_unchanged).toBe(answer.citations.length);
        expect(text).toContain("Nothing has changed since");
        for (const { text: sentence } of answer.answer.sentences)
          expect(text).toContain(sentence.slice(0, 40).replaceAll("[", "\\["));
      });

      it("say what has changed since: papers gone, retracted, quotes moved, changed or gone", async () => {
        const { engine, embedder } = library;
        const sentence = "Zebrafish retrieval outperforms term matching on aquarium questions by nine points of recall.";
        const ids = ["gone", "withdrawn", "moved", "changed"].map((word) => `doi:10.1000/${word}-run`);
        const written = ids.map((id, n) =>
          paper({
            paper_id: id,
            title: `Zebrafish retrieval ${n}`,
            abstract: `${sentence} It is study number ${n} of the aquarium series on fish.`,
          }),
        );
        const vectors = (await embedder.embedTexts(
          written.map(({ title, abstract }) => `${title} ${abstract}`),
        )) as Float32Array[];
        await engine.papers.write(written.map((document, n) => row(document, vectors[n])));
        await engine.papers.refresh();
        const { workspace_id } = await workspaceWith(
          library,
          ids.map((id) => ({ kind: "paper", id })),
        );
        const answer = await askWithin(
          library,
          workspace_id,
          "Does zebrafish retrieval outperform term matching on aquarium questions?",
        );
        expect(answer.source_context.paper_ids).toEqual(expect.arrayContaining(ids));

        const [, withdrawn, moved, changed] = written;
        await engine.papers.remove([ids[0]!]);
        await engine.papers.write([
          row({ ...withdrawn!, retracted: true }, vectors[1]),
          row({ ...moved!, abstract: `Corrected. ${moved!.abstract}` }, vectors[2]),
          row({ ...changed!, abstract: "Another abstract altogether, about something else entirely than before." }, vectors[3]),
        ]);
        await engine.papers.refresh();
        const { changes } = await done("get_runs", { run_id: answer.run_id });
        expect(changes).toMatchObject({ papers_gone: [ids[0]], retracted_since: [ids[1]], generation: null });
        const expected: Record<string, string> = { [ids[0]!]: "gone", [ids[2]!]: "moved", [ids[3]!]: "changed" };
        const cited = answer.citations.filter(({ id }) => id in expected);
        expect(cited.length).toBeGreaterThan(0);
        expect(changes.quotes_changed).toEqual(cited.map(({ number, id }) => ({ number, id, how: expected[id] })));
        await engine.papers.remove(ids);
        await engine.papers.refresh();
      });

      it("of a deleted workspace stay readable", async () => {
        const { workspace_id, version } = await workspaceWith(library, []);
        const { run_id } = await askWithin(library, workspace_id, "Does dense retrieval beat BM25?");
        await done("remove_from_workspace", { workspace_id, delete_workspace: true, expected_version: version });
        expect((await done("get_runs", { run_id })).workspace_id).toBe(workspace_id);
      });

      it("of days gone by than ninety are forgotten", async () => {
        vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 91 * 86_400_000 });
        let run: string;
        try {
          const { workspace_id } = await workspaceWith(library, []);
          run = (await askWithin(library, workspace_id, "Does dense retrieval beat BM25?")).run_id;
        } finally {
          vi.useRealTimers();
        }
        expect((await refused("get_runs", { run_id: run })).code).toBe("not_found");
      });
    });

    describe("another account's key", () => {
      let workspace: Workspace;
      let runId: string;
      const secret = "The unspoken thesis of one account";

      beforeAll(async () => {
        workspace = await workspaceWith(
          library,
          [
            { kind: "paper", id: DPR },
            { kind: "note", note: "a private note" },
          ],
          {
            name: "A private name",
            thesis: secret,
          },
        );
        runId = (await askWithin(library, workspace.workspace_id, "Does dense retrieval beat BM25?")).run_id;
      });

      const deletion = () => ({
        workspace_id: workspace.workspace_id,
        expected_version: workspace.version,
        delete_workspace: true,
      });
      const attempts = (): [tool: string, args: object][] => {
        const { workspace_id, version } = workspace;
        return [
          ["get_workspaces", { workspace_id }],
          ["get_workspaces", { workspace_id, format: "json" }],
          ["get_runs", { workspace_id }],
          ["get_workspaces", { workspace_id, since: "2020" }],
          ["get_runs", { run_id: runId }],
          ["check_answer", { text: "Dense retrieval beats BM25 [1].", run_id: runId }],
          ["search_signal_canvas", { query: "Does dense retrieval beat BM25?", mode: "workspace", workspace_id }],
          ["save_workspace", { workspace_id, expected_version: version, name: "Taken over" }],
          ["save_workspace", { workspace_id, items: [{ kind: "note", note: "was here" }] }],
          ["remove_from_workspace", { workspace_id, items: [{ kind: "paper", id: DPR }] }],
          ["remove_from_workspace", deletion()],
        ];
      };

      it("sees and changes nothing, over every tool that names a workspace or a run: it is told the same as of an id that never was", async () => {
        const named = REGISTRY.tools.filter(({ published }) =>
          ["workspace_id", "run_id"].some((argument) => argument in (published.inputSchema.properties ?? {})),
        );
        const message = "add a call of each new tool with a workspace_id or run_id to attempts above";
        expect(new Set(named.map((tool) => tool.name)), message).toEqual(new Set(attempts().map(([tool]) => tool)));
        for (const [tool, args] of attempts()) {
          const { error, text } = await call(tool, args, foreign);
          expect([tool, error?.code]).toEqual([tool, "not_found"]);
          for (const word of [secret, "A private name", "a private note"]) expect(text).not.toContain(word);
          const never = {
            ...args,
            ...("run_id" in args ? { run_id: `run_${"0".repeat(32)}` } : { workspace_id: `ws_${"0".repeat(32)}` }),
          };
          const { error: unknown } = await call(tool, never, foreign);
          expect({ ...unknown, request_id: "" }).toEqual({ ...error, request_id: "" });
        }
        const standing = await done("get_workspaces", { workspace_id: workspace.workspace_id });
        expect(standing).toMatchObject({ version: workspace.version, name: "A private name", thesis: secret });
        expect(standing.items).toHaveLength(2);
      });

      it("finds nothing of it in the tools that list", async () => {
        for (const tool of ["get_workspaces", "get_runs"]) {
          const { structured, text } = await call(tool, tool === "get_runs" ? { limit: 50 } : {}, foreign);
          for (const word of [secret, "A private name", workspace.workspace_id, runId]) {
            expect(text + JSON.stringify(structured)).not.toContain(word);
          }
        }
      });

      it("finds nothing at its addresses and in its completions", async () => {
        const read = async (uri: string, withKey: string) =>
          (await post(server.url, legacyBody("resources/read", { uri }), { key: withKey })).json;
        const addresses = REGISTRY.resources.map(({ listed }) => ("uriTemplate" in listed ? listed.uriTemplate : ""));
        expect(addresses).toEqual(expect.arrayContaining(["workspace://{workspace_id}", "run://{run_id}"]));
        for (const uri of [`workspace://${workspace.workspace_id}`, `run://${runId}`]) {
          const own = await read(uri, key);
          expect(own.result.contents).toHaveLength(2);
          expect((await read(uri, foreign)).error).toMatchObject({ code: -32_602, data: { code: "unknown_resource", uri } });
        }
        const ref = { type: "ref/resource", uri: "workspace://{workspace_id}" };
        const complete = async (withKey: string) => {
          const argument = { name: "workspace_id", value: "private name" };
          const { json } = await post(server.url, legacyBody("completion/complete", { ref, argument }), { key: withKey });
          return json.result.completion.values as string[];
        };
        expect(await complete(key)).toEqual([workspace.workspace_id]);
        expect(await complete(foreign)).toEqual([]);
      });

      describe("where the workspace is shared with it", () => {
        const owner = () => ({ records: library.records, account: "local", name: "local" });
        const another = { account_id: "another", name: "another" };
        const writes = new Set(["save_workspace", "remove_from_workspace"]);
        /** What each of the attempts comes to: `done`, or the code of the error. */
        const outcomes = async () => {
          const found: [tool: string, outcome: string][] = [];
          for (const [tool, args] of attempts()) found.push([tool, (await call(tool, args, foreign)).error?.code ?? "done"]);
          return found;
        };
        const standing = () => done("get_workspaces", { workspace_id: workspace.workspace_id });
        beforeEach(async () => {
          workspace = await workspaceWith(library, [{ kind: "paper", id: DPR }], { name: "A private name", thesis: secret });
          runId = (await askWithin(library, workspace.workspace_id, "Does dense retrieval beat BM25?")).run_id;
        });

        it("reads it as a viewer over every tool, and changes nothing over any", async () => {
          await shareWorkspace(owner(), workspace.workspace_id, { account: another, role: "viewer" });
          for (const [tool, outcome] of await outcomes())
            expect([tool, outcome]).toEqual([tool, writes.has(tool) ? "read_only" : "done"]);
          expect(await standing()).toMatchObject({ version: workspace.version, name: "A private name", role: "owner" });
        });

        it("changes it as an editor, and cannot delete it or take it over", async () => {
          await shareWorkspace(owner(), workspace.workspace_id, { account: another, role: "editor" });
          const found = await outcomes();
          expect(found.slice(0, -1).map(([, outcome]) => outcome)).toEqual(found.slice(0, -1).map(() => "done"));
          expect(found.at(-1)).toEqual(["remove_from_workspace", "read_only"]);
          expect(await standing()).toMatchObject({ name: "Taken over", role: "owner" });
          const thief = { records: library.records, account: "another", name: "another" };
          const given = { account: { account_id: "third", name: "third" }, role: "editor" } as const;
          await expect(shareWorkspace(thief, workspace.workspace_id, given)).rejects.toMatchObject({ code: "read_only" });
          await expect(unshareWorkspace(thief, workspace.workspace_id, "third")).rejects.toMatchObject({ code: "read_only" });
        });

        it("finds it in its lists and at its addresses, marked as shared", async () => {
          await shareWorkspace(owner(), workspace.workspace_id, { account: another, role: "viewer" });
          const { workspaces } = await done("get_workspaces", {}, foreign);
          const found = workspaces.find(({ workspace_id: id }: Workspace) => id === workspace.workspace_id);
          expect(found).toMatchObject({ role: "viewer", shared_by: "local" });
          for (const uri of [`workspace://${workspace.workspace_id}`, `run://${runId}`]) {
            const { json } = await post(server.url, legacyBody("resources/read", { uri }), { key: foreign });
            expect(json.result.contents).toHaveLength(2);
          }
        });

        it("sees nothing of it anymore once sharing has ended, by either of the two, or the workspace is gone", async () => {
          const share = () => shareWorkspace(owner(), workspace.workspace_id, { account: another, role: "editor" });
          const seesNothing = async () =>
            expect(new Set((await outcomes()).map(([, outcome]) => outcome))).toEqual(new Set(["not_found"]));
          await share();
          await unshareWorkspace(owner(), workspace.workspace_id, "another");
          await seesNothing();
          await share();
          await unshareWorkspace({ records: library.records, account: "another" }, workspace.workspace_id, "another");
          await seesNothing();
          await share();
          const { version } = await standing();
          await deleteWorkspace(owner(), { workspace_id: workspace.workspace_id, expected_version: version });
          await seesNothing();
          const where = { workspace_id: workspace.workspace_id };
          expect((await library.records.list("share", { where, limit: 10 })).records).toEqual([]);
        });

        it("is not shared with its own owner", async () => {
          const own = { account: { account_id: "local", name: "local" }, role: "editor" } as const;
          await expect(shareWorkspace(owner(), workspace.workspace_id, own)).rejects.toMatchObject({ code: "invalid_argument" });
        });
      });

      it("of the same account sees and changes it: workspaces belong to the account, not to the key", async () => {
        const { key: second } = await createKey(library.records, {
          name: "second",
          account: "local",
          scopes: ["workspaces:read"],
        });
        expect((await done("get_workspaces", { workspace_id: workspace.workspace_id }, second)).thesis).toBe(secret);
        const { json, status } = await post(
          server.url,
          legacyBody("tools/call", { name: "remove_from_workspace", arguments: deletion() }),
          { key: second },
        );
        expect([status, json.error.data.code]).toEqual([403, "missing_scope"]);
      });
    });
  });
}

/** Clients of the official SDK, spread over the servers, each with a key of its own of the account `local`. */
async function connected(servers: readonly TestServer[], library: Library, count: number): Promise<Client[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const key = await keyOf(library, "local");
      const client = new Client({ name: `client-${n}`, version: "1.0.0" });
      const requestInit = { headers: { Authorization: `Bearer ${key}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(servers[n % servers.length]!.url), { requestInit }));
      return client;
    }),
  );
}

/** Calls a tool as a client does that heeds “overloaded”: again a moment later. What was refused so was not begun. */
async function untilTaken(client: Client, call: Parameters<Client["callTool"]>[0]): ReturnType<Client["callTool"]> {
  for (;;) {
    try {
      return await client.callTool(call);
    } catch (error) {
      if (!String(error).includes('"overloaded"')) throw error;
      await sleep(500);
    }
  }
}
