import { defineConfig } from "vitest/config";

const system = "test/**/*.system.test.ts";

export default defineConfig({
  test: {
    reporters: ["default", "./test/support/plain-line-reporter.ts"],
    maxWorkers: 2,
    setupFiles: "./test/support/patience.ts",
    // What is awaited comes, if late on a busy machine; a test that fails waits this long.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: { name: "quick", include: ["test/**/*.test.ts"], exclude: [system], testTimeout: 20_000 },
      },
      {
        extends: true,
        // Real Elasticsearch, whole processes, official clients.
        test: {
          name: "system",
          include: [system],
          globalSetup: "./test/support/elasticsearch-setup.ts",
          testTimeout: 120_000,
          hookTimeout: 360_000,
        },
      },
    ],
  },
});
