import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest tests, longest first: whole pages in a browser, whole programs that are killed. */
const LONGEST = [
  /\/ops\/e2e\/pages\.test\.ts$/,
  /\/ops\/e2e\//,
  /crash\.test\.ts$/,
  /\/services\/worker\//,
  /\/ops\//,
  /\/(api\/main|read-models\/stats\/stats|engine\/runner|\w+-races)\.test\.ts$/,
];

const rankOf = (file: string): number => {
  const rank = LONGEST.findIndex((place) => place.test(file));
  return rank === -1 ? LONGEST.length : rank;
};

/**
 * Starts the longest test files first, so that none runs alone at the end while a CPU is idle. A
 * fresh clone has no durations, and file sizes are no substitute: the walk of all pages is a short file.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a.moduleId) - rankOf(b.moduleId));
  }
}
