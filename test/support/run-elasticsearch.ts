import { once } from "node:events";
import { resolve } from "node:path";
import { startElasticsearch } from "./elasticsearch.ts";

/* `node test/support/run-elasticsearch.ts [port] [data folder]`: a server by hand, until it is interrupted. */

const [port = "9200", dataDir] = process.argv.slice(2);
const interrupted = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
const server = await startElasticsearch({
  port: Number(port),
  isForLong: true,
  ...(dataDir ? { dataDir: resolve(dataDir) } : {}),
});
if (server === null) {
  console.error("There is neither Docker nor Maven with a JDK of 21 or later.");
  process.exit(1);
}
console.log(`ELASTICSEARCH_URL=${server.url}`);
await interrupted;
await server.stop();
