import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { getProfileBySlug } from '#services/contract/catalog/creators.ts';
import { listPosts } from '#services/contract/content/post-lists.ts';
import { settled } from '../settled.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared', demo: true });

const SLUG = 'linjian';
/** What browsers call good (Core Web Vitals). */
const MOST = 0.1;

/** The entries of Chromium, which are not in the types of the DOM. */
interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Runs inside the page before its scripts: keeps what moves. */
function watch(): void {
  const seen: { value: number; what: string }[] = [];
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      const what = entry.sources
        .map(({ node, previousRect: from, currentRect: to }) => {
          const text = node?.textContent?.slice(0, 40) ?? '';
          return `${text} (${from.x}, ${from.y}, ${from.width} × ${from.height} to ${to.x}, ${to.y}, ${to.width} × ${to.height})`;
        })
        .join(' | ');
      if (!entry.hadRecentInput) seen.push({ value: entry.value, what });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** All that moved on a page until it was at rest. */
async function shiftsOf(page: Page, path: string) {
  await page.goto(path);
  await settled(page);
  return page.evaluate(() => (window as unknown as { seen: { value: number; what: string }[] }).seen);
}

test.each([
  ['zh-CN', 390],
  ['zh-CN', 1440],
  ['en-US', 390],
  ['en-US', 1440],
] as const)('nothing moves while public pages load (%s, %d px)', async (language, width) => {
  const visitor = await stage.visitor({ language, width });
  const { user } = await call(visitor, getProfileBySlug, { url_slug: SLUG });
  const { list } = await call(visitor, listPosts, { user_id: user.user_id });
  const post = list.find(({ is_public }) => is_public) ?? list[0];
  await visitor.page.addInitScript(watch);
  for (const path of ['/', `/a/${SLUG}`, `/p/${post?.post_id}`, '/explore']) {
    const shifts = await shiftsOf(visitor.page, path);
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    expect(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(MOST);
  }
});

test('what moves is seen', async () => {
  const { page } = await stage.visitor({ language: 'zh-CN' });
  await page.addInitScript(watch);
  await shiftsOf(page, '/explore');
  await page.evaluate(() => {
    document.body.style.paddingTop = '400px';
  });
  const seen = () => page.evaluate(() => (window as unknown as { seen: { value: number }[] }).seen.length);
  await expect.poll(seen).toBeGreaterThan(0);
});
