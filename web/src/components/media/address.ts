import type { ShownFile } from '#services/contract/media/media.ts';

/** An address that ends this soon is renewed before it is used. */
const SPARE_S = 5;

/** The second in which an address ends; one without an end is valid for ever. */
const endOf = (address: string): number =>
  Number(/[?&]e=(\d{1,12})\b/.exec(address)?.[1] ?? Number.POSITIVE_INFINITY);

/** Whether an address can still be used. The clock is this browser's: a wrong one costs a renewal, nothing more. */
export const isFresh = (address: string, now = Date.now() / 1000): boolean =>
  address !== '' && endOf(address) - SPARE_S > now;

/** Reads the file again, with new addresses; undefined if the person cannot see it any more. */
export type Renew = (file_id: string) => Promise<ShownFile | undefined>;
