import type { Pool } from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { findChromium, launchChromium, NO_CHROMIUM } from './chromium.ts';
import {
  type Closing,
  lastLog,
  type Product,
  type ProductOptions,
  RESTARTED,
  startProduct,
} from './product.ts';
import { leave, type Visitor, type VisitorOptions, visit } from './visitor.ts';

/** A running server and a browser. */
export interface Stage {
  /** Its address, without a slash at the end. */
  base(): string;
  /** The data directory of the server. */
  dataDir(): string;
  /** A new person; gone after the test, which fails when a page of theirs reported an error. */
  visitor(options: VisitorOptions): Promise<Visitor>;
  /** The throwaway database, for actions outside of the product. */
  database(): Pool;
}

/** The first file that needs the demo creates it for all. */
const START_PATIENCE_MS = 300_000;
/** The time limit of a test, on any machine, unless it sets its own. */
const STORY_PATIENCE_MS = 240_000;
/** By their options. */
const sharedProducts = new Map<string, Promise<Product>>();
let sharedBrowser: Promise<Browser> | undefined;

/** Registers the hooks of a file with browser tests; without a browser they report as skipped. */
export function onStage(options: ProductOptions): Stage {
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
    dataDir: () => product?.server.dataDir ?? '',
    async visitor(wanted) {
      if (browser === undefined || product === undefined)
        throw new Error('there is no browser yet: ask inside a test');
      const visitor = await visit(browser, product.server.base, wanted);
      present.push(visitor);
      return visitor;
    },
  };
}
