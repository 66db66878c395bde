/** Longest time of a step, so that a busy machine has time for a million. */
const A_STEP_MS = 20;
/** Of everything else that a test does. */
const AROUND_MS = 60_000;

/**
 * Runs of a property test whose runs have several random steps each. The deep lane sets a million steps (ops/lane.ts).
 * @param longest steps of one run; on average it has half of them
 */
export function manySteps(
  setting: 'LIKE_STEPS' | 'BALLOT_STEPS' | 'UNREAD_STEPS',
  { usual, longest }: { usual: number; longest: number },
): { numRuns: number; timeout: number } {
  const steps = Number(process.env[setting] ?? usual);
  return { numRuns: Math.ceil((2 * steps) / longest), timeout: AROUND_MS + steps * A_STEP_MS };
}
