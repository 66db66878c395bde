import type { Browser, BrowserContext, Page } from 'playwright-core';
import { byBrowser } from '#ops/actors/by-browser.ts';
import type { Actor } from '#ops/actors/client.ts';
import { makeOldest } from './browsers/oldest.ts';
import { leavePages } from './going.ts';
import { inOldestBrowser } from './story-modes.ts';
import { type Language, type Words, wordsOf } from './words.ts';

/** A person with a separate browser: cookies, storage and language are not shared. Calls have the browser's session. */
export interface Visitor extends Actor {
  /** The server's address, which calls outside the pages name as their origin. */
  base: string;
  context: BrowserContext;
  page: Page;
  /** The text on the screen, in the visitor's language. */
  t: Words;
  /** Errors in the console and failed requests of a page. Empty without any. */
  troubles: string[];
}

/** The width at which pages are checked on a desk, in px. */
export const DESK_WIDTH = 1440;

export interface VisitorOptions {
  language: Language;
  /** Width of the window in px. */
  width?: number;
  theme?: 'light' | 'dark';
  /** Of the browser; default: the business time zone. */
  timeZone?: string;
}

/** Of statuses that the answers themselves report. */
const BY_STATUS = /^Failed to load resource: the server responded with a status of 40[34]/;

/** The address of a picture that a slow page requests after its end; the page gets a new one. */
function isExpired(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  return (
    pathname.startsWith('/media/') &&
    searchParams.has('e') &&
    Number(searchParams.get('e')) * 1000 <= Date.now()
  );
}

/**
 * Records the errors of a page, except requests that the page itself aborted when it was left. A page about something
 * that does not exist is an answer with 404.
 */
function watch(page: Page): string[] {
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !BY_STATUS.test(message.text()))
      troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed';
    if (reason !== 'net::ERR_ABORTED') troubles.push(`${reason}: ${request.url()}`);
  });
  page.on('response', (response) => {
    const isNoPage = response.status() === 404 && response.request().isNavigationRequest();
    if (response.status() >= 400 && !isNoPage && !isExpired(response.url()))
      troubles.push(`${response.status()}: ${response.url()}`);
  });
  return troubles;
}

/**
 * STORY_LATENCY_MS: delays every answer, as at a distance from the server, to find errors that fast answers hide. 0
 * by default.
 */
const LATENCY_MS = Number(process.env.STORY_LATENCY_MS ?? 0);

async function farAway(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    ...unlimited,
  });
}

/**
 * Reports a page that disappears and comes back because a part of it waited for texts or code. A page that is left may
 * disappear: the next one can take a while. Runs inside the page.
 */
function reportGone(): void {
  const gone = new WeakMap<Node, Element>();
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const title = target instanceof HTMLElement ? target.querySelector('h1') : null;
      if (!(target instanceof HTMLElement) || title === null) continue;
      // React hides a waiting part this way.
      if (target.style.getPropertyPriority('display') === 'important') gone.set(target, title);
      else if (gone.get(target) === title)
        console.error(`the page waited for a part of it: ${location.pathname} ${title.textContent}`);
    }
  });
  observer.observe(document, { subtree: true, attributes: true, attributeFilter: ['style'] });
}

/** Reports what the content policy refuses, also where the program goes on without it. Runs inside the page. */
function reportRefused(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
    console.error(`refused by the content policy: ${effectiveDirective} ${blockedURI} ${sourceFile}`),
  );
}

/**
 * Removes what the server painted before the program starts: a step would find its words there, and again in the page.
 * Runs inside the page. The story about it has windows of its own (stories/first-paint.test.ts).
 */
function removePainted(): void {
  document.addEventListener('readystatechange', () => document.getElementById('painted')?.remove());
}

/** The data that a page leaves, without files of the application. */
const STORED = 'cookies,local_storage,service_workers,cache_storage';

/** Idle windows by their fixed settings. They keep their cache of files. */
const idle = new Map<string, Visitor[]>();
const openWindows = new WeakMap<BrowserContext, Visitor[]>();

export async function visit(browser: Browser, base: string, options: VisitorOptions): Promise<Visitor> {
  const { language, width = DESK_WIDTH, theme = 'light', timeZone = 'Asia/Shanghai' } = options;
  const viewport = { width, height: 900 };
  const key = `${base} ${language} ${timeZone}`;
  const windows = idle.get(key) ?? [];
  idle.set(key, windows);
  const known = windows.pop();
  if (known !== undefined) {
    await known.page.setViewportSize(viewport);
    await known.page.emulateMedia({ colorScheme: theme });
    return known;
  }
  const context = await browser.newContext({
    baseURL: base,
    locale: language,
    timezoneId: timeZone,
    colorScheme: theme,
    // Pictures and measures of a page in motion would differ from run to run.
    reducedMotion: 'reduce',
    viewport,
  });
  // Patience, not a bound: a machine that is busy otherwise may take this long to draw a page.
  context.setDefaultTimeout(45_000);
  await context.addInitScript(reportGone);
  await context.addInitScript(reportRefused);
  await context.addInitScript(removePainted);
  if (inOldestBrowser) await makeOldest(context);
  const page = await context.newPage();
  if (LATENCY_MS > 0) await farAway(context, page);
  openWindows.set(context, windows);
  const { send } = byBrowser(base, context.request);
  return { base, context, page, send, t: wordsOf(language), troubles: watch(page) };
}

/** From then on its window is closed with it: what was done to it cannot be undone. */
export const usedUp = ({ context }: Visitor): boolean => openWindows.delete(context);

/** Ends a visit. The window is cleared and reused; only cached files stay. */
export async function leave(visitor: Visitor): Promise<void> {
  const { base, context, page, troubles } = visitor;
  const windows = openWindows.get(context);
  if (windows === undefined || page.isClosed()) return context.close();
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.setOffline(false);
  await page.unrouteAll();
  if (page.url().startsWith('http')) await page.evaluate(() => sessionStorage.clear());
  await leavePages(page);
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: base, storageTypes: STORED });
  await session.detach();
  await context.clearPermissions();
  troubles.length = 0;
  windows.push(visitor);
}
