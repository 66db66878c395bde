import { describe, expect } from 'vitest';
import { eventGate, messageGate, rowGate, timerGate } from './testing/gate.ts';
import { type Steps, shopWithWorker } from './testing/kills.ts';
import { approve, askFor, payoutMessagesTo, payoutsOf } from './testing/withdrawals.ts';

const TIMEOUT_MS = 60_000;

/** Every step of the worker with a write, on the way of a payout with a lost answer. */
const steps: Steps = [
  ['following an approval', timerGate('INSERT', 'payouts')],
  ['noting that it sends a payout', eventGate('PayoutSent')],
  ['having the provider pay', rowGate('INSERT', 'sandbox.payouts')],
  ['noting that nobody answered', eventGate('PayoutUnknown')],
  ['putting the next question off', timerGate('UPDATE', 'payouts')],
  ['recording that it was paid', eventGate('PayoutSucceeded')],
  ['telling the creator', messageGate('withdrawal_paid')],
  ['forgetting a payout', timerGate('DELETE', 'payouts')],
];

const on = shopWithWorker();

/** For any crash: sent once, paid once, reported once. */
async function story(): Promise<void> {
  const withdrawal = await askFor(on.shop, 5_045);
  await approve(on.shop, withdrawal);
  await expect
    .poll(() => payoutsOf(on.shop, withdrawal), { timeout: TIMEOUT_MS, interval: 20 })
    .toEqual(['w-1']);
  const { pool, log } = on.shop.api.deps;
  const fate = async () => {
    const { events } = await log.readAll(0, { limit: 100_000, types: ['PayoutUnknown', 'PayoutSucceeded'] });
    return events.some(({ metadata }) => metadata.creator_id === withdrawal.user_id);
  };
  // Killed before it recorded the missing answer, it finds the payout in the provider's books: never unknown.
  await expect.poll(fate, { timeout: TIMEOUT_MS, interval: 20 }).toBe(true);
  await on.shop.pass(31);
  await expect
    .poll(() => payoutMessagesTo(on.shop, withdrawal), { timeout: TIMEOUT_MS })
    .toEqual(['withdrawal_paid']);
  await expect
    .poll(
      async () => {
        const { rows } = await pool.query(`SELECT key FROM runtime.timers WHERE process = 'payouts'`);
        return rows;
      },
      { timeout: TIMEOUT_MS },
    )
    .toEqual([]);
  const { events } = await log.readAll(0, { limit: 100_000 });
  const types = events
    .filter(({ metadata }) => metadata.creator_id === withdrawal.user_id)
    .map(({ type }) => type)
    .filter((type) => type.startsWith('Payout') && type !== 'PayoutUnknown');
  expect(types).toEqual(['PayoutSent', 'PayoutSucceeded']);
  expect(await payoutsOf(on.shop, withdrawal)).toEqual(['w-1']);
}

describe('a worker that is killed', () => {
  on.killedAtEach(steps, async () => story);
});
