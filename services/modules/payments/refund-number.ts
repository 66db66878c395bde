import { derivedHexId } from '#events/ids.ts';

const READABLE = /^[\w-]{1,64}$/;

/** A refund's id as every provider allows it: ours, or derived from it. Ours can contain what a client typed. */
export const refundNumber = (refund_id: string): string =>
  READABLE.test(refund_id) ? refund_id : derivedHexId('refund', refund_id);
