import { text } from './fields.ts';

/** Marks, joiners and skin tones stand on the character before them. */
const ON_OTHERS = /[\p{M}\p{Cf}\p{Emoji_Modifier}]/u;
/** UTF-16 units that a visible character has at most, on average. */
const MOST_UNITS = 8;

/** Characters as a person counts them. */
export const visibleLength = (of: string): number => [...of].filter((one) => !ON_OTHERS.test(one)).length;

/** A short text of at most `max` visible characters. @param seenOf what is seen of a text */
export const visibleText = (max: number, seenOf = (value: string): string => value) =>
  text(max * MOST_UNITS).check(({ value, issues }) => {
    if (visibleLength(seenOf(value)) > max)
      issues.push({ code: 'too_big', origin: 'string', maximum: max, inclusive: true, input: value });
  });
