import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest tests, longest first: pages in a browser, killed programs. */
const MAX_FILES: readonly RegExp[] = [
  /\/ops\/e2e\/pages\.test\.ts$/,
  /\/ops\/(kafka\/kafka|start|export)\.test\.ts$/,
  /\/e2e\/(affiliate|cart|everything|finance|reconciliation|sale|withdraw)\.test\.ts$/,
  /\/ops\/e2e\//,
  /crash\.test\.ts$/,
  /\/services\/worker\//,
  /\/ops\//,
  /\/(api\/main|read-models\/stats\/stats|engine\/runner|\w+-races)\.test\.ts$/,
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = MAX_FILES.findIndex((place) => place.test(moduleId));
  return rank === -1 ? MAX_FILES.length : rank;
};

/**
 * Starts the longest test files first, so that none of them runs alone at the end while a processor waits. The
 * durations of the last run decide. A fresh clone remembers none, and the size of a file is no measure: the walk of all
 * pages is a short file. Files that load their modules themselves come before all: a worker ends before such a file,
 * with all that it has loaded.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    if (files.every((file) => this.ctx.cache.getTestSpecificationResult(file) !== undefined)) return sorted;
    const ranked = sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
    const apart = ranked.filter(({ project }) => project.config.isolate);
    const together = ranked.filter(({ project }) => !project.config.isolate);
    return [...apart, ...together];
  }
}
