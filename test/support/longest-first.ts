import { existsSync } from "node:fs";
import { join } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const TESTS = join(import.meta.dirname, "..");

/** The files that take longest, longest first. One of them that begins last keeps one core busy and the others waiting. */
const LONGEST_FILES = [
  "ingest/sources-chaos.system.test.ts",
  "ingest/chaos.system.test.ts",
  "pages/looks.system.test.ts",
  "http/official-clients.system.test.ts",
  "deploy/access.system.test.ts",
  "ingest/generations.system.test.ts",
  "ingest/process.system.test.ts",
  "access/servers.system.test.ts",
].map((name) => join(TESTS, name));

/** The usual order of test files, but the longest come first, whatever their project and also where no earlier run is known. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = LONGEST_FILES.find((file) => !existsSync(file));
    if (gone !== undefined) throw new Error(`test/support/longest-first.ts names ${gone}, which does not exist`);
    const sorted = await super.sort(files);
    const longest = LONGEST_FILES.flatMap((file) => sorted.filter(({ moduleId }) => moduleId === file));
    return [...longest, ...sorted.filter((file) => !longest.includes(file))];
  }
}
