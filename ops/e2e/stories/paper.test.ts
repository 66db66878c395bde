import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { bought, goodsForm, putOnSale, somebody, unitsOf } from '#ops/actors/people.ts';
import { demoVisitor } from '../demo-people.ts';
import { goAndSettle } from '../going.ts';
import { deskPages } from '../pages/desk-pages.ts';
import { newCreator, signedUp } from '../people.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared', demo: true });

/** Between the margins of A4, in px of CSS. */
const PAPER_PX = 688;

/** Runs inside the page: texts that are not black, grounds that are not white, and cells outside of the paper. */
function faults(width: number): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (element === null || text === '' || element.getClientRects().length === 0) continue;
    const { color, backgroundColor, visibility } = getComputedStyle(element);
    if (visibility === 'hidden' || element.closest('style, script, noscript') !== null) continue;
    if (color !== 'rgb(0, 0, 0)') found.push(`${color}: ${text.slice(0, 40)}`);
    if (!/^(rgba\(0, 0, 0, 0\)|rgb\(255, 255, 255\))$/.test(backgroundColor)) {
      found.push(`on ${backgroundColor}: ${text.slice(0, 40)}`);
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    const { right, width: wide } = range.getBoundingClientRect();
    if (wide > 1 && right > width + 1) found.push(`outside, ${Math.round(right)} px: ${text.slice(0, 40)}`);
  }
  return found;
}

/** What is wrong with the open page on paper, printed from a window of 1440 px in the dark theme. */
async function onPaper(page: Page): Promise<string[]> {
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.locator('html').evaluate(({ style }, px) => {
    style.width = `${px}px`;
  }, PAPER_PX);
  const ground = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  const found = await page.evaluate(faults, PAPER_PX);
  expect(ground).toBe('rgb(255, 255, 255)');
  await page.locator('html').evaluate(({ style }) => {
    style.width = '';
  });
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
  return found;
}

test('a receipt is black on white with four columns, also with an option of fifty letters', async () => {
  const creator = await stage.visitor({ language: 'en-US' });
  const fan = await stage.visitor({ language: 'en-US', theme: 'dark' });
  await newCreator(creator, '林间', 'paper1');
  const plan = await putOnSale(
    creator,
    goodsForm(
      '羊毛围巾',
      { name: 'W'.repeat(50), price: '1019.90', stock: 50 },
      { name: '蓝色', price: '5.00', stock: 50 },
    ),
  );
  await signedUp(fan, somebody('Noor'));
  const { out_trade_no } = await bought(fan, { ...unitsOf(plan, 2, 1) });
  await fan.page.emulateMedia({ colorScheme: 'dark' });
  await goAndSettle(fan.page, `/order/receipt?out_trade_no=${out_trade_no}`);
  await fan.page.getByText('W'.repeat(50)).waitFor();
  expect(await onPaper(fan.page)).toEqual([]);
  expect(await fan.page.locator('article thead th').count()).toBe(4);
  const pdf = await fan.page.pdf({ preferCSSPageSize: true });
  expect(pdf.toString('latin1')).toMatch(/\/MediaBox\s*\[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/);
});

test('tickets, parcels, settlements and statements fit on A4 in black on white', async () => {
  const pages = {
    fan: ['/dashboard/ticket'],
    creator: ['/dashboard/sponsored-bill?express_status=8', '/dashboard/income', '/setting/withdraw'],
    finance: [
      '/finance/settlements',
      '/finance/trial-balance',
      '/finance/reconciliation',
      '/finance/withdrawals',
    ],
  } as const;
  const found: string[] = [];
  for (const [role, paths] of Object.entries(pages)) {
    const visitor = await demoVisitor(stage, role as keyof typeof pages);
    await visitor.page.emulateMedia({ colorScheme: 'dark' });
    const more = role === 'finance' ? await deskPages(visitor) : [];
    const month = more
      .map(({ path }) => path)
      .filter((path) => /^\/finance\/settlements\/\d{4}-\d\d$/.test(path));
    for (const path of [...paths, ...month.slice(0, 1)]) {
      await goAndSettle(visitor.page, path);
      found.push(...(await onPaper(visitor.page)).map((fault) => `${path}: ${fault}`));
    }
  }
  expect(found).toEqual([]);
}, 300_000);
