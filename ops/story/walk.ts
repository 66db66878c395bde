import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { accessible, fits } from './page-checks.ts';
import type { Page } from './pages.ts';
import { drawn, settled } from './settled.ts';
import type { Visitor } from './visitor.ts';
import type { Language } from './words.ts';

/** 360 and 390 are phones, 869 and 1000 the edges of the size classes, 1440 a desk. */
const WIDTHS = [360, 390, 869, 1000, 1440] as const;
/** Where axe looks, and what pictures are taken of. */
const SHOWN_WIDTHS: readonly number[] = [390, 1440];
const LANGUAGES = ['zh-CN', 'en-US'] as const satisfies readonly Language[];
const SHOTS = process.env.STORY_SHOTS;

export interface Walk {
  pages: readonly Page[];
  theme: 'light' | 'dark';
  /** The dark theme differs in colours only. */
  rules: 'all' | 'of colour';
}

/** Presses the language switch, also where a drawer lies over it: nothing is loaded again. */
async function inLanguage({ page }: Visitor, language: Language): Promise<void> {
  if ((await page.locator('html').getAttribute('lang')) !== language) {
    await page.locator(`header button[lang="${language}"]`).dispatchEvent('click');
    await page.locator(`html[lang="${language}"]`).waitFor();
  }
  await settled(page);
}

/** Looks at every page in both languages and all widths. Answers what is wrong, each with the place. */
export async function walk(visitor: Visitor, { pages, theme, rules }: Walk): Promise<string[]> {
  const { page, troubles } = visitor;
  const wrong: string[] = [];
  for (const { name, path } of pages) {
    await page.goto(path);
    await settled(page);
    for (const language of LANGUAGES) {
      await inLanguage(visitor, language);
      for (const width of WIDTHS) {
        const at = `${name} ${language} ${theme} ${width}`;
        await page.setViewportSize({ width, height: 900 });
        await drawn(page);
        wrong.push(...(await fits(page)).map((misfit) => `${at}: ${misfit}`));
        if (!SHOWN_WIDTHS.includes(width)) continue;
        if (language === 'zh-CN') {
          wrong.push(...(await accessible(page, rules)).map((violation) => `${at}: ${violation}`));
        }
        if (SHOTS !== undefined) {
          mkdirSync(SHOTS, { recursive: true });
          await page.screenshot({
            path: join(SHOTS, `${name}-${language}-${theme}-${width}.png`),
            fullPage: true,
          });
        }
      }
    }
    wrong.push(...troubles.splice(0).map((trouble) => `${name} ${theme}: ${trouble}`));
  }
  return wrong;
}
