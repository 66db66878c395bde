import { expect } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { bought, goodsForm, putOnSale, somebody, unitsOf } from '#ops/actors/people.ts';
import { sandboxClock } from '#services/contract/system/sandbox.ts';
import { getBalance } from '#services/contract/withdrawals/withdrawals.ts';
import { newCreator, signedUp } from './people.ts';
import type { Visitor } from './visitor.ts';

/** From the clock through settlement and read models. */
const SLOWLY = { timeout: 60_000, interval: 200 };
const HOUR_S = 3_600;

/**
 * Makes the visitor a creator with one payment of this amount, in yuan before fees.
 * @param url_slug of the new creator's page
 */
export async function earned(creator: Visitor, fan: Visitor, url_slug: string, price: string): Promise<void> {
  await newCreator(creator, '林间', url_slug);
  const plan = await putOnSale(creator, goodsForm('油画定制', { name: '一幅', price, stock: 50 }));
  await signedUp(fan, somebody('阿衡'));
  await bought(fan, unitsOf(plan, 1));
  const pending = async () => Number((await call(creator, getBalance)).pending);
  await expect.poll(pending, SLOWLY).toBeGreaterThan(0);
}

/** Moves the clock past the settlement of the month, to when it can be withdrawn; waits until it can. */
export async function untilAvailable(creator: Visitor, money: string): Promise<void> {
  const { next_time } = await call(creator, getBalance);
  // Settled at the beginning of the 1st, available ten hours later.
  await call(creator, sandboxClock, { now: next_time - 9 * HOUR_S });
  const coming = async () => (await call(creator, getBalance)).coming;
  await expect.poll(coming, SLOWLY).toBe(money);
  await call(creator, sandboxClock, { now: next_time + 60 });
  const available = async () => (await call(creator, getBalance)).available;
  await expect.poll(available, SLOWLY).toBe(money);
}
