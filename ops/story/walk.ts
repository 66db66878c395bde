import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { accessible, fits } from './page-checks.ts';
import type { Page } from './pages.ts';
import { drawn, settled } from './settled.ts';
import type { Visitor } from './visitor.ts';
import type { Language } from './words.ts';

/** 360 and 390 are phones, 869 and 1000 the edges of the size classes, 1440 a desk. */
const WIDTHS = [360, 390, 869, 1000, 1440] as const;
type Theme = 'light' | 'dark';
/**
 * Where axe looks, and what pictures are taken of; with the theme in which all rules are asked there. Colours
 * are asked about in both themes, so that each page is looked at wholly in each of them and at both widths.
 */
const SHOWN_WIDTHS: ReadonlyMap<number, Theme> = new Map([
  [390, 'dark'],
  [1440, 'light'],
]);
const LANGUAGES = ['zh-CN', 'en-US'] as const satisfies readonly Language[];
const SHOTS = process.env.STORY_SHOTS;

/** Presses the language switch, also where a drawer lies over it: nothing is loaded again. */
async function inLanguage({ page }: Visitor, language: Language): Promise<void> {
  if ((await page.locator('html').getAttribute('lang')) !== language) {
    await page.locator(`header button[lang="${language}"]`).dispatchEvent('click');
    await page.locator(`html[lang="${language}"]`).waitFor();
  }
  await settled(page);
}

/** Looks at one page in both languages and all widths. */
async function lookAt(visitor: Visitor, { name, path }: Page, theme: Theme): Promise<string[]> {
  const { page } = visitor;
  const wrong: string[] = [];
  await page.goto(path);
  await settled(page);
  for (const language of LANGUAGES) {
    await inLanguage(visitor, language);
    for (const width of WIDTHS) {
      const found = (one: string): string => `${language} ${width}: ${one}`;
      await page.setViewportSize({ width, height: 900 });
      await drawn(page);
      wrong.push(...(await fits(page)).map(found));
      const whole = SHOWN_WIDTHS.get(width);
      if (whole === undefined) continue;
      // Structure and colours are the same in both languages.
      if (language === 'zh-CN') {
        wrong.push(...(await accessible(page, whole === theme ? 'all' : 'of colour')).map(found));
      }
      if (SHOTS !== undefined) {
        mkdirSync(SHOTS, { recursive: true });
        const file = `${name}-${language}-${theme}-${width}.png`;
        await page.screenshot({ path: join(SHOTS, file), fullPage: true });
      }
    }
  }
  return wrong;
}

/** Looks at all the pages. Answers what is wrong, each with the place; empty when nothing is. */
export async function walk(visitor: Visitor, pages: readonly Page[], theme: Theme): Promise<string[]> {
  const wrong: string[] = [];
  for (const one of pages) {
    const found = await lookAt(visitor, one, theme).catch((error: unknown) => [String(error)]);
    const troubles = visitor.troubles.splice(0);
    wrong.push(...[...found, ...troubles].map((finding) => `${one.name} ${theme} ${finding}`));
  }
  return wrong;
}
