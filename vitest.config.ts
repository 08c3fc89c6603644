import { defineConfig } from "vitest/config";
import LongestFirst from "./test/support/longest-first.ts";
import { keepTemporaryFilesInMemory } from "./test/support/temporary-files.ts";

/** As in `engines` of package.json. */
const MIN_NODE = 24;
if (Number.parseInt(process.versions.node, 10) < MIN_NODE) {
  throw new Error(
    `Node ${process.versions.node} is too old for the tests: run \`npm install\` in this folder, which brings its own, and start them with npx`,
  );
}

keepTemporaryFilesInMemory();

const system = "test/**/*.system.test.ts";
const integration = "test/**/*.integration.test.ts";
/** A worker loads modules once for all of its files, where each file would take two seconds of processor time for them: none may leave anything behind in them. */
const sharedModules = { isolate: false, testTimeout: 20_000 };

export default defineConfig({
  test: {
    reporters: ["default", "./test/support/plain-line-reporter.ts"],
    // A file waits for processes and deadlines a third of its time, so three keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    setupFiles: "./test/support/patience.ts",
    // What is awaited comes, if late on a busy machine; a test that fails waits this long.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: { ...sharedModules, name: "quick", include: ["test/**/*.test.ts"], exclude: [integration, system] },
      },
      {
        extends: true,
        // The embedded engine and servers of the same process at length, hostile files, models.
        test: { ...sharedModules, name: "integration", include: [integration] },
      },
      {
        extends: true,
        // Real Elasticsearch, whole processes, official clients.
        test: {
          ...sharedModules,
          name: "system",
          include: [system],
          globalSetup: "./test/support/elasticsearch-setup.ts",
          // Of the tests of one file that run beside one another.
          maxConcurrency: 2,
          // Several processes and deadlines on a machine that may be busy: a test that fails is run once more, and the summary says which did.
          retry: 1,
          testTimeout: 120_000,
          hookTimeout: 360_000,
        },
      },
    ],
  },
});
