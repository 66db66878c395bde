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
 * Starts the longest test files first, so that none of them runs alone at the end while a processor waits. A
 * fresh clone remembers no durations, and the size of a file says little: the walk of all pages is a short one.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a.moduleId) - rankOf(b.moduleId));
  }
}
