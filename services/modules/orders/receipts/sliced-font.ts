import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';

/**
 * Families that are installed, by the order in which a letter is looked for: Chinese, Japanese kana, Latin, Cyrillic;
 * Greek; Arabic; Hebrew; Thai; Korean; emoji, in one colour.
 */
const FAMILIES = [
  'noto-sans-sc',
  'inter',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-thai',
  'noto-sans-kr',
  'noto-emoji',
] as const;
/** Their letters run from right to left, and change their forms with their neighbours. */
const RIGHT_TO_LEFT = /^noto-sans-(arabic arabic|hebrew hebrew)$/;

/** A part of a family: its letters and its file. */
interface Slice {
  /** Family and part, as `noto-sans-sc 105`. */
  name: string;
  file: string;
  ranges: readonly (readonly [number, number])[];
}

/** `U+4e00,U+4e03-4e08` as pairs of code points. */
const rangesOf = (text: string): [number, number][] =>
  text.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });

async function slicesOf(family: (typeof FAMILIES)[number]): Promise<Slice[]> {
  const resolved = createRequire(import.meta.url).resolve(`@fontsource-variable/${family}/package.json`);
  const folder = dirname(resolved);
  const listed: unknown = JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8'));
  // The package's own table: slice → ranges.
  return Object.entries(listed as Record<string, string>).map(([key, ranges]) => {
    const part = key.replace(/[[\]]/g, '');
    return {
      name: `${family} ${part}`,
      file: join(folder, 'files', `${family}-${part}-wght-normal.woff2`),
      ranges: rangesOf(ranges),
    };
  });
}

/**
 * Fonts in slices of some hundred letters: only slices in use are read, and only used letters are embedded. A slice can
 * be named for letters that it does not hold, so that a letter can have several.
 */
export async function openSlicedFont() {
  const slices = (await Promise.all(FAMILIES.map(slicesOf))).flat();
  return {
    /** The slices that a letter may be in, the best first; none: no font has it. */
    slicesOf(letter: string): string[] {
      const point = letter.codePointAt(0) ?? 0;
      return slices
        .filter(({ ranges }) => ranges.some(([from, to]) => from <= point && point <= to))
        .map(({ name }) => name);
    },
    isRightToLeft: (slice: string): boolean => RIGHT_TO_LEFT.test(slice),
    /** A font file (TrueType) with just these letters of a slice, at a weight from 100 to 900. */
    async cut(slice: string, letters: string, weight: number): Promise<Buffer> {
      const found = slices.find(({ name }) => name === slice);
      if (found === undefined) throw new Error(`no font has the slice ${slice}`);
      const whole = await readFile(found.file);
      return subsetFont(whole, letters, { targetFormat: 'truetype', variationAxes: { wght: weight } });
    },
  };
}

export type SlicedFont = Awaited<ReturnType<typeof openSlicedFont>>;
