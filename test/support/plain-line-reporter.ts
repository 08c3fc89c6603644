import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with the names of tests that passed only when run again, then one plain line, `N passed, N failed, N skipped`, for whatever reads the output. */
export default class PlainLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const again: string[] = [];
    const counts = { passed: 0, failed: unhandled.length, skipped: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) counts.failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== "pending") counts[state]++;
        if (test.diagnostic()?.flaky) again.push(`${module.relativeModuleId}: ${test.fullName}`);
      }
    }
    process.on("exit", () => {
      for (const name of again) console.log(`passed when run again: ${name}`);
      console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    });
  }
}
