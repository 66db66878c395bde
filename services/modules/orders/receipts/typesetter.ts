import { create } from 'fontkit';
import { openSlicedFont, type SlicedFont } from './sliced-font.ts';
import { type Run, runsOfLine } from './visual-order.ts';

type Weight = 'regular' | 'bold';
const WEIGHTS: Readonly<Record<Weight, number>> = { regular: 400, bold: 650 };

/** Letters without a shape of their own: no font needs them where the letters beside them are named. */
const SHAPELESS = /^[\p{Cf}\p{Variation_Selector}\p{Cc}]$/u;
/** What names of letters are written with. */
const NAME_LETTERS = '[U+0123456789ABCDEF]';

/** A letter that no font has, as `[U+20BB7]`. */
const nameOf = (letter: string): string =>
  SHAPELESS.test(letter) ? '' : `[U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`;

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
  text(text: string, x: number, y: number, options: { lineBreak: false; baseline: 'alphabetic' }): Page;
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
/** From the top of a line to where its letters stand, in sizes: that of the Chinese font, for all fonts. */
const ASCENT = 1.16;
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

/** Cuts the fonts that these texts need into the document. Returns the slice of each letter that a font has. */
async function fontsFor(
  page: Page,
  fonts: SlicedFont,
  texts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Map<string, string[]>();
  for (const letter of new Set([...texts.join(''), ...NAME_LETTERS])) {
    for (const slice of fonts.slicesOf(letter)) wanted.set(slice, [...(wanted.get(slice) ?? []), letter]);
  }
  const slices = new Map<string, string>();
  for (const [slice, letters] of wanted) {
    const text = letters.filter((letter) => !slices.has(letter)).join('');
    if (text === '') continue;
    const regular = await fonts.cut(slice, text, WEIGHTS.regular);
    const held = heldLetters(regular, text);
    if (held.length === 0) continue;
    page.registerFont(`${slice} regular`, regular);
    page.registerFont(`${slice} bold`, await fonts.cut(slice, text, WEIGHTS.bold));
    for (const letter of held) slices.set(letter, slice);
  }
  return slices;
}

/** The letters of a text that a font draws. */
function heldLetters(file: Buffer, text: string): string[] {
  try {
    const font = create(file);
    if ('fonts' in font) return [];
    return [...text].filter((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  } catch {
    // Without any of its letters, a slice is no font.
    return [];
  }
}

/** @param texts every text that will be written: only their letters can be */
export async function openTypesetter(page: Page, texts: readonly string[]): Promise<Typesetter> {
  const fonts = await openSlicedFont();
  const slices = await fontsFor(page, fonts, texts);
  const latin = slices.get('[');
  if (latin === undefined) throw new Error('the font has no Latin letters');
  const fallback: string = latin;

  /** Neighbouring letters of one font, together, from left to right. Letters without a font are named. */
  function runsOf(text: string): Run[] {
    const shown = Array.from(text, (letter) => (slices.has(letter) ? letter : nameOf(letter))).join('');
    return runsOfLine(shown, (letter) => slices.get(letter) ?? fallback, fonts.isRightToLeft);
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
        font.text(text, at, y + ASCENT * style.size, { lineBreak: false, baseline: 'alphabetic' });
        at += width;
      }
    },
  };
}
