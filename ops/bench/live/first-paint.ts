import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { findChromium, launchChromium, NO_CHROMIUM } from '#ops/e2e/chromium.ts';
import { SESSION_COOKIE } from '#services/api/http/session/session-cookie.ts';
import { median } from '../load.ts';
import { atMost, type Bench, type Row } from '../row.ts';
import { type LiveServer, withLiveServer } from './server.ts';
import { openShop, signedIn } from './shop.ts';

const ROUNDS = 9;
/** The reference: a file of the same server. */
const ONE_LINE = '/one-line.html';
const FILE = fileURLToPath(new URL(`../../../web/dist${ONE_LINE}`, import.meta.url));
const LINE = '<!doctype html><title>One line</title><p>One line of text</p>';

interface Visit {
  /** Milliseconds until the largest part of the window was painted. */
  painted: number;
  scripts: number;
}

/** Runs inside the page: its own entries. */
const entriesOf = (): Promise<Visit> =>
  new Promise((resolve) => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js')).length;
    new PerformanceObserver((list) => {
      resolve({ painted: list.getEntries().at(-1)?.startTime ?? Number.NaN, scripts });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });

/** Opens a page in a browser without a cache. */
async function visit(browser: Browser, { base }: LiveServer, path: string, token?: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    baseURL: base,
  });
  try {
    if (token !== undefined) await context.addCookies([{ name: SESSION_COOKIE, value: token, url: base }]);
    const page = await context.newPage();
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    return await page.evaluate(entriesOf);
  } finally {
    await context.close();
  }
}

const PAGES = [
  { name: 'landing page', path: '/', most: 4, isOwn: false },
  { name: 'overview', path: '/my/dashboard', most: 8, isOwn: true },
] as const;

/** How soon a browser has painted a page, beside a static page of one line. */
export const firstPaintBench: Bench = ({ quick }) =>
  withLiveServer(async (server) => {
    const executable = findChromium();
    if (executable === undefined) throw new Error(NO_CHROMIUM);
    const [token = ''] = await signedIn(server, 1);
    await openShop(server, token, [10]);
    const browser = await launchChromium(executable);
    await writeFile(FILE, LINE);
    try {
      const paths = [ONE_LINE, ...PAGES.map(({ path }) => path)];
      const visits = new Map(paths.map((path): [string, Visit[]] => [path, []]));
      // In turns; the first round warms up.
      for (let round = 0; round <= (quick ? 1 : ROUNDS); round += 1)
        for (const [path, done] of visits) {
          const isOwn = PAGES.some((page) => page.path === path && page.isOwn);
          const one = await visit(browser, server, path, isOwn ? token : undefined);
          if (round > 0) done.push(one);
        }
      const middle = (path: string): number => median((visits.get(path) ?? []).map(({ painted }) => painted));
      return PAGES.map(({ name, path, most }): Row => {
        const scripts = Math.max(...(visits.get(path) ?? []).map((one) => one.scripts));
        return atMost(most, {
          name: `${name}: largest contentful paint, median of ${ROUNDS} visits without a cache`,
          value: middle(path),
          unit: 'ms',
          reference: { name: 'a static page of one line, same server', value: middle(ONE_LINE) },
          remark: `${scripts} scripts`,
        });
      });
    } finally {
      await browser.close();
      await rm(FILE, { force: true });
    }
  });
