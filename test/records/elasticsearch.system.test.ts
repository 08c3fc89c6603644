import { randomBytes } from "node:crypto";
import { Client } from "@elastic/elasticsearch";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openElasticsearchRecords } from "../../src/records/elasticsearch.ts";
import type { Records } from "../../src/records/port.ts";
import { recordsContract } from "./contract.ts";

const url = inject("elasticsearchUrl");

describe.skipIf(url === null)("on a real server", () => {
  recordsContract("Elasticsearch", async () => {
    const place = openEmpty();
    return { ...place, second: async () => openElasticsearchRecords({ url: url!, prefix: place.prefix }) };
  });

  describe("Elasticsearch alone", () => {
    let records: Records;
    let prefix: string;
    let client: Client;
    let dispose: () => Promise<void>;

    beforeAll(() => {
      ({ records, prefix, client, dispose } = openEmpty());
    });
    afterAll(() => dispose());

    test("reading creates nothing, the first write creates a hidden index", async () => {
      expect(await records.get("run", "a")).toBeNull();
      expect(await records.list("run", { limit: 1 })).toEqual({ records: [], next: null });
      expect(await records.delete("run", "a")).toBe(false);
      expect(await client.indices.exists({ index: `${prefix}records` })).toBe(false);
      await records.put("run", "a", { n: 1 });
      expect(Object.keys(await client.indices.get({ index: `${prefix}*` }))).toEqual([]);
      expect(Object.keys(await client.indices.get({ index: `${prefix}*`, expand_wildcards: "all" }))).toEqual([
        `${prefix}records-v1-000001`,
      ]);
    });

    test("of several processes that write first, all succeed", async () => {
      const fresh = openEmpty();
      const others = Array.from({ length: 5 }, () => openElasticsearchRecords({ url: url!, prefix: fresh.prefix }));
      const puts = await Promise.all(others.map((one, index) => one.put("run", `first-${index}`, { index })));
      expect(puts.every((put) => put !== null)).toBe(true);
      expect((await fresh.records.list("run", { limit: 10 })).records).toHaveLength(5);
      await Promise.all(others.map((one) => one[Symbol.asyncDispose]()));
      await fresh.dispose();
    });

    test("what has expired is invisible, may be made anew, and is removed in time", async () => {
      const expiresAt = new Date(Date.now() - 1_000).toISOString();
      await records.put("run", "old", { account: "a" }, { expiresAt });
      await records.put("run", "older", { account: "a" }, { expiresAt });
      expect(await records.get("run", "old")).toBeNull();
      expect((await records.list("run", { where: { account: "a" }, limit: 10 })).records).toEqual([]);
      expect(await records.delete("run", "older")).toBe(false);
      expect(await records.put("run", "old", { account: "b" }, { expectedVersion: 0 })).not.toBeNull();

      await records.put("run", "gone", { account: "a" }, { expiresAt });
      await records.list("run", { limit: 1 });
      const later = openElasticsearchRecords({ url: url!, prefix });
      await later.put("run", "new", { account: "a" });
      await later[Symbol.asyncDispose]();
      expect(await client.exists({ index: `${prefix}records`, id: "run:gone" })).toBe(false);
      expect((await records.get("run", "old"))!.value).toEqual({ account: "b" });
    });

    test("a record that was made anew never has an old version again", async () => {
      const first = (await records.put("run", "anew", { n: 1 }))!;
      await records.delete("run", "anew");
      const second = (await records.put("run", "anew", { n: 2 }))!;
      expect(second.version).toBeGreaterThan(first.version);
      expect(await records.put("run", "anew", { n: 3 }, { expectedVersion: first.version })).toBeNull();
    });

    test("pages of lists carry the versions that a write may name", async () => {
      await records.put("account", "listed", { name: "listed" });
      const { version } = (await records.list("account", { where: { name: "listed" }, limit: 1 })).records[0]!;
      expect(await records.put("account", "listed", { name: "listed" }, { expectedVersion: version })).not.toBeNull();
    });

    test("a field that is no index field is a mistake of the program", async () => {
      await expect(records.list("secret", { where: { name: "x" }, limit: 1 })).rejects.toThrow(TypeError);
    });
  });
});

/** Records over a prefix of their own, and a plain client beside them. Disposing deletes what stands under the prefix. */
function openEmpty() {
  const prefix = `test-${randomBytes(6).toString("hex")}-`;
  const records = openElasticsearchRecords({ url: url!, prefix });
  const client = new Client({ node: url! });
  return {
    records,
    prefix,
    client,
    async dispose() {
      const indices = Object.keys(await client.indices.get({ index: `${prefix}*`, expand_wildcards: "all" }));
      if (indices.length > 0) await client.indices.delete({ index: indices });
      await client.close();
      await records[Symbol.asyncDispose]();
    },
  };
}
