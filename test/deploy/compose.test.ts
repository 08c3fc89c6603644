import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { SETTINGS } from "../../src/settings.ts";

interface Service {
  image: string;
  build?: string;
  env_file?: string;
  environment?: Record<string, string>;
  entrypoint?: string[];
  ports?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  restart: string;
  stop_grace_period?: string;
  mem_limit?: string;
  cpus?: string;
  ulimits?: { nofile: number };
}

const root = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const file = read("docker-compose.yml");
const { services, volumes } = parse(file, { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const example = [...read(".env.example").matchAll(/^(?:# )?([A-Z][A-Z_]*)=/gmu)].map(([, name]) => name!);
const documented = [...read("docs/configuration.md").matchAll(/^\|([^|]*)\|/gmu)].flatMap(([, cell = ""]) =>
  [...cell.matchAll(/`([A-Z][A-Z_]*)`/gu)].map(([, name]) => name!),
);
/** What the file itself reads from the environment. */
const interpolated = [...file.matchAll(/\$\{([A-Z_]+)/gu)].map(([, name]) => name!);
const sorted = (names: readonly string[]) => [...new Set(names)].sort();

describe("settings", () => {
  it("are all in the documentation, and nothing else is", () => {
    expect(sorted(documented)).toEqual(sorted(SETTINGS));
  });

  it("are all in .env.example, with those of Docker Compose, and nothing else is", () => {
    expect(sorted(example)).toEqual(sorted([...SETTINGS, ...interpolated]));
  });
});

describe("the service", () => {
  const { service, sample } = services as { service: Service; sample: Service };

  it("gets all of .env, but not the passwords of others", () => {
    expect(service.env_file).toBe(".env");
    const passwords = interpolated.filter((name) => name.endsWith("_PASSWORD") && name !== "ELASTICSEARCH_PASSWORD");
    expect(sorted(passwords)).toEqual(["ELASTIC_PASSWORD", "KIBANA_PASSWORD"]);
    for (const name of passwords) expect(service.environment).toHaveProperty(name, "");
  });

  it("is overruled only where the container makes it so", () => {
    const own = Object.entries(service.environment!).filter(([name, value]) => !value.includes(`\${${name}`));
    expect(sorted(own.map(([name]) => name))).toEqual([
      "DATA_DIR",
      "ELASTICSEARCH_CA_FILE",
      "ELASTICSEARCH_URL",
      "ELASTIC_PASSWORD",
      "HOST",
      "KIBANA_PASSWORD",
      "PORT",
    ]);
  });

  it("has time to finish what it accepted before it is killed", () => {
    const drainMs = Number(/const DRAIN_MS = ([\d_]+)/u.exec(read("src/serve.ts"))![1]!.replaceAll("_", ""));
    const graceSeconds = Number(/STOP_GRACE_SECONDS: .*default\((\d+)\)/u.exec(read("src/settings.ts"))![1]);
    expect(Number.parseInt(service.stop_grace_period!, 10)).toBeGreaterThan(drainMs / 1_000 + graceSeconds);
  });

  it("speaks TLS with Elasticsearch, under a user of its own", () => {
    expect(service.environment).toMatchObject({
      ELASTICSEARCH_URL: "https://elasticsearch:9200",
      ELASTICSEARCH_CA_FILE: "/authority/ca.crt",
    });
    expect(service.environment!.ELASTICSEARCH_USERNAME).not.toContain("elastic}");
    expect(service.volumes!.some((volume) => volume.startsWith("certificates:"))).toBe(false);
  });

  it("starts after its user was made, and so does what loads the sample", () => {
    for (const { depends_on: after } of [service, sample])
      expect(after).toEqual({ access: { condition: "service_completed_successfully" } });
    expect(sample).toMatchObject({ restart: "no", environment: service.environment });
  });
});

describe.each(Object.entries(services))("the part %s", (_, part) => {
  it("has an exact tag", () => {
    expect(part.image).toMatch(/:[a-z-]*\d+\.\d+\.\d+$/u);
  });

  it("has a limit of memory, and where it runs on, of processors, files and the time to stop", () => {
    expect(part.mem_limit).toBeDefined();
    if (part.restart === "no") return;
    expect(part).toMatchObject({ restart: "unless-stopped", cpus: expect.any(String), stop_grace_period: expect.any(String) });
    expect(part.ulimits!.nofile).toBeGreaterThanOrEqual(65_535);
  });

  it("is published on this machine alone", () => {
    for (const port of part.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/u);
  });

  it("uses volumes, parts and scripts that exist", () => {
    const named = (part.volumes ?? []).map((volume) => volume.split(":")[0]!).filter((name) => !name.startsWith("."));
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named));
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(part.depends_on ?? {})));
    const script = part.entrypoint?.[1];
    if (script) expect(read(script.slice(1))).toMatch(/^#!/u);
  });
});
