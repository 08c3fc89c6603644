import { expect, it } from "vitest";
import { openConnection } from "../../src/elasticsearch/connection.ts";
import { restoreSnapshot } from "../../src/elasticsearch/snapshots.ts";
import { fakeElasticsearch, json } from "../support/fake-elasticsearch.ts";

const POLL_MS = 1;
const restored = { repository: "backups", name: "one", from: "", to: "new-", aliasesOf: () => ({}) };

/** A cluster whose restored index has this health: the last of them for ever. */
function cluster(healths: object[]) {
  return fakeElasticsearch(({ method, path }, response) => {
    if (method === "GET" && path.startsWith("/_snapshot")) return json(response, 200, { snapshots: [{ indices: ["papers-1"] }] });
    if (!path.startsWith("/_cluster/health")) return json(response, 200, { acknowledged: true });
    const health = healths.length > 1 ? healths.shift() : healths[0];
    json(response, 200, { indices: { "new-papers-1": health } });
  });
}

const RED = { status: "red", number_of_shards: 1, active_primary_shards: 0, initializing_shards: 0 };
const WAITING = { ...RED, status: "yellow" };
const COMING = { ...RED, initializing_shards: 1 };
const ACTIVE = { ...RED, status: "green", active_primary_shards: 1 };

it("ends where an index of a snapshot is red and nothing brings it", async () => {
  await using server = await cluster([COMING, RED]);
  await using connection = openConnection({ url: server.url });
  await expect(restoreSnapshot(connection, { ...restored, replaces: false }, POLL_MS)).rejects.toMatchObject({
    name: "SnapshotError",
    message: expect.stringContaining("new-papers-1 of the snapshot one cannot be restored") as string,
  });
});

it("waits for an index that is on its way or in a queue, and for one that is red for a moment", async () => {
  const many = (health: object) => Array.from({ length: 30 }, () => health);
  await using server = await cluster([...many(WAITING), RED, RED, ...many(COMING), RED, ACTIVE]);
  await using connection = openConnection({ url: server.url });
  await restoreSnapshot(connection, { ...restored, replaces: false }, POLL_MS);
  expect(server.requests.at(-1)!.path).toBe("/_aliases");
  expect(server.requests.filter(({ method }) => method === "DELETE")).toEqual([]);
});

it("removes indexes of the same names first, where a restore is repeated", async () => {
  await using server = await cluster([ACTIVE]);
  await using connection = openConnection({ url: server.url });
  await restoreSnapshot(connection, { ...restored, replaces: true }, POLL_MS);
  const calls = server.requests.map(({ method, path }) => `${method} ${path.split("?")[0]!}`);
  expect(calls.slice(0, 3)).toEqual([
    "GET /_snapshot/backups/one",
    "DELETE /new-papers-1",
    "POST /_snapshot/backups/one/_restore",
  ]);
});
