import { plainFate, type Step, stepsOf, write } from '#read-models/testing/history.ts';
import { settleMonths } from '#services/settlement/settle.ts';
import type { TestApi, TestUser } from './test-api.ts';

let orders = 0;

/** The same steps for a creator who exists. */
const of = (user: TestUser, steps: readonly Step[], prefix: string): Step[] =>
  JSON.parse(JSON.stringify(steps).replaceAll(`${prefix}c0`, user.user_id));

/**
 * An order of 2026-01 for no plan that was paid, and settled since: 94 % of it is the creator's to withdraw.
 * @param total fen
 * @returns the order's number
 */
async function earn(api: TestApi, creator: TestUser, total: number): Promise<string> {
  const { log, pool, committer, calendar, clock } = api.deps;
  orders += 1;
  const prefix = `earn${orders}`;
  await write(
    log,
    of(creator, stepsOf(plainFate({ total, plan: 3, placedHour: 12 }), prefix, orders), prefix),
  );
  await api.projected();
  await settleMonths({ pool, committer, calendar, clock });
  await api.projected();
  return `${prefix}o${orders}`;
}

/** A creator with an account at Alipay and so much, in fen, earned before fees. */
export async function earner(api: TestApi, total: number): Promise<TestUser & { out_trade_no: string }> {
  const creator = await api.creator();
  const form = { type: 'apy', realname: '王小明', account: 'wang@example.com' };
  const { ec } = await api.post('/api/creator/edit-withdraw', form, creator);
  if (ec !== 200) throw new Error('the method was refused');
  return { ...creator, out_trade_no: await earn(api, creator, total) };
}
