import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openToAll } from "./elasticsearch-distribution.ts";

/** A server for tests. Stopping one that was given by its address leaves it alone. */
export interface RunningElasticsearch {
  url: string;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** 0 or left out: a free one. */
  port?: number;
  /** Kept when the server stops; left out: a fresh folder, removed. */
  dataDir?: string;
  /** True for a server that runs for long or is measured. Otherwise its code is compiled without the last optimizations, which a run of tests never earns back. */
  isForLong?: boolean;
  /** Beside or in place of those of a server without security. */
  settings?: Record<string, unknown>;
  /** Called with the folder of its configuration before it starts. */
  prepare?(config: string): Promise<void>;
  /** In place of asking for its health without credentials; what it throws means no. */
  isHealthy?(url: string): Promise<boolean>;
}

interface User {
  uid: number;
  gid: number;
}

const START_TIMEOUT_MS = 300_000;

/** Runs an unpacked server, one node, without security unless the settings say so, as an unprivileged user, and waits until it is healthy. */
export async function runDistribution(home: string, jdk: string, options: ServerOptions): Promise<RunningElasticsearch> {
  const folder = runFolder(home, options);
  await options.prepare?.(join(folder, "config"));
  const user = process.getuid?.() === 0 ? unprivilegedUser() : null;
  if (user) for (const path of [folder, options.dataDir]) if (path) setSessionCookie(path, user);
  const child = spawn("/bin/sh", ["-c", SUPERVISOR, "sh", home, folder], {
    ...user,
    cwd: folder,
    // A group of its own: an interrupt from the terminal reaches us, and we end the server.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      ...javaSettings(jdk),
      ES_PATH_CONF: join(folder, "config"),
      ES_TMPDIR: join(folder, "tmp"),
    },
  });
  const stop = async () => {
    child.stdin.end();
    if (isRunning(child)) await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { url: await healthyUrl(folder, child, options.isHealthy), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Runs the server ($1 its home, $2 the folder of this run) for as long as our end of its standard input is open, so that it ends and its
 * folder goes even where the tests are killed.
 */
const SUPERVISOR = `
exec 3<&0
bash "$1/bin/elasticsearch" </dev/null >"$2/console.log" 2>&1 & server=$!
(cat <&3 >/dev/null; kill "$server") & watcher=$!
wait "$server"; status=$?
kill "$watcher" 2>/dev/null
[ "$status" -eq 143 ] && cd / && rm -rf "$2"
exit "$status"`;

/** The JDK of Elasticsearch's own command-line tools, and that they, too, do without the last optimizations: each takes two fifths less processor time. */
export function javaSettings(jdk: string): { ES_JAVA_HOME: string; CLI_JAVA_OPTS: string } {
  return { ES_JAVA_HOME: jdk, CLI_JAVA_OPTS: NO_LAST_OPTIMIZATIONS };
}

const NO_LAST_OPTIMIZATIONS = "-XX:TieredStopAtLevel=1";

/** A third less processor time for the start and the first minutes of a server that is not for long. */
export function jvmOptions(isForLong = false): string[] {
  return ["-Xms1g", "-Xmx1g", ...(isForLong ? [] : [NO_LAST_OPTIMIZATIONS])];
}

/** A fresh folder with configuration, logs, temporary files and, unless it was given, data of one run. */
function runFolder(home: string, { port = 0, dataDir, isForLong, settings: own }: ServerOptions): string {
  const folder = mkdtempSync(join(tmpdir(), "signal-canvas-elasticsearch-"));
  for (const name of ["data", "logs", "tmp", "repositories"]) mkdirSync(join(folder, name));
  if (dataDir) mkdirSync(dataDir, { recursive: true });
  cpSync(join(home, "config"), join(folder, "config"), { recursive: true });
  const settings = {
    "path.data": dataDir ?? join(folder, "data"),
    "path.logs": join(folder, "logs"),
    "path.repo": join(folder, "repositories"),
    "http.port": port,
    "http.host": "127.0.0.1",
    "transport.host": "127.0.0.1",
    "transport.port": 0,
    "discovery.type": "single-node",
    "node.portsfile": true,
    "xpack.security.enabled": false,
    "cluster.routing.allocation.disk.threshold_enabled": false,
    ...own,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  writeFileSync(join(folder, "config", "elasticsearch.yml"), lines.join(""));
  writeFileSync(
    join(folder, "config", "jvm.options.d", "test.options"),
    jvmOptions(isForLong)
      .map((line) => `${line}\n`)
      .join(""),
  );
  return folder;
}

async function healthyUrl(folder: string, child: ChildProcess, isHealthy = healthyWithoutCredentials): Promise<string> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (!isRunning(child)) break;
    const url = listeningUrl(folder);
    if (url !== null && (await isHealthy(url).catch(() => false))) return url;
    await sleep(200);
  }
  const log = join(folder, "console.log");
  const lines = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").slice(-20).join("\n") : "";
  throw new Error(`Elasticsearch did not start:\n${lines}`);
}

/** The server writes the addresses it listens on, one a line, once it does. */
function listeningUrl(folder: string): string | null {
  const file = join(folder, "logs", "http.ports");
  const line = existsSync(file) ? readFileSync(file, "utf8").split("\n")[0]!.trim() : "";
  return line === "" ? null : `http://${line}`;
}

async function healthyWithoutCredentials(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=1s`, { signal: AbortSignal.timeout(3_000) });
  await answer.body?.cancel();
  return answer.ok;
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** Elasticsearch refuses to run as root. */
function unprivilegedUser(): User {
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

function setSessionCookie(folder: string, { uid, gid }: User): void {
  if (!openToAll(dirname(folder))) throw new Error(`An unprivileged user cannot get to ${folder}: choose another data folder`);
  for (const name of [".", ...readdirSync(folder, { recursive: true, encoding: "utf8" })])
    chownSync(join(folder, name), uid, gid);
}
