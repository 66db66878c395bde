/** A body of up to 1 MiB has this time to arrive. */
export const ALLOWANCE_MS = 45_000;
const SMALL_BYTES = 1_048_576;
/** What a larger one has at least to bring each second: 1 Mbit. */
const SLOWEST = 131_072;

/** Milliseconds within which a body of so many bytes must arrive. @param small those of a small one */
export const arrivalMs = (bytes: number, small = ALLOWANCE_MS): number =>
  small + Math.ceil((Math.max(0, bytes - SMALL_BYTES) / SLOWEST) * 1_000);
