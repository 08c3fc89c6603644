import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Records, StoredRecord } from "../../src/records/port.ts";

/** Opens records over an empty place of their own. `second` opens the same place once more, as another process would. */
export type OpenRecords = () => Promise<{ records: Records; second(): Promise<Records>; dispose(): Promise<void> }>;

/** What every record store promises (see `src/records/port.ts`), as tests. */
export function recordsContract(name: string, open: OpenRecords): void {
  describe(`${name}: records`, () => {
    let place: Awaited<ReturnType<OpenRecords>>;
    let records: Records;

    beforeAll(async () => {
      place = await open();
      records = place.records;
    });
    afterAll(() => place.dispose());

    test("what is not there is null", async () => {
      expect(await records.get("key", "absent")).toBeNull();
      expect(await records.delete("key", "absent")).toBe(false);
      expect(await records.list("ingest_run", { limit: 10 })).toEqual({ records: [], next: null });
    });

    test("a record is read as it was written, at once", async () => {
      const value = { hash: "h", nested: { list: [1, 2.5, null, "x"], flag: false }, text: "é🦓 \u0000 ' \" \\ \n", empty: "" };
      const put = await records.put("key", "whole", value);
      expect(put).toEqual({ id: "whole", version: put!.version, value });
      expect(await records.get("key", "whole")).toEqual(put);
    });

    test("it tells how much room there is", async () => {
      const { free, total, isLow } = (await records.room())!;
      expect(free).toBeGreaterThan(0);
      expect(total).toBeGreaterThan(free);
      expect(isLow).toBe(false);
    });

    test("members that are undefined are left out", async () => {
      await records.put("run", "undefined", { a: 1, b: undefined });
      expect((await records.get("run", "undefined"))!.value).toStrictEqual({ a: 1 });
    });

    test.each(["with space", "a/b?c#d", 'O\'Brien "x"; --', "%_*", "é🦓", "..", "UPPER", "upper"])(
      "the id %j is one of its own",
      async (id) => {
        await records.put("account", id, { name: id });
        expect(await records.get("account", id)).toMatchObject({ id, value: { name: id } });
        const { records: found } = await records.list("account", { where: { name: id }, limit: 10 });
        expect(found.map((record) => record.id)).toEqual([id]);
        expect(await records.delete("account", id)).toBe(true);
        expect(await records.get("account", id)).toBeNull();
      },
    );

    test("records of two kinds with one id are two records", async () => {
      await records.put("key", "same", { hash: "key" });
      await records.put("secret", "same", { hash: "secret" });
      expect((await records.get("key", "same"))!.value).toEqual({ hash: "key" });
      expect(await records.delete("key", "same")).toBe(true);
      expect((await records.get("secret", "same"))!.value).toEqual({ hash: "secret" });
    });

    test("a large value is kept whole", async () => {
      const value = { text: "x".repeat(1_000_000) };
      await records.put("run", "large", value);
      expect((await records.get<typeof value>("run", "large"))!.value.text).toHaveLength(1_000_000);
    });

    describe("versions", () => {
      test("grow with each write", async () => {
        const first = await records.put("run", "grows", { n: 1 });
        const second = await records.put("run", "grows", { n: 2 });
        expect(first!.version).toBeGreaterThan(0);
        expect(second!.version).toBeGreaterThan(first!.version);
        expect(await records.get("run", "grows")).toEqual(second);
      });

      test("0 writes only where there is nothing", async () => {
        expect(await records.put("run", "fresh", { n: 1 }, { expectedVersion: 0 })).not.toBeNull();
        expect(await records.put("run", "fresh", { n: 2 }, { expectedVersion: 0 })).toBeNull();
        expect((await records.get("run", "fresh"))!.value).toEqual({ n: 1 });
      });

      test("a version writes only over itself", async () => {
        const first = (await records.put("run", "over", { n: 1 }))!;
        const second = (await records.put("run", "over", { n: 2 }, { expectedVersion: first.version }))!;
        expect(await records.put("run", "over", { n: 3 }, { expectedVersion: first.version })).toBeNull();
        expect(await records.put("run", "over", { n: 3 }, { expectedVersion: second.version + 1 })).toBeNull();
        expect(await records.get("run", "over")).toEqual(second);
      });

      test("a version never writes where nothing is", async () => {
        expect(await records.put("run", "nothing", { n: 1 }, { expectedVersion: 1 })).toBeNull();
        expect(await records.get("run", "nothing")).toBeNull();
        const made = (await records.put("run", "nothing", { n: 1 }))!;
        await records.delete("run", "nothing");
        expect(await records.put("run", "nothing", { n: 2 }, { expectedVersion: made.version })).toBeNull();
      });

      test("a version removes only itself", async () => {
        const first = (await records.put("run", "removed", { n: 1 }))!;
        const second = (await records.put("run", "removed", { n: 2 }))!;
        expect(await records.delete("run", "removed", { expectedVersion: first.version })).toBe(false);
        expect(await records.get("run", "removed")).toEqual(second);
        expect(await records.delete("run", "removed", { expectedVersion: second.version })).toBe(true);
        expect(await records.get("run", "removed")).toBeNull();
        expect(await records.delete("run", "removed", { expectedVersion: second.version })).toBe(false);
      });

      test("of those who remove and those who write over one version, exactly one does", async () => {
        const { version } = (await records.put("run", "contested", { n: 0 }))!;
        const outcomes = await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            n % 2 === 0
              ? records.delete("run", "contested", { expectedVersion: version })
              : records.put("run", "contested", { n }, { expectedVersion: version }).then((put) => put !== null),
          ),
        );
        expect(outcomes.filter(Boolean)).toHaveLength(1);
      });

      test("of 50 who create at once, exactly one does", async () => {
        const puts = Array.from({ length: 50 }, (_, n) =>
          records.put("account", "race", { name: "race", n }, { expectedVersion: 0 }),
        );
        const won = (await Promise.all(puts)).filter((record) => record !== null);
        expect(won).toHaveLength(1);
        expect(await records.get("account", "race")).toEqual(won[0]);
      });

      test("no update is lost where everybody writes over what they read", async () => {
        const other = await place.second();
        await records.put("run", "counter", { n: 0 });
        const increment = async (store: Records): Promise<void> => {
          for (;;) {
            const read: StoredRecord<{ n: number }> = (await store.get<{ n: number }>("run", "counter"))!;
            const next = { n: read.value.n + 1 };
            if (await store.put("run", "counter", next, { expectedVersion: read.version })) return;
          }
        };
        await Promise.all(Array.from({ length: 20 }, (_, index) => increment(index % 2 === 0 ? records : other)));
        expect((await records.get("run", "counter"))!.value).toEqual({ n: 20 });
        await other[Symbol.asyncDispose]();
      });
    });

    describe("lists", () => {
      beforeAll(async () => {
        for (const n of [3, 1, 5, 2, 4]) {
          await records.put("key", `list-${n}`, { hash: `h${n}`, account: n % 2 === 0 ? "even" : "odd O'Brien" });
        }
        await records.put("run", "list-of-another-kind", { account: "even" });
      });

      const idsOf = (list: { records: { id: string }[] }) => list.records.map(({ id }) => id);

      test("stand in the order of ids and hold one kind", async () => {
        const listed = idsOf(await records.list("key", { limit: 1_000 })).filter((id) => id.startsWith("list-"));
        expect(listed).toEqual(["list-1", "list-2", "list-3", "list-4", "list-5"]);
      });

      test("give every record once, page by page", async () => {
        const all = idsOf(await records.list("key", { limit: 1_000 }));
        const paged: string[] = [];
        let after: string | undefined;
        do {
          const page = await records.list("key", after === undefined ? { limit: 2 } : { limit: 2, after });
          expect(page.records.length).toBeLessThanOrEqual(2);
          paged.push(...idsOf(page));
          after = page.next ?? undefined;
        } while (after !== undefined);
        expect(paged).toEqual(all);
      });

      test("a last page that is full has no next", async () => {
        const { next } = await records.list("key", { where: { account: "even" }, limit: 2 });
        expect(next).toBeNull();
      });

      test("keep to the fields they are asked for", async () => {
        expect(idsOf(await records.list("key", { where: { account: "even" }, limit: 10 }))).toEqual(["list-2", "list-4"]);
        expect(idsOf(await records.list("key", { where: { hash: "h3" }, limit: 10 }))).toEqual(["list-3"]);
        expect(idsOf(await records.list("key", { where: { account: "odd O'Brien", hash: "h5" }, limit: 10 }))).toEqual([
          "list-5",
        ]);
        expect(idsOf(await records.list("key", { where: { account: "even", hash: "h5" }, limit: 10 }))).toEqual([]);
        expect(idsOf(await records.list("key", { where: { account: "' OR 1=1 --" }, limit: 10 }))).toEqual([]);
      });

      test("page under a filter too", async () => {
        const first = await records.list("key", { where: { account: "odd O'Brien" }, limit: 2 });
        expect(idsOf(first)).toEqual(["list-1", "list-3"]);
        const second = await records.list("key", { where: { account: "odd O'Brien" }, limit: 2, after: first.next! });
        expect(idsOf(second)).toEqual(["list-5"]);
        expect(second.next).toBeNull();
      });

      test("see a changed field at once", async () => {
        await records.put("key", "list-2", { hash: "h2", account: "moved" });
        expect(idsOf(await records.list("key", { where: { account: "moved" }, limit: 10 }))).toEqual(["list-2"]);
        expect(idsOf(await records.list("key", { where: { account: "even" }, limit: 10 }))).toEqual(["list-4"]);
      });
    });

    test("a record may expire, and one that has not yet is there", async () => {
      const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
      await records.put("run", "later", { n: 1 }, { expiresAt: at(3_600_000) });
      expect((await records.get("run", "later"))!.value).toEqual({ n: 1 });
      await records.put("run", "later", { n: 2 });
      expect((await records.get("run", "later"))!.value).toEqual({ n: 2 });
    });

    test("another handle sees every write that was answered", async () => {
      const other = await place.second();
      const put = await records.put("secret", "shared", { text: "1" });
      expect(await other.get("secret", "shared")).toEqual(put);
      expect(await other.put("secret", "shared", { text: "2" }, { expectedVersion: put!.version })).not.toBeNull();
      expect((await records.get("secret", "shared"))!.value).toEqual({ text: "2" });
      expect(await other.delete("secret", "shared")).toBe(true);
      expect(await records.get("secret", "shared")).toBeNull();
      await other[Symbol.asyncDispose]();
    });

    test.each<[string, (records: Records, signal: AbortSignal) => Promise<unknown>]>([
      ["get", (records, signal) => records.get("run", "x", signal)],
      ["put", (records, signal) => records.put("run", "aborted", {}, {}, signal)],
      ["list", (records, signal) => records.list("run", { limit: 1 }, signal)],
      ["delete", (records, signal) => records.delete("run", "x", {}, signal)],
    ])("%s rejects with the reason of an aborted signal", async (_, call) => {
      const reason = new Error("gone");
      await expect(call(records, AbortSignal.abort(reason))).rejects.toBe(reason);
      expect(await records.get("run", "aborted")).toBeNull();
    });
  });
}
