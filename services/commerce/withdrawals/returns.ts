import { DAY_MS, type Millis } from '#events/time.ts';
import type { BalanceState } from './balance.ts';

const inDays = (...days: readonly number[]): readonly Millis[] => days.map((day) => day * DAY_MS);

/** Times after a success at which a provider is asked whether the money came back; without any a success is final. */
export const RETURNS_MS = {
  /** A bank can send money back after Alipay has called the transfer a success. */
  alipay: inDays(1, 4, 11, 26),
  /** A payout can fail within five business days after Stripe has called it paid. */
  stripe: inDays(1, 4, 9),
} as const;

/** The last check is due at its time: it can be made later, as after an outage. */
const MARGIN_MS = 2 * DAY_MS;

function lastReturn(provider: string): Millis {
  const last = new Map<string, readonly Millis[]>(Object.entries(RETURNS_MS)).get(provider)?.at(-1);
  return last === undefined ? 0 : last + MARGIN_MS;
}

/** Paid withdrawals whose money can still come back after a time: their creator must be there to get it. */
export const returnableAt = ({ withdrawals }: BalanceState, at: Millis): number =>
  withdrawals.filter((one) => one.phase === 'paid' && one.changed_at + lastReturn(one.payout.provider) > at)
    .length;
