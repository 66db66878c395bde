import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { copyOfDemo } from '#ops/testing/demo-copy.ts';
import { type RunningServer, removeFolder, startServer, temporaryFolder } from '#ops/testing/run-server.ts';
import { findChromium, launchChromium, NO_CHROMIUM } from './chromium.ts';
import { type Visitor, type VisitorOptions, visit } from './visitor.ts';

/** A running server and a browser, shared by the tests of a file. */
export interface Stage {
  /** Its address, without a slash at the end. */
  base(): string;
  /** A new person; gone after the test, which fails when a page of theirs reported an error. */
  visitor(options: VisitorOptions): Promise<Visitor>;
  /** The throwaway database itself, for what somebody does behind the product's back. */
  database(): Pool;
}

export interface StageOptions {
  /** `embedded`: as `npm start` on a new machine. `throwaway`: a database of the test run, quicker. */
  database: 'embedded' | 'throwaway';
  demo?: boolean;
}

const START_PATIENCE_MS = 120_000;
/** What no test of a story takes on any machine, unless it says so. */
const STORY_PATIENCE_MS = 120_000;
const READY = 'Fanwatt is ready';
/** Said by the supervisor of a process that died. */
const RESTARTED = 'starting it again';
const LOG_TAIL = 3_000;

const lastLog = async (dataDir: string): Promise<string> =>
  (await readFile(join(dataDir, 'server.log'), 'utf8')).slice(-LOG_TAIL);

/** Registers the hooks of a file whose tests use a browser; without one they report as skipped. */
export function onStage({ database, demo = false }: StageOptions): Stage {
  vi.setConfig({ testTimeout: STORY_PATIENCE_MS });
  const executable = findChromium();
  const closing: (() => Promise<unknown>)[] = [];
  const present: Visitor[] = [];
  let server: RunningServer | undefined;
  let browser: Browser | undefined;
  let pool: Pool | undefined;

  beforeAll(async () => {
    if (executable === undefined) return;
    const folder = await temporaryFolder();
    closing.push(() => removeFolder(folder));
    const env: NodeJS.ProcessEnv = {
      DATA_DIR: folder,
      SANDBOX: '1',
      DEMO: demo ? '1' : '0',
      RATE_LIMITS: 'off',
    };
    if (database === 'throwaway') {
      const made = await (demo ? copyOfDemo(folder) : createTestDatabase('whole'));
      closing.push(made.drop);
      env.DATABASE_URL = made.url;
      pool = made.pool;
    }
    const started = await startServer(env);
    closing.push(async () => {
      started.supervisor.kill('SIGTERM');
      await started.ended;
    });
    await started.untilSaid(READY);
    server = started;
    browser = await launchChromium(executable);
    closing.push(() => browser?.close() ?? Promise.resolve());
  }, START_PATIENCE_MS);

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  beforeEach(({ skip }) => skip(executable === undefined, NO_CHROMIUM));

  afterEach(async () => {
    const visitors = present.splice(0);
    const troubles = visitors.flatMap((visitor) => visitor.troubles);
    for (const { context } of visitors) await context.close();
    if (server?.said().includes(RESTARTED)) troubles.push(await lastLog(server.dataDir));
    expect(troubles).toEqual([]);
  });

  return {
    base: () => server?.base ?? '',
    database() {
      if (pool === undefined) throw new Error('there is no throwaway database');
      return pool;
    },
    async visitor(options) {
      if (browser === undefined || server === undefined)
        throw new Error('there is no browser yet: ask inside a test');
      const visitor = await visit(browser, server.base, options);
      present.push(visitor);
      return visitor;
    },
  };
}
