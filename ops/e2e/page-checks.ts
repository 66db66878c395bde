import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import axeCore, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { drawn } from './settled.ts';
import { DESK_WIDTH } from './visitor.ts';

/**
 * Layout errors: a page wider than its window, a dialog wider than itself, a table that scrolls sideways on a desk,
 * a navigation that does not show the link of the open page, cut text, an amount on two lines, an ellipsis without a
 * title, a form that Enter does not submit, a field into which iOS zooms (below 16 px on a phone), and bars that cover
 * more than a quarter of the window at its bottom.
 * Text is cut if a box with hidden overflow ends before it, except with an intended ellipsis (`truncate`, `lineClamp`)
 * and in text for screen readers. Runs inside the page.
 */
function misfits(deskWidth: number): string[] {
  const found: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`${scrollWidth - clientWidth} px wider than the window`);
  for (const dialog of document.querySelectorAll('[role="dialog"]'))
    if (dialog.scrollWidth > dialog.clientWidth)
      found.push(`dialog ${dialog.scrollWidth - dialog.clientWidth} px wider than itself`);
  if (window.innerWidth >= deskWidth)
    // Measured, because the role of its frame follows one frame after a change of width.
    for (const table of document.querySelectorAll('main table'))
      if (table.scrollWidth > (table.parentElement?.clientWidth ?? 0))
        found.push(`table “${table.ariaLabel}” scrolls sideways on a desk`);
  // A page that only says where else to go has no link of its own.
  const isDeadEnd = document.querySelector('.mantine-EmptyState-root h1') !== null;
  for (const bar of isDeadEnd ? [] : document.querySelectorAll('main nav')) {
    const here = bar.querySelector('[data-active], [aria-current]')?.getBoundingClientRect();
    if (here === undefined || here.left < 0 || here.right > window.innerWidth)
      found.push(`“${bar.ariaLabel}” does not show the link of the open page`);
  }

  const hides = (style: CSSStyleDeclaration): boolean =>
    style.overflowX === 'hidden' || style.overflowX === 'clip';
  const POINT_PX = 2;
  const AMOUNT = /[−+]?¥[\d,]+(?:\.\d+)?/g;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    if (text === '' || parent === null || !parent.checkVisibility()) continue;
    range.selectNodeContents(node);
    const { left, right, width } = range.getBoundingClientRect();
    if (width === 0) continue;
    for (const amount of node.textContent?.matchAll(AMOUNT) ?? []) {
      range.setStart(node, amount.index);
      range.setEnd(node, amount.index + amount[0].length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) found.push(`broken amount: “${amount[0]}” in “${text.slice(0, 60)}”`);
    }
    for (
      let box: HTMLElement | null = parent;
      box !== null && box !== document.body;
      box = box.parentElement
    ) {
      if (box.matches('[data-truncate], [data-line-clamp]')) {
        const isCut = right > box.getBoundingClientRect().right + 1 || box.scrollWidth > box.clientWidth;
        if (isCut && box.closest('[title]') === null) found.push(`no title for “${text.slice(0, 60)}”`);
        break;
      }
      const style = getComputedStyle(box);
      // Scrollable content is not cut; content clipped to a point is for screen readers.
      if (style.overflowX === 'auto' || style.overflowX === 'scroll' || style.position === 'fixed') break;
      if (!hides(style)) continue;
      const edge = box.getBoundingClientRect();
      if (edge.width <= POINT_PX) break;
      if (right > edge.right + 1 || left < edge.left - 1) {
        found.push(`cut: “${text.slice(0, 60)}” in ${box.tagName.toLowerCase()}.${box.className}`);
        break;
      }
    }
  }

  let covered = 0;
  for (const element of document.querySelectorAll('body *')) {
    if (getComputedStyle(element).position !== 'fixed' || element.closest('[role="dialog"]')) continue;
    const { width, height, bottom } = element.getBoundingClientRect();
    const isBar = width > window.innerWidth / 2 && height < window.innerHeight && bottom > 0;
    if (isBar && bottom <= window.innerHeight && bottom > window.innerHeight / 2) covered += height;
  }
  if (covered > window.innerHeight / 4) found.push(`bars cover ${covered} px at the bottom`);

  const ZOOMED =
    ':is(input:not([type="checkbox"], [type="radio"], [type="file"]), select, textarea):not([aria-hidden])';
  if (window.innerWidth < 869)
    for (const field of document.querySelectorAll<HTMLInputElement>(ZOOMED)) {
      const { fontSize } = getComputedStyle(field);
      if (Number.parseFloat(fontSize) < 16 && field.checkVisibility())
        found.push(
          `${fontSize} in the field “${field.labels?.[0]?.textContent ?? field.ariaLabel ?? field.name}”`,
        );
    }

  const isLarge = document.documentElement.style.fontSize !== '';
  const brush = document.createElement('canvas').getContext('2d');
  for (const field of document.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
    // Large text may cut a hint: it repeats the label, and gives an example.
    if (brush === null || field.value !== '' || !field.checkVisibility() || isLarge) continue;
    const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field);
    brush.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    const { width } = brush.measureText(field.placeholder);
    if (width > room + 1)
      found.push(`cut: hint “${field.placeholder}”, ${width} px in ${room} of ${fontSize}`);
  }

  // Enter in a field submits a form by its button; without one a second field, or a Select, switches that off.
  const TYPED = 'input:not([type="hidden"], [type="checkbox"], [type="radio"], [type="file"])';
  for (const form of document.querySelectorAll('form')) {
    const field = [...form.querySelectorAll<HTMLInputElement>(TYPED)].find((one) => one.checkVisibility());
    if (field !== undefined && form.querySelector('[type="submit"]') === null)
      found.push(
        `no submit button beside “${field.labels?.[0]?.textContent ?? field.ariaLabel ?? field.name}”`,
      );
  }
  return found;
}

