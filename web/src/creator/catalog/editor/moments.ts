import { zonedSeconds, zonedText } from '../../../language/zone.ts';

/** A moment as a field of date and time has it: `2026-05-01T20:00` in the business zone. */
export type MomentText = string;

/** Unix seconds as a field shows them; empty for none. Seconds below the minute are left out. */
export const momentOf = (seconds: number | null): MomentText => (seconds === null ? '' : zonedText(seconds));

/** Unix seconds of a field; undefined for an empty or unfinished one. */
export const secondsOf = (text: MomentText): number | undefined => zonedSeconds(text);
