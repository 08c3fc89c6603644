import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findJdk, hasMaven, unpackedDistribution } from "./elasticsearch-distribution.ts";
import { javaSettings, runDistribution } from "./elasticsearch-process.ts";

const VERSION = "9.3.2";
const run = promisify(execFile);
const deploy = join(import.meta.dirname, "../../deploy");

/** An Elasticsearch with users and TLS, set up by the scripts of `deploy` as Docker Compose does it. */
export interface SecuredElasticsearch extends AsyncDisposable {
  url: string;
  caFile: string;
  /** Runs `deploy/access.sh` as its superuser. */
  setUp(environment: Record<string, string>): Promise<string>;
  /** What it answers to a user. */
  ask(user: string, password: string, method: string, path: string, body?: object): Promise<{ status: number; body: any }>;
  /** What it answers to whoever sends an API key. */
  askWithKey(key: string, method: string, path: string, body?: object): Promise<{ status: number; body: any }>;
}

/** Null where there is no distribution to run. */
export async function startSecuredElasticsearch(superPassword: string): Promise<SecuredElasticsearch | null> {
  const jdk = findJdk();
  if (jdk === null || !hasMaven()) return null;
  const home = await unpackedDistribution(VERSION, jdk);
  const folder = mkdtempSync(join(tmpdir(), "signal-canvas-secured-"));
  const [own, authority] = [join(folder, "certificates"), join(folder, "authority")];
  const java = { ...process.env, ...javaSettings(jdk) };
  const owner = `${process.getuid!()}:${process.getgid!()}`;
  const makeCertificates = () =>
    run("bash", [join(deploy, "certificates.sh"), own, authority], {
      env: { ...java, CERTUTIL: join(home, "bin", "elasticsearch-certutil"), CERTIFICATE_OWNER: owner, CERTIFICATE_DAYS: "2" },
    });
  await makeCertificates();
  const before = readFileSync(join(own, "server.key"), "utf8");
  await makeCertificates();
  if (readFileSync(join(own, "server.key"), "utf8") !== before) throw new Error("the certificates were made twice");
  const caFile = join(authority, "ca.crt");

  const ask: SecuredElasticsearch["ask"] = (user, password, method, path, body) =>
    answered(`${url}${path}`, { caFile, authorization: basic(user, password), method }, body);
  let url = "";
  const server = await runDistribution(home, jdk, {
    settings: {
      "xpack.security.enabled": true,
      "xpack.security.http.ssl.enabled": true,
      "xpack.security.http.ssl.key": "certificates/server.key",
      "xpack.security.http.ssl.certificate": "certificates/server.crt",
    },
    prepare: async (config) => {
      cpSync(own, join(config, "certificates"), { recursive: true });
      const keystore = join(home, "bin", "elasticsearch-keystore");
      const env = { ...java, ES_PATH_CONF: config };
      await run("bash", [keystore, "create"], { env });
      const adding = run("bash", [keystore, "add", "-x", "bootstrap.password"], { env });
      adding.child.stdin!.end(superPassword);
      await adding;
    },
    isHealthy: async (at) => {
      url = at.replace(/^http:/u, "https:");
      const answer = await ask("elastic", superPassword, "GET", "/_cluster/health?wait_for_status=yellow&timeout=1s");
      return answer.status === 200;
    },
  });
  return {
    url,
    caFile,
    ask,
    askWithKey: (key, method, path, body) => answered(`${url}${path}`, { caFile, authorization: `ApiKey ${key}`, method }, body),
    async setUp(environment) {
      const env = {
        PATH: process.env.PATH,
        ELASTICSEARCH_URL: url,
        CA_FILE: caFile,
        ELASTIC_PASSWORD: superPassword,
        ...environment,
      };
      const { stdout } = await run("bash", [join(deploy, "access.sh")], { env });
      return stdout;
    },
    async [Symbol.asyncDispose]() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Asker {
  caFile: string;
  authorization: string;
  method: string;
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

function answered(url: string, { caFile, authorization, method }: Asker, body?: object): Promise<{ status: number; body: any }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: any }>();
  const options = {
    method,
    ca: readFileSync(caFile),
    headers: { "Content-Type": "application/json", Authorization: authorization },
    timeout: 5_000,
  };
  const sent = request(url, options, (answer) => {
    const chunks: Buffer[] = [];
    answer.on("data", (chunk: Buffer) => chunks.push(chunk));
    answer.on("end", () => resolve({ status: answer.statusCode!, body: JSON.parse(Buffer.concat(chunks).toString() || "null") }));
  });
  sent.on("timeout", () => sent.destroy(new Error("no answer in time")));
  sent.on("error", reject);
  sent.end(body && JSON.stringify(body));
  return promise;
}