export const fits = (page: Page): Promise<string[]> => page.evaluate(misfits, DESK_WIDTH);

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const SERIOUS: readonly unknown[] = ['serious', 'critical'];

/** Its public list of rules does not name their impact. */
const { rules } = (axeCore as unknown as { _audit: { rules: { id: string; impact: string }[] } })._audit;

const OPTIONS: RunOptions = {
  resultTypes: ['violations'],
  // A rule has one impact for all its findings: the others would take a fifth of the time, and report nothing.
  rules: Object.fromEntries(
    rules.filter(({ impact }) => !SERIOUS.includes(impact)).map(({ id }) => [id, { enabled: false }]),
  ),
  // Reading style sheets again each time takes longer than the checks themselves.
  preload: { assets: ['media'] },
  iframes: false,
};

/** The page's own, after AXE has run there. */
declare const axe: typeof import('axe-core');

/** Runs inside the page. */
async function seriousFindings(options: RunOptions): Promise<string[]> {
  const { violations } = await axe.run(document, options);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    );
}

/** A dialog takes its title as its name just after it opened: waits for that, at most a second. */
const dialogsNamed = (page: Page): Promise<unknown> =>
  page
    .waitForFunction(
      () => document.querySelector('[role="dialog"]:not([aria-labelledby], [aria-label])') === null,
      undefined,
      { timeout: 1_000 },
    )
    .catch(() => undefined);

/** The serious and critical findings of axe in the present page, each with its place. */
export async function accessible(page: Page): Promise<string[]> {
  // Two thirds of a megabyte: once for each loaded page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(seriousFindings, OPTIONS);
  if (!found.some((finding) => finding.startsWith('aria-dialog-name'))) return found;
  // A dialog may have opened during the check. If it stays without a name, it is reported again.
  await dialogsNamed(page);
  return page.evaluate(seriousFindings, OPTIONS);
}

/** The open page has no layout error, and people with disabilities can use it. */
export async function looksRight({ page }: { page: Page }): Promise<void> {
  await drawn(page);
  expect(await fits(page)).toEqual([]);
  expect(await accessible(page)).toEqual([]);
}
