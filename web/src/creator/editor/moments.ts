/** A moment as a field of date and time has it: `2026-05-01T20:00` in the time zone of who fills it in. */
export type MomentText = string;

const two = (part: number): string => String(part).padStart(2, '0');

/** Unix seconds as a field shows them; empty for none. Seconds below the minute are left out. */
export function momentOf(seconds: number | null): MomentText {
  if (seconds === null) return '';
  const at = new Date(seconds * 1000);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Unix seconds of what a field holds; undefined for an empty or unfinished one. */
export function secondsOf(text: MomentText): number | undefined {
  const at = new Date(text).getTime();
  return text === '' || Number.isNaN(at) ? undefined : at / 1000;
}
