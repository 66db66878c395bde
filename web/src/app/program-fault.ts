/** How browsers say that a function is missing. */
const MISSING = /is not (a function|a constructor|defined)|Can't find variable|undefined is not/;

/** Whether the program used a function that this browser lacks. */
export const isMissingFunction = (error: unknown): boolean =>
  (error instanceof TypeError || error instanceof ReferenceError) && MISSING.test(error.message);

/** The place in the program, as `start-DP-_fEaV.js:1:20345`; browsers write the lines around it differently. */
const PLACE = /[\w.-]+\.[jt]sx?(?:\?[^:\s]*)?:\d+:\d+/;

/**
 * A number for a fault of the program, for people to report. The same fault in the same build has the same number, so
 * that reports can be put together; the console has the number with the fault.
 */
export function faultNumber(error: unknown): string {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  let hash = 0x811c9dc5;
  for (const unit of `${name} ${message} ${PLACE.exec(stack)?.[0]}`)
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0').toUpperCase();
}
