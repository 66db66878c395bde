import type { Page } from 'playwright-core';
import { settled } from './settled.ts';

const MAX_STEPS = 80;

/** The focused element: its role or tag, its name, and whether the focus is visible. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    if (one === null || one === document.body) return { name: '', visible: true };
    const name =
      one.getAttribute('aria-label') ??
      (one instanceof HTMLInputElement ? (one.labels?.[0]?.textContent ?? '') : (one.textContent ?? ''));
    const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(one);
    const outlined = outlineStyle !== 'none' && outlineWidth !== '0px';
    const bordered = one.matches('input, textarea') && borderColor !== 'rgba(0, 0, 0, 0)';
    return { name: name.trim(), visible: outlined || boxShadow !== 'none' || bordered };
  });

/** Presses Tab until the named part has the focus. Throws when it never does, or where the focus cannot be seen. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  // Parts that are loaded later are passed by.
  await settled(page);
  const passed: string[] = [];
  for (let step = 0; step < MAX_STEPS; step += 1) {
    await page.keyboard.press('Tab');
    const { name: here, visible } = await focused(page);
    if (!visible) throw new Error(`the focus cannot be seen on “${here}”`);
    if (typeof name === 'string' ? here === name : name.test(here)) return;
    passed.push(here);
  }
  throw new Error(`Tab never reached ${name}; it passed ${passed.join(' · ')}`);
}
