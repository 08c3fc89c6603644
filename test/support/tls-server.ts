import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What is the matter with a certificate for 127.0.0.1; `well`: nothing. */
export type CertificateFault = "well" | "expired" | "not yet valid" | "other host";

/** A certificate authority, and servers with certificates of it. Made with `openssl`. */
export interface Authority extends Disposable {
  caFile: string;
  /** A server that takes any request for one about the version of Elasticsearch. */
  serve(fault: CertificateFault): Promise<{ url: string } & AsyncDisposable>;
}

const VALIDITY: Record<CertificateFault, [from: string, to: string]> = {
  well: ["20200101000000Z", "20991231000000Z"],
  expired: ["20200101000000Z", "20200201000000Z"],
  "not yet valid": ["20980101000000Z", "20991231000000Z"],
  "other host": ["20200101000000Z", "20991231000000Z"],
};

const SETTINGS = `[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = names
unique_subject = no
[names]
commonName = supplied
`;

export function hasOpenssl(): boolean {
  return spawnSync("openssl", ["version"], { stdio: "ignore" }).status === 0;
}

export function openAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), "signal-canvas-authority-"));
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  writeFileSync(join(folder, "ca.cnf"), SETTINGS);
  writeFileSync(join(folder, "index.txt"), "");
  openssl("req", "-x509", ...newKey, "-keyout", "ca.key", "-out", "ca.crt", "-days", "2", "-subj", "/CN=authority");
  let made = 0;
  return {
    caFile: join(folder, "ca.crt"),
    async serve(fault) {
      const name = `server-${(made += 1)}`;
      const [from, to] = VALIDITY[fault];
      writeFileSync(
        join(folder, `${name}.ext`),
        `subjectAltName=${fault === "other host" ? "DNS:es.example.org" : "IP:127.0.0.1"}`,
      );
      openssl("req", ...newKey, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`);
      const dates = ["-startdate", from, "-enddate", to];
      const signing = ["-config", "ca.cnf", "-cert", "ca.crt", "-keyfile", "ca.key", "-extfile", `${name}.ext`];
      openssl("ca", "-batch", "-notext", ...signing, "-in", `${name}.csr`, "-out", `${name}.crt`, ...dates);
      const [key, cert] = ["key", "crt"].map((kind) => readFileSync(join(folder, `${name}.${kind}`)));
      const server = createServer({ key, cert }, (_, response) => {
        response.writeHead(200, { "content-type": "application/json", "x-elastic-product": "Elasticsearch" });
        response.end(JSON.stringify({ version: { number: "9.3.2" } }));
      });
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      return {
        url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
        async [Symbol.asyncDispose]() {
          server.closeAllConnections();
          server.close();
          await once(server, "close");
        },
      };
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
