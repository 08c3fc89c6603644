import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openSmallDisk, type SmallDisk } from "./small-disk.ts";
import { findJdk, unpackedDistribution } from "../../test/support/elasticsearch-distribution.ts";
import { closedPort } from "../../test/support/fake-elasticsearch.ts";

const VERSION = "9.3.2";
const HEAP_MB = 512;
const START_MS = 240_000;

export interface ClusterNode {
  readonly name: string;
  readonly url: string;
  /** Sends a signal to the server itself. */
  signal(name: "SIGKILL" | "SIGSTOP" | "SIGCONT"): void;
  /** Starts it again after it was killed. */
  restart(): void;
  /** The disk of its own that it keeps its data on, where it was started with one. */
  readonly disk: SmallDisk | null;
}

export interface Cluster extends AsyncDisposable {
  nodes: ClusterNode[];
  /** The name of the elected master, asked at a node. */
  master(): Promise<string>;
  /** Waits until the health is green over so many nodes. */
  green(nodes?: number): Promise<void>;
}

/**
 * Three nodes of Elasticsearch on this machine, each a process of an unprivileged user with a heap of 512 MB. With `smallDisks` each keeps its data on a disk of its own
 * that can be filled, and looks at the room there every ten seconds.
 */
export async function startCluster({ smallDisks = false } = {}): Promise<Cluster> {
  const jdk = findJdk();
  if (jdk === null) throw new Error("a JDK of version 21 or later is needed");
  const home = await unpackedDistribution(VERSION, jdk);
  const folder = mkdtempSync(join(tmpdir(), "signal-canvas-cluster-"));
  chmodSync(folder, 0o755);
  const ports = await Promise.all(Array.from({ length: 6 }, async () => new URL(await closedPort()).port));
  const transports = ports.slice(3).map((port) => `127.0.0.1:${port}`);
  const nodes = ["n1", "n2", "n3"].map((name, index) =>
    startNode({ name, home, jdk, folder, http: ports[index]!, transport: ports[index + 3]!, transports, smallDisks }),
  );
  const cluster: Cluster = {
    nodes,
    async master() {
      const { master_node: id } = await ask(nodes, "/_cluster/state/master_node");
      const { nodes: known } = await ask(nodes, "/_nodes?filter_path=nodes.*.name");
      return (known as Record<string, { name: string }>)[id as string]!.name;
    },
    async green(count = 3) {
      for (const until = Date.now() + START_MS; Date.now() < until; await sleep(500)) {
        const path = `/_cluster/health?wait_for_status=green&wait_for_nodes=${count}&timeout=1s`;
        const health = await ask(nodes, path).catch(() => null);
        if (health?.timed_out === false) return;
      }
      throw new Error("the cluster did not get green");
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(nodes.map((node) => node.end()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await cluster.green();
  } catch (error) {
    await cluster[Symbol.asyncDispose]();
    throw error;
  }
  return cluster;
}

interface NodeOptions {
  name: string;
  home: string;
  jdk: string;
  folder: string;
  http: string;
  transport: string;
  transports: string[];
  smallDisks: boolean;
}

function startNode(options: NodeOptions): ClusterNode & { end(): Promise<void> } {
  const { name, home, jdk, folder, http, transport, transports, smallDisks } = options;
  const own = join(folder, name);
  for (const part of ["data", "logs", "tmp"]) mkdirSync(join(own, part), { recursive: true });
  const disk = smallDisks ? openSmallDisk(join(own, "data")) : null;
  cpSync(join(home, "config"), join(own, "config"), { recursive: true });
  const settings = {
    "cluster.name": "faults",
    "node.name": name,
    "path.data": join(own, "data"),
    "path.logs": join(own, "logs"),
    "http.host": "127.0.0.1",
    "http.port": http,
    "transport.host": "127.0.0.1",
    "transport.port": transport,
    "discovery.seed_hosts": transports,
    "cluster.initial_master_nodes": ["n1", "n2", "n3"],
    "xpack.security.enabled": false,
    "cluster.routing.allocation.disk.threshold_enabled": smallDisks,
    "cluster.info.update.interval": "10s",
  };
  const lines = Object.entries(settings).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  writeFileSync(join(own, "config", "elasticsearch.yml"), lines.join(""));
  writeFileSync(join(own, "config", "jvm.options.d", "heap.options"), `-Xms${HEAP_MB}m\n-Xmx${HEAP_MB}m\n`);
  const user = process.getuid?.() === 0 ? unprivileged() : null;
  if (user)
    for (const file of [".", ...readdirSync(own, { recursive: true, encoding: "utf8" })])
      chownSync(join(own, file), user.uid, user.gid);

  const run = (): ChildProcess =>
    spawn("bash", [join(home, "bin", "elasticsearch")], {
      ...user,
      cwd: own,
      detached: true,
      stdio: "ignore",
      env: {
        PATH: process.env.PATH,
        HOME: own,
        ES_JAVA_HOME: jdk,
        ES_PATH_CONF: join(own, "config"),
        ES_TMPDIR: join(own, "tmp"),
      },
    });
  let child = run();
  return {
    name,
    url: `http://127.0.0.1:${http}`,
    // The launcher has the server for a child: the whole group of this one process is meant.
    signal: (signal) => process.kill(-child.pid!, signal),
    restart: () => (child = run()),
    disk,
    async end() {
      if (child.exitCode === null && child.signalCode === null) {
        process.kill(-child.pid!, "SIGKILL");
        await once(child, "exit");
      }
      disk?.[Symbol.dispose]();
    },
  };
}

function unprivileged(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** The answer of the first node that has one. */
async function ask(nodes: readonly ClusterNode[], path: string): Promise<Record<string, unknown>> {
  for (const { url } of nodes) {
    try {
      const answer = await fetch(url + path, { signal: AbortSignal.timeout(3_000) });
      return (await answer.json()) as Record<string, unknown>;
    } catch {
      // The next one.
    }
  }
  throw new Error("no node answers");
}
