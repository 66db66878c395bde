import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { CRASH_TESTS, ENGINE_STORIES, PRODUCTION, STORIES, TIMED } from './ops/testing/longer-checks.ts';
import { LongestFirst } from './ops/testing/longest-first.ts';

const tests = [
  'events/**/*.test.ts',
  'read-models/**/*.test.ts',
  'services/**/*.test.ts',
  'ops/**/*.test.ts',
];
const ofWeb = ['web/**/*.test.{ts,tsx}'];

/** Those that put another module in the place of ours, or load one again, which works only where nobody has loaded it yet. */
const replacing = globSync(tests, { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.((do)?[mM]ock|resetModules)\(/.test(readFileSync(new URL(file, import.meta.url), 'utf8')),
);

const ofCrash = process.env.CHECK === 'crash' ? [] : CRASH_TESTS;
const inBrowser = ['ops/e2e/**/*.test.ts'];

const common = {
  // A machine that is busy with other work is several times slower; only what never comes may fail.
  testTimeout: 180_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 45_000 } },
  pool: 'forks',
} as const;

// Loading half of the product again for each file takes longer than most of its tests.
const together = { ...common, isolate: false };

/** Node loads the modules as in production, from its cache of compiled code: no transformation by Vite. */
const byNode = { ...together, experimental: { viteModuleRunner: false, nodeLoader: false } };

export default defineConfig({
  test: {
    globalSetup: ['ops/testing/global-setup.ts'],
    // One more than processors of a small machine: many tests mostly wait. `npm test` has one for the browser and three for the others.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...together,
          name: 'browser',
          include: inBrowser,
          exclude: [...STORIES, ...ENGINE_STORIES, ...PRODUCTION],
        },
      },
      { test: { ...together, name: 'stories', include: STORIES, exclude: TIMED } },
      { test: { ...together, name: 'engines', include: ENGINE_STORIES } },
      { test: { ...together, name: 'timed', include: TIMED } },
      { test: { ...together, name: 'production', include: PRODUCTION } },
      { test: { ...together, name: 'web', include: ofWeb } },
      {
        test: {
          ...byNode,
          name: 'together',
          include: tests,
          exclude: [...replacing, ...ofCrash, ...inBrowser],
        },
      },
      { test: { ...common, name: 'apart', include: replacing } },
    ],
  },
});
