import { openSlicedFont, type SlicedFont } from './chinese-font.ts';

type Weight = 'regular' | 'bold';
const WEIGHTS: Readonly<Record<Weight, number>> = { regular: 400, bold: 650 };

/** Replaces letters that the font does not have; emoji are removed. */
const MISSING = '?';
const PICTURE = /\p{Extended_Pictographic}|\u200d|\ufe0f/u;

export interface Style {
  /** In points. */
  size: number;
  weight?: Weight;
  color?: string;
}

/** The part of a PDF document that texts are written with. */
export interface Page {
  registerFont(name: string, file: Buffer): unknown;
  font(name: string): Page;
  fontSize(size: number): Page;
  fillColor(color: string): Page;
  widthOfString(text: string): number;
  text(text: string, x: number, y: number, options: { lineBreak: false }): Page;
}

/** Writes texts of any letters that the fonts have, changing the font within a line where it must. */
export interface Typesetter {
  widthOf(text: string, style: Style): number;
  /** The text broken into lines of at most this width, in points. */
  linesOf(text: string, style: Style, width: number): string[];
  /** @param x left end of the line; with `right`, its right end. @param y top of the line */
  write(line: string, x: number, y: number, style: Style & { align?: 'right' }): void;
}

const segments = new Intl.Segmenter('zh', { granularity: 'word' });
const letters = new Intl.Segmenter('zh', { granularity: 'grapheme' });
/** Characters that cannot begin a line. */
const CLOSING = /^[\p{Pe}\p{Pf},.;:!?·，。、；：！？]/u;

/** Where a date, a time or an amount can break. */
const WITHIN_NUMBER = /\d[-:.,/]$/;

/** Whether a line may not break between two pieces. */
function staysWith(before: string, segment: string): boolean {
  if (CLOSING.test(segment) || (segment === '-' && /\d$/.test(before))) return true;
  return WITHIN_NUMBER.test(before) && /^\d/.test(segment);
}

/** The pieces between which a line may break. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (const { segment } of segments.segment(text)) {
    const before = pieces.at(-1);
    if (before !== undefined && staysWith(before, segment)) pieces[pieces.length - 1] = before + segment;
    else pieces.push(segment);
  }
  return pieces;
}

const lettersOf = (text: string): string[] => [...letters.segment(text)].map(({ segment }) => segment);

/** Cuts the fonts that these texts need into the document. An unusable letter is shown as a question mark. */
async function fontsFor(page: Page, fonts: SlicedFont, texts: readonly string[]): Promise<Set<string>> {
  const used = new Map<string, Set<string>>();
  for (const letter of [...texts.join(''), MISSING]) {
    const slice = fonts.sliceOf(letter);
    if (slice === undefined) continue;
    used.set(slice, (used.get(slice) ?? new Set()).add(letter));
  }
  const unusable = new Set<string>();
  for (const [slice, wanted] of used) {
    for (const weight of Object.keys(WEIGHTS) as Weight[]) {
      const name = `${slice} ${weight}`;
      page.registerFont(name, await fonts.cut(slice, [...wanted].join(''), WEIGHTS[weight]));
      try {
        page.font(name).widthOfString([...wanted].join(''));
      } catch {
        // A slice can be named for letters that it does not hold; without any, it is no font.
        unusable.add(slice);
      }
    }
  }
  return unusable;
}

/** @param texts every text that will be written: only their letters can be */
export async function openTypesetter(page: Page, texts: readonly string[]): Promise<Typesetter> {
  const fonts = await openSlicedFont();
  const unusable = await fontsFor(page, fonts, texts);
  const sliceOf = (letter: string): string | undefined => {
    const slice = fonts.sliceOf(letter);
    return slice === undefined || unusable.has(slice) ? undefined : slice;
  };
  const fallback = sliceOf(MISSING);
  if (fallback === undefined) throw new Error('the font has no Latin letters');

  /** Neighbouring letters of one font, together. */
  function runsOf(text: string): { slice: string; text: string }[] {
    const runs: { slice: string; text: string }[] = [];
    for (const letter of text) {
      const known = sliceOf(letter);
      if (known === undefined && PICTURE.test(letter)) continue;
      const slice = known ?? fallback ?? '';
      const shown = known === undefined ? MISSING : letter;
      const last = runs.at(-1);
      if (last?.slice === slice) last.text += shown;
      else runs.push({ slice, text: shown });
    }
    return runs;
  }

  const inFont = (slice: string, { size, weight = 'regular' }: Style): Page =>
    page.font(`${slice} ${weight}`).fontSize(size);

  const widthOf: Typesetter['widthOf'] = (text, style) =>
    runsOf(text).reduce((sum, run) => sum + inFont(run.slice, style).widthOfString(run.text), 0);

  return {
    widthOf,
    linesOf(text, style, width) {
      const lines: string[] = [];
      let line = '';
      const add = (piece: string): void => {
        if (widthOf(line + piece, style) <= width) line += piece;
        else if (line.trim() !== '') {
          lines.push(line.trimEnd());
          line = '';
          add(piece.trimStart());
        } else if (lettersOf(piece).length > 1) for (const letter of lettersOf(piece)) add(letter);
        else line = piece;
      };
      for (const piece of piecesOf(text)) add(piece);
      return [...lines, line.trimEnd()];
    },
    write(line, x, y, style) {
      let at = style.align === 'right' ? x - widthOf(line, style) : x;
      for (const { slice, text } of runsOf(line)) {
        const font = inFont(slice, style).fillColor(style.color ?? '#1f1b2e');
        const width = font.widthOfString(text);
        font.text(text, at, y, { lineBreak: false });
        at += width;
      }
    },
  };
}
