import { defineConfig } from 'vitest/config';
import { LongestFirst } from './ops/testing/longest-first.ts';

export default defineConfig({
  test: {
    include: [
      'events/**/*.test.ts',
      'read-models/**/*.test.ts',
      'services/**/*.test.ts',
      'ops/**/*.test.ts',
      'web/**/*.test.{ts,tsx}',
    ],
    globalSetup: ['ops/testing/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});
