import { DAY_MS } from '#events/time.ts';

/** Messages about older events are not sent, for example at the first start with a long log. */
export const LATEST_MS = 7 * DAY_MS;
