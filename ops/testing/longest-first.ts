import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest tests, longest first, with about as many seconds as one takes: pages in a browser, killed programs. */
const LONGEST: readonly [RegExp, number][] = [
  [/\/ops\/dead-worker\.test\.ts$/, 80],
  [/\/ops\/e2e\/pages\.test\.ts$/, 80],
  [/\/ops\/(start|export)\.test\.ts$/, 50],
  [/\/e2e\/(affiliate|cart|everything|finance|reconciliation|sale|withdraw)\.test\.ts$/, 30],
  [/\/ops\/e2e\//, 12],
  [/crash\.test\.ts$/, 20],
  [/\/services\/worker\//, 5],
  [/\/ops\//, 10],
  [/\/(api\/main|read-models\/stats\/stats|engine\/runner|\w+-races)\.test\.ts$/, 5],
];
const BROWSER = /\/ops\/e2e\//;

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONGEST.findIndex(([place]) => place.test(moduleId));
  return rank === -1 ? LONGEST.length : rank;
};
const secondsOf = (file: TestSpecification): number => LONGEST[rankOf(file)]?.[1] ?? 1;

/** Each file with the part of the run that has passed when it begins, where all of them take a part of it. */
function moments(
  files: readonly TestSpecification[],
  part: number,
): { file: TestSpecification; at: number }[] {
  const whole = files.reduce((sum, file) => sum + secondsOf(file), 0);
  let passed = 0;
  return files.map((file) => {
    const at = (part * passed) / whole;
    passed += secondsOf(file);
    return { file, at };
  });
}

/**
 * Starts the longest test files first, so that none of them runs alone at the end while a processor waits. A
 * fresh clone remembers no durations, and the size of a file says little: the walk of all pages is a short one.
 * Browser tests, which need a whole processor, run beside others, which mostly wait, until the short ones are left.
 * Files that load their modules themselves come before all: a worker ends before such a file, with all that it has loaded.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
    const apart = sorted.filter(({ project }) => project.config.isolate);
    const together = sorted.filter(({ project }) => !project.config.isolate);
    const inBrowser = together.filter(({ moduleId }) => BROWSER.test(moduleId));
    const others = together.filter(({ moduleId }) => !BROWSER.test(moduleId));
    const mixed = [...moments(inBrowser, 0.8), ...moments(others, 1)].toSorted((a, b) => a.at - b.at);
    return [...apart, ...mixed.map(({ file }) => file)];
  }
}
