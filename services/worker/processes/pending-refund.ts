import { HOUR_MS } from '#events/time.ts';

/** A refund that its provider has accepted is asked for again after this time, until it is sent or has failed. */
export const PENDING_REFUND_MS = HOUR_MS;
