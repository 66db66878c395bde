import bidiOf from 'bidi-js';

// The package is CommonJS: Node imports the function itself, where its types have a module with a default.
const bidi = (bidiOf as unknown as typeof bidiOf.default)();
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Neighbouring letters that one font draws. */
export interface Run {
  slice: string;
  text: string;
}
interface LevelRun extends Run {
  /** Odd: from right to left. */
  level: number;
}

const mirrored = (text: string): string =>
  Array.from(text, (letter) => bidi.getMirroredCharacter(letter) ?? letter)
    .toReversed()
    .join('');

/** Runs from left to right (rule L2 of UAX 9): from the highest level down, neighbours at or above it change places. */
function inVisualOrder(runs: LevelRun[]): LevelRun[] {
  const highest = Math.max(...runs.map(({ level }) => level));
  const order = [...runs];
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < order.length; from += 1) {
      let to = from;
      while ((order[to]?.level ?? -1) >= level) to += 1;
      if (to - from > 1) order.splice(from, to - from, ...order.slice(from, to).toReversed());
      from = Math.max(from, to);
    }
  }
  return order;
}

/**
 * The runs of a line as they stand on paper, from left to right.
 * @param sliceOf the slice of a letter
 * @param isShaped whether the font of a slice sets its letters from right to left by itself
 */
export function runsOfLine(
  line: string,
  sliceOf: (letter: string) => string,
  isShaped: (slice: string) => boolean,
): Run[] {
  const levels = RIGHT_TO_LEFT.test(line) ? bidi.getEmbeddingLevels(line).levels : undefined;
  const runs: LevelRun[] = [];
  let at = 0;
  for (const letter of line) {
    const [slice, level] = [sliceOf(letter), levels?.[at] ?? 0];
    at += letter.length;
    const last = runs.at(-1);
    if (last?.slice === slice && last.level === level) last.text += letter;
    else runs.push({ slice, text: letter, level });
  }
  if (levels === undefined) return runs;
  return inVisualOrder(runs).map(({ slice, text, level }) => ({
    slice,
    text: level % 2 === 1 && !isShaped(slice) ? mirrored(text) : text,
  }));
}
