import { text } from './fields.ts';

/** Marks, joiners and skin tones stand on the character before them. */
const ON_OTHERS = /[\p{M}\p{Cf}\p{Emoji_Modifier}]/u;
/** UTF-16 units that a visible character has at most, on average. */
const MOST_UNITS = 8;

/** Characters as a person counts them. */
export const visibleLength = (of: string): number => [...of].filter((one) => !ON_OTHERS.test(one)).length;

/** A short text of at most `max` visible characters. */
export const visibleText = (max: number) =>
  text(max * MOST_UNITS).refine((value) => visibleLength(value) <= max, { message: 'too_long' });
