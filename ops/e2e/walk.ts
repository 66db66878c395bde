import { goAndSettle, isRunning } from './going.ts';
import { showIn } from './in-language.ts';
import { accessible, fits } from './page-checks.ts';
import type { Page } from './pages/page.ts';
import { keptPicture, WALK, wholeWalk } from './seen.ts';
import { drawn, settled } from './settled.ts';
import type { Visitor } from './visitor.ts';
import type { Language } from './words.ts';

type Theme = 'light' | 'dark';

/** How a window shows a page. */
interface Look {
  language: Language;
  width: number;
  theme: Theme;
  /** Text of twice the usual size. */
  large?: boolean;
}

const inOrder = (language: Language, ...looks: [number, Theme][]): Look[] =>
  looks.map(([width, theme]) => ({ language, width, theme }));

const PHONE: Look = { language: 'zh-CN', width: 390, theme: 'light' };
const LARGE: Look = { ...PHONE, large: true };
const DESK: Look = { language: 'en-US', width: 1440, theme: 'dark' };

/**
 * 360 and 390 are phones, 869 and 1000 the edges of the size classes, 1440 a desk. Each look differs from the one
 * before in one thing: to change it is to draw the page again.
 */
const WHOLE = [
  LARGE,
  ...inOrder('zh-CN', [360, 'light'], [390, 'light'], [390, 'dark'], [869, 'dark'], [1000, 'dark']),
  ...inOrder('zh-CN', [1440, 'dark'], [1440, 'light']),
  ...inOrder('en-US', [1440, 'light'], [1440, 'dark'], [1000, 'dark'], [869, 'dark'], [390, 'dark']),
  ...inOrder('en-US', [390, 'light'], [360, 'light']),
  { ...LARGE, language: 'en-US' },
] satisfies Look[];
/** Each width, language and theme, in turn. */
const FOUR = [
  ...inOrder('zh-CN', [390, 'light'], [1440, 'dark']),
  ...inOrder('en-US', [1440, 'light'], [390, 'dark']),
];
export const NAMES = ['names of the demo', 'long names'] as const;
/** The looks of every page, by WALK and by whose names are on it. */
const ON_PAGES: Readonly<Record<string, Record<(typeof NAMES)[number], Look[]>>> = {
  one: { 'names of the demo': [], 'long names': [PHONE] },
  four: { 'names of the demo': FOUR, 'long names': [DESK, { ...DESK, width: 1024 }] },
  whole: { 'names of the demo': WHOLE, 'long names': [PHONE, DESK, { ...DESK, width: 1024 }] },
};
export const looksOf = (names: (typeof NAMES)[number]): Look[] => ON_PAGES[WALK]?.[names] ?? [];
/** Of pages that a story opens on its way. */
const ON_THE_WAY = wholeWalk ? WHOLE : [PHONE, DESK];
/** Of pages that changed, beside those of every page. */
export const OTHER_WIDTHS =
  WALK === 'four' ? inOrder('zh-CN', [360, 'light'], [869, 'light'], [1000, 'light']) : [];
/** Of them, and of all that a guest sees. */
export const LARGE_TEXT = WALK === 'four' ? [LARGE] : [];

/** Structure and colours are the same in both languages, and change with theme and size. */
const asksAxe = ({ language, width, large }: Look): boolean =>
  language === 'zh-CN' && !large && (width === PHONE.width || width === DESK.width);

/** Ends running colour transitions: intermediate colours are never read. Runs inside the page. */
function fade(): void {
  const fading = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
  // A dependent transition starts when the first one ends.
  for (let left = fading(); left.length > 0; left = fading()) for (const one of left) one.finish();
}

async function lookOf({ page }: Visitor): Promise<Look> {
  const root = page.locator('html');
  const dark = (await root.getAttribute('data-mantine-color-scheme')) === 'dark';
  const english = (await root.getAttribute('lang')) === 'en-US';
  return {
    language: english ? 'en-US' : 'zh-CN',
    width: page.viewportSize()?.width ?? DESK.width,
    theme: dark ? 'dark' : 'light',
    large: await root.evaluate(({ style }) => style.fontSize !== ''),
  };
}

/** Changes only differences; no page is reloaded. */
async function change(visitor: Visitor, { language, width, theme, large = false }: Look): Promise<void> {
  const { page } = visitor;
  const now = await lookOf(visitor);
  if (now.theme !== theme) {
    // The theme follows the system's by default.
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor();
  }
  if (now.large !== large)
    await page.locator('html').evaluate(
      ({ style }, size) => {
        style.fontSize = size;
      },
      large ? '200%' : '',
    );
  if (now.width !== width) await page.setViewportSize({ width, height: 900 });
  if (now.language !== language) {
    await showIn(page, language);
    await settled(page);
  } else await drawn(page);
  await page.evaluate(fade);
}

/** All faults of the open page, in each look; begins at the end nearest to the window's. */
async function look(visitor: Visitor, name: string, all: readonly Look[]): Promise<string[]> {
  const wrong: string[] = [];
  const { language, theme } = await lookOf(visitor);
  const last = all.at(-1);
  const looks = last?.language === language && last.theme === theme ? all.toReversed() : all;
  for (const one of looks) {
    await change(visitor, one);
    const place = `${one.language} ${one.theme} ${one.width}${one.large ? ' large' : ''}`;
    const found = [...(await fits(visitor.page)), ...(asksAxe(one) ? await accessible(visitor.page) : [])];
    wrong.push(...found.map((finding) => `${place}: ${finding}`));
    await keptPicture(visitor.page, `${name}-${place.replaceAll(' ', '-')}`);
  }
  return wrong;
}

/**
 * Checks all pages, opened in the running application. Returns the findings with their places. The window ends on the last page, with its size, language and theme.
 */
export async function walk(
  visitor: Visitor,
  pages: readonly Page[],
  looks: readonly Look[] = ON_THE_WAY,
): Promise<string[]> {
  if (looks.length === 0) return [];
  const before = isRunning(visitor.page) ? await lookOf(visitor) : undefined;
  // To open a page twice takes less than to change size, theme and language on it.
  const rounds = wholeWalk || pages.length === 1 ? [looks] : looks.map((one) => [one]);
  const wrong: string[] = [];
  for (const round of rounds) {
    for (const { name, path } of pages) {
      const found = await goAndSettle(visitor.page, path)
        .then(() => look(visitor, name, round))
        .catch((error: unknown) => [String(error)]);
      wrong.push(...[...found, ...visitor.troubles.splice(0)].map((finding) => `${name} ${finding}`));
    }
  }
  if (before !== undefined) await change(visitor, before);
  return wrong;
}
