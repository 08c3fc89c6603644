import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { folderPlace } from "../access/places.ts";
import { browserOf, PASSWORD } from "../pages/site.ts";
import { legacyBody, post } from "../support/mcp-requests.ts";
import { startServerProcess } from "../support/server-process.ts";

it("demo ends in prose: the key that it prints answers, lists topics and saves a workspace, the setup code makes the first account, and no line is of the log", async () => {
  await using place = await folderPlace();
  await using server = await startServerProcess({ ...place.settings, LOG_LEVEL: "info", HOME: "/dev/null" }, "demo");
  await expect.poll(() => server.printed(), { timeout: 10_000 }).toMatch(/enter this code:\n[0-9A-Z-]+\n$/u);
  const printed = server.printed();
  expect(printed.split("\n").filter((line) => line.startsWith('{"'))).toEqual([]);
  // With a home where nothing can be kept, ONNX Runtime would say that its telemetry is on.
  expect(printed).not.toMatch(/telemetry/iu);
  expect(printed.indexOf("The server is running at")).toBeGreaterThan(printed.indexOf("Your API key"));

  const [key] = /s2s_[0-9A-Za-z]{49}/u.exec(printed)!;
  const answer = await post(
    server.url,
    legacyBody("tools/call", { name: "search_papers", arguments: { query: "dense retrieval" } }),
    { key },
  );
  expect(answer.json.result.structuredContent.papers.length).toBeGreaterThan(0);

  // What computes is nicer than the event loop, which does what requests wait for.
  if (process.platform === "linux") {
    const nice = niceOfThreads(server.pid);
    expect(new Set(nice.keys())).toEqual(new Set(["event loop", "LanceDB", "models", "other"]));
    expect(Math.max(...nice.get("event loop")!)).toBe(0);
    expect(Math.max(...nice.get("other")!)).toBe(0);
    expect(nice.get("LanceDB")!.every((by) => by === 10)).toBe(true);
    expect(nice.get("models")!.filter((by) => by === 10).length).toBeGreaterThan(0);
  }

  const call = async (name: string, args: object) =>
    (await post(server.url, legacyBody("tools/call", { name, arguments: args }), { key })).json.result.structuredContent;
  expect((await call("get_topics", {})).topics.length).toBeGreaterThan(5);
  expect(await call("save_workspace", { name: "First", items: [{ kind: "note", note: "Hello." }] })).toMatchObject({
    created: true,
    counts: { notes: 1 },
  });

  const [, address, code] = /open (\S+) within one hour and enter this code:\n(\S+)/u.exec(printed)!;
  const { origin, pathname } = new URL(address!);
  const made = await browserOf(origin).post(pathname, { code: code!, name: "ada", password: PASSWORD });
  expect(made).toMatchObject({ status: 303, location: "/developers/keys?done=welcome" });
});

/** Of a process, how much nicer its threads are than its first one, by what they do. */
function niceOfThreads(pid: number): Map<string, number[]> {
  const tasks = `/proc/${pid}/task`;
  const threads = readdirSync(tasks).map((thread) => {
    const stat = readFileSync(`${tasks}/${thread}/stat`, "utf8");
    const [name, rest] = [stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")")), stat.slice(stat.lastIndexOf(")") + 2)];
    return { does: doesThread(Number(thread) === pid, name), nice: Number(rest.split(" ")[16]) };
  });
  const own = threads.find(({ does }) => does === "event loop")!.nice;
  return new Map(
    [...Map.groupBy(threads, ({ does }) => does)].map(([does, each]) => [does, each.map(({ nice }) => nice - own)] as const),
  );
}

function doesThread(first: boolean, name: string): string {
  if (first) return "event loop";
  if (/^(?:tokio|lance)-/u.test(name)) return "LanceDB";
  return name === "WorkerThread" ? "models" : "other";
}
