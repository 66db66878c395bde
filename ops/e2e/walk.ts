import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { goDirectly, goWithin } from './going.ts';
import { accessible, fits } from './page-checks.ts';
import type { Page } from './pages/page.ts';
import { drawn, settled } from './settled.ts';
import type { Visitor } from './visitor.ts';
import type { Language } from './words.ts';

/** 360 and 390 are phones, 869 and 1000 the edges of the size classes, 1440 a desk. */
const WIDTHS = [360, 390, 869, 1000, 1440] as const;
type Theme = 'light' | 'dark';
/**
 * Where axe looks, and what pictures are taken of; with the theme in which all rules are asked there. Of the other
 * theme only colours are asked about, so that each page is looked at wholly in each of them and at both widths.
 */
const SHOWN_WIDTHS: ReadonlyMap<number, Theme> = new Map([
  [390, 'dark'],
  [1440, 'light'],
]);
const THEMES = ['light', 'dark'] as const satisfies readonly Theme[];
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

/** Has colours on their way to others be there at once: between them none is what anybody reads. Runs inside the page. */
function fade(): void {
  const fading = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
  // What takes its colour from another sets off when that one has arrived.
  for (let left = fading(); left.length > 0; left = fading()) for (const one of left) one.finish();
}

/** The theme follows the system's, as long as nobody chooses another: no page is loaded again for it either. */
async function inTheme({ page }: Visitor, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor();
  await drawn(page);
  await page.evaluate(fade);
}

/** Both languages, the one that the page was opened in first. */
async function languagesFrom({ page }: Visitor): Promise<Language[]> {
  const now = await page.locator('html').getAttribute('lang');
  return LANGUAGES.toSorted((a, b) => Number(b === now) - Number(a === now));
}

interface Place {
  name: string;
  language: Language;
  width: number;
  /** In which all rules are asked. */
  whole: Theme;
}

/** Both themes, the one that the page has first: to change colours is to draw everything again. */
async function themesFrom({ page }: Visitor): Promise<Theme[]> {
  const now = await page.locator('html').getAttribute('data-mantine-color-scheme');
  return THEMES.toSorted((a, b) => Number(b === now) - Number(a === now));
}

/** Both themes at one width: what axe says, and pictures when they are asked for. */
async function inThemes(visitor: Visitor, { name, language, width, whole }: Place): Promise<string[]> {
  const { page } = visitor;
  const wrong: string[] = [];
  // Structure and colours are the same in both languages.
  const asks = language === 'zh-CN';
  for (const theme of asks || SHOTS !== undefined ? await themesFrom(visitor) : []) {
    await inTheme(visitor, theme);
    if (asks) {
      const found = await accessible(page, whole === theme ? 'all' : 'of colour');
      wrong.push(...found.map((one) => `${theme} ${one}`));
    }
    if (SHOTS !== undefined) {
      mkdirSync(SHOTS, { recursive: true });
      const file = `${name}-${language}-${theme}-${width}.png`;
      await page.screenshot({ path: join(SHOTS, file), fullPage: true });
    }
  }
  return wrong;
}

/** All widths, beginning with the end that the window is at. */
const widthsFrom = ({ page }: Visitor): number[] =>
  page.viewportSize()?.width === WIDTHS[0] ? [...WIDTHS] : WIDTHS.toReversed();

/** Looks at the page that the window is on, in both languages, all widths and both themes. */
async function look(visitor: Visitor, name: string): Promise<string[]> {
  const { page } = visitor;
  const wrong: string[] = [];
  for (const language of await languagesFrom(visitor)) {
    await inLanguage(visitor, language);
    for (const width of widthsFrom(visitor)) {
      await page.setViewportSize({ width, height: 900 });
      await drawn(page);
      const found = await fits(page);
      const whole = SHOWN_WIDTHS.get(width);
      if (whole !== undefined) found.push(...(await inThemes(visitor, { name, language, width, whole })));
      wrong.push(...found.map((one) => `${language} ${width}: ${one}`));
    }
  }
  return wrong;
}

/** All that is wrong with one page: what is seen of it, and what it says to nobody. */
async function lookAt(visitor: Visitor, { name, path }: Page, go: typeof goWithin): Promise<string[]> {
  const found = await go(visitor.page, path)
    .then(() => look(visitor, name))
    .catch((error: unknown) => [String(error)]);
  return [...found, ...visitor.troubles.splice(0)];
}

/**
 * Looks at one page, coming from the one before. Where anything is wrong it is loaded by itself and looked at again:
 * what is not wrong then was left by the page before, or comes of the way from there.
 */
async function lookAfter(visitor: Visitor, page: Page, before: Page | undefined): Promise<string[]> {
  if (before === undefined) return lookAt(visitor, page, goDirectly);
  const found = await lookAt(visitor, page, goWithin);
  if (found.length === 0) return [];
  const alone = await lookAt(visitor, page, goDirectly);
  return [
    ...alone.map((one) => (found.includes(one) ? one : `loaded by itself: ${one}`)),
    ...found.filter((one) => !alone.includes(one)).map((one) => `after ${before.name}: ${one}`),
  ];
}

/** Puts the window back to how it is now, for the story that goes on in it. */
async function wayBack(visitor: Visitor): Promise<() => Promise<void>> {
  const { page } = visitor;
  // Nobody has read anything yet.
  if (!page.url().startsWith('http')) return async () => undefined;
  const size = page.viewportSize();
  const [language] = await languagesFrom(visitor);
  const [theme] = await themesFrom(visitor);
  return async () => {
    if (size !== null) await page.setViewportSize(size);
    if (theme !== undefined) await inTheme(visitor, theme);
    if (language !== undefined) await inLanguage(visitor, language);
  };
}

/**
 * Looks at all the pages: the first is loaded, to the others goes the running application. Answers what is wrong, each
 * with the place; empty when nothing is. The window ends on the last of them, in the size, the language and the theme
 * that it had.
 */
export async function walk(visitor: Visitor, pages: readonly Page[]): Promise<string[]> {
  const back = await wayBack(visitor);
  const wrong: string[] = [];
  let before: Page | undefined;
  for (const one of pages) {
    const found = await lookAfter(visitor, one, before);
    wrong.push(...found.map((finding) => `${one.name} ${finding}`));
    before = one;
  }
  await back();
  return wrong;
}
