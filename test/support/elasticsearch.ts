import { spawnSync } from "node:child_process";
import { findJdk, hasMaven, unpackedDistribution } from "./elasticsearch-distribution.ts";
import { jvmOptions, runDistribution, type RunningElasticsearch, type ServerOptions } from "./elasticsearch-process.ts";

/** The version that tests run against; the lowest line that the service supports is 9.3. */
const ELASTICSEARCH_VERSION = "9.3.2";

/**
 * An Elasticsearch for tests, the first that is to be had: the one of `ELASTICSEARCH_URL`; a container; a distribution of
 * Maven Central, which wants `mvn` and a JDK of 21 or later. Null where none is. Options other than the default skip the first.
 */
export async function startElasticsearch(options: ServerOptions = {}): Promise<RunningElasticsearch | null> {
  const given = process.env.ELASTICSEARCH_URL;
  if (given && Object.keys(options).length === 0) return { url: given.replace(/\/+$/u, ""), stop: async () => {} };
  if (hasDocker()) {
    try {
      return await runContainer(options);
    } catch (error) {
      console.warn(`Elasticsearch did not start in a container (${(error as Error).message}); trying Maven Central.`);
    }
  }
  const jdk = findJdk();
  if (jdk === null || !hasMaven()) return null;
  return runDistribution(await unpackedDistribution(ELASTICSEARCH_VERSION, jdk), jdk, options);
}

/** True where a Docker engine, not just its client, answers within three seconds. */
function hasDocker(): boolean {
  return spawnSync("docker", ["version", "--format", "{{.Server.Version}}"], { stdio: "ignore", timeout: 3_000 }).status === 0;
}

async function runContainer({ port = 0, dataDir, isForLong }: ServerOptions): Promise<RunningElasticsearch> {
  const { GenericContainer, Wait } = await import("testcontainers");
  const container = new GenericContainer(`docker.elastic.co/elasticsearch/elasticsearch:${ELASTICSEARCH_VERSION}`)
    .withEnvironment({
      "discovery.type": "single-node",
      "xpack.security.enabled": "false",
      "path.repo": "/tmp",
      "cluster.routing.allocation.disk.threshold_enabled": "false",
      ES_JAVA_OPTS: jvmOptions(isForLong).join(" "),
    })
    .withExposedPorts(port === 0 ? 9200 : { container: 9200, host: port })
    .withWaitStrategy(Wait.forHttp("/_cluster/health?wait_for_status=yellow", 9200))
    .withStartupTimeout(180_000);
  if (dataDir) container.withBindMounts([{ source: dataDir, target: "/usr/share/elasticsearch/data" }]);
  const started = await container.start();
  return {
    url: `http://${started.getHost()}:${started.getMappedPort(9200)}`,
    stop: async () => {
      await started.stop();
    },
  };
}
