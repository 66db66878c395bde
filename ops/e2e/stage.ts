import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { copyOfDemo } from '#ops/testing/demo-copy.ts';
import { type RunningServer, removeFolder, startServer, temporaryFolder } from '#ops/testing/run-server.ts';
import { findChromium, launchChromium, NO_CHROMIUM } from './chromium.ts';
import { type StoryMode, storyMode } from './story-modes.ts';
import { leave, type Visitor, type VisitorOptions, visit } from './visitor.ts';

/** A running server and a browser. */
export interface Stage {
  /** Its address, without a slash at the end. */
  base(): string;
  /** A new person; gone after the test, which fails when a page of theirs reported an error. */
  visitor(options: VisitorOptions): Promise<Visitor>;
  /** The throwaway database, for actions outside of the product. */
  database(): Pool;
}

export interface StageOptions {
  /**
   * `shared`: a server for all such files of a vitest worker, which use their own people and shops or leave the demo as
   * it was. `forward`: the same for files that move its clock forward. `throwaway`: one for this file; `embedded`: the
   * same as `npm start` on a new machine.
   */
  database: 'shared' | 'forward' | 'throwaway' | 'embedded';
  demo?: boolean;
}

interface Product {
  server: RunningServer;
  pool?: Pool;
}

/** The first file that needs the demo creates it for all. */
const START_PATIENCE_MS = 300_000;
/** The time limit of a test, on any machine, unless it sets its own. */
const STORY_PATIENCE_MS = 240_000;
/** Also shown when read models catch up slowly. */
const READY = 'Ctrl-C stops it';
/** The supervisor's message about a dead process. */
const RESTARTED = 'starting it again';
const LOG_TAIL = 3_000;

const lastLog = async (dataDir: string): Promise<string> =>
  (await readFile(join(dataDir, 'server.log'), 'utf8')).slice(-LOG_TAIL);

type Closing = (() => Promise<unknown>)[];

/** Starts a server; its end is added to `closing`. Otherwise it ends with this process. */
async function startProduct({ database, demo = false }: StageOptions, closing?: Closing): Promise<Product> {
  const { TEST_DEMO_FOLDER: ofRun = '' } = process.env;
  // Its files are removed with the folder of the test run.
  const folder = closing
    ? await temporaryFolder()
    : join(ofRun, `server-${process.pid}-${database}${demo ? '-demo' : ''}`);
  closing?.push(() => removeFolder(folder));
  const env: NodeJS.ProcessEnv = {
    DATA_DIR: folder,
    SANDBOX: '1',
    DEMO: demo ? '1' : '0',
    RATE_LIMITS: 'off',
  };
  const made =
    database === 'embedded' ? undefined : await (demo ? copyOfDemo(folder) : createTestDatabase('whole'));
  if (made !== undefined) {
    closing?.push(made.drop);
    env.DATABASE_URL = made.url;
  }
  const mode: StoryMode = demo ? {} : await storyMode();
  const server = await startServer({ ...env, ...mode.env }, closing === undefined, mode.words);
  closing?.push(async () => {
    server.supervisor.kill('SIGTERM');
    await server.ended;
  });
  await server.untilSaid(READY);
  return { server, ...(made && { pool: made.pool }) };
}

/** By their options. */
const sharedProducts = new Map<string, Promise<Product>>();
let sharedBrowser: Promise<Browser> | undefined;

/** Registers the hooks of a file with browser tests; without a browser they report as skipped. */
export function onStage(options: StageOptions): Stage {
  vi.setConfig({ testTimeout: STORY_PATIENCE_MS });
  const executable = findChromium();
  const closing: Closing = [];
  const present: Visitor[] = [];
  let product: Product | undefined;
  let browser: Browser | undefined;

  beforeAll(async () => {
    if (executable === undefined) return;
    const { database, demo = false } = options;
    const ofFile = database === 'throwaway' || database === 'embedded';
    const kind = `${database} ${demo}`;
    const started = ofFile ? undefined : (sharedProducts.get(kind) ?? startProduct(options));
    if (started !== undefined) sharedProducts.set(kind, started);
    product = await (started ?? startProduct(options, closing));
    // Playwright closes it when this process ends.
    sharedBrowser ??= launchChromium(executable);
    browser = await sharedBrowser;
  }, START_PATIENCE_MS);

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  beforeEach(({ skip }) => skip(executable === undefined, NO_CHROMIUM));

  afterEach(async () => {
    const visitors = present.splice(0);
    const troubles = visitors.flatMap((visitor) => visitor.troubles);
    for (const visitor of visitors) await leave(visitor);
    const { server } = product ?? {};
    if (server?.said().includes(RESTARTED)) troubles.push(await lastLog(server.dataDir));
    expect(troubles).toEqual([]);
  });

  return {
    base: () => product?.server.base ?? '',
    database() {
      if (product?.pool === undefined) throw new Error('there is no throwaway database');
      return product.pool;
    },
    async visitor(wanted) {
      if (browser === undefined || product === undefined)
        throw new Error('there is no browser yet: ask inside a test');
      const visitor = await visit(browser, product.server.base, wanted);
      present.push(visitor);
      return visitor;
    },
  };
}
