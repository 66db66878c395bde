import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';

const FAMILY = '@fontsource-variable/noto-sans-sc';

/** A part of the family: its letters and its file. */
interface Slice {
  name: string;
  ranges: readonly (readonly [number, number])[];
}

/** `U+4e00,U+4e03-4e08` as pairs of code points. */
const rangesOf = (text: string): [number, number][] =>
  text.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });

/**
 * A Chinese font in a hundred slices of some hundred letters: only slices in use are read, and only used letters are
 * embedded.
 */
export async function openSlicedFont() {
  const folder = dirname(createRequire(import.meta.url).resolve(`${FAMILY}/package.json`));
  const listed: unknown = JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8'));
  // The package's own table: slice → ranges.
  const slices: Slice[] = Object.entries(listed as Record<string, string>).map(([name, ranges]) => ({
    name: name.replace(/[[\]]/g, ''),
    ranges: rangesOf(ranges),
  }));
  return {
    /** The slice that a letter is in; undefined: the family does not have it. */
    sliceOf(letter: string): string | undefined {
      const point = letter.codePointAt(0) ?? 0;
      return slices.find(({ ranges }) => ranges.some(([from, to]) => from <= point && point <= to))?.name;
    },
    /** A font file (TrueType) with just these letters of a slice, at a weight from 100 to 900. */
    async cut(slice: string, letters: string, weight: number): Promise<Buffer> {
      const whole = await readFile(join(folder, 'files', `noto-sans-sc-${slice}-wght-normal.woff2`));
      return subsetFont(whole, letters, { targetFormat: 'truetype', variationAxes: { wght: weight } });
    },
  };
}

export type SlicedFont = Awaited<ReturnType<typeof openSlicedFont>>;
