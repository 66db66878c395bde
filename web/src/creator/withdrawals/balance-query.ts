import { getBalance } from '#services/contract/withdrawals/withdrawals.ts';
import { queryOf } from '../../api/queries.ts';

/** Settled money becomes available by the clock, without an event for the live stream. */
const CLOCK_MS = 60_000;

/** The amounts that can be withdrawn, and those that cannot yet, with reason and time. */
export const balanceQuery = queryOf(getBalance, {}, { refetchInterval: CLOCK_MS });
