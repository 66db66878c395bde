import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** The counts of a run, for the last line of `npm test`. */
export interface TestSummary {
  passed: number;
  failed: number;
  skipped: number;
  /** Why tests were skipped, each reason once, with how many. */
  reasons: Record<string, number>;
}

export const NO_REASON = 'no reason given';

/** Counts the tests of a run and writes the totals to the file named by TEST_SUMMARY_FILE. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const file = process.env.TEST_SUMMARY_FILE;
    if (file === undefined) return;
    // An error outside any test, or a file that does not load, has failed though no test of it did.
    const unloaded = modules.filter((module) => module.errors().length > 0).length;
    const summary: TestSummary = { passed: 0, failed: errors.length + unloaded, skipped: 0, reasons: {} };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') summary.passed += 1;
        else if (result.state === 'failed') summary.failed += 1;
        else {
          summary.skipped += 1;
          const reason = (result.state === 'skipped' && result.note) || NO_REASON;
          summary.reasons[reason] = (summary.reasons[reason] ?? 0) + 1;
        }
      }
    }
    writeFileSync(file, JSON.stringify(summary));
  }
}
