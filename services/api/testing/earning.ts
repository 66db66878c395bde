import { plainFate, type Step, stepsOf, write } from '#read-models/testing/history.ts';
import { editWithdrawMethod } from '#services/contract/withdrawals/withdraw-methods.ts';
import { settleMonths } from '#services/modules/income/settle.ts';
import type { TestApi, TestUser } from './test-api.ts';

type Creator = Awaited<ReturnType<TestApi['creator']>>;

let orders = 0;

/** The parties who earn from an order: the seller, and a partner by a code. */
interface Earning {
  seller: TestUser;
  partner?: TestUser;
  /** Whole percent. */
  rate?: number;
}

/** The same steps for people who exist. */
const of = ({ seller, partner }: Earning, steps: readonly Step[], prefix: string): Step[] =>
  JSON.parse(
    JSON.stringify(steps)
      .replaceAll(`${prefix}c0`, seller.user_id)
      .replaceAll(`${prefix}c1`, partner?.user_id ?? ''),
  );

/**
 * An order of 2026-01 for no plan that was paid, and settled since: 94 % of it, less the partner's part, is the
 * seller's to withdraw.
 * @param total fen
 * @returns the order's number
 */
async function earn(api: TestApi, earning: Earning, total: number): Promise<string> {
  const { log, pool, committer, calendar, clock } = api.deps;
  orders += 1;
  const prefix = `earn${orders}`;
  const fate = plainFate({ total, plan: 3, placedHour: 12, affiliate: earning.rate ?? 0 });
  await write(log, of(earning, stepsOf(fate, prefix, orders), prefix));
  await api.projected();
  await settleMonths({ pool, committer, calendar, clock });
  await api.projected();
  return `${prefix}o${orders}`;
}

/** A creator with an account at Alipay. */
async function withAccount(api: TestApi): Promise<Creator> {
  const creator = await api.creator();
  const form = { type: 'apy', realname: '王小明', account: 'wang@example.com' };
  const { ec } = await api.send(editWithdrawMethod, form, creator);
  if (ec !== 200) throw new Error('the method was refused');
  return creator;
}

/** A creator with an account at Alipay and so much, in fen, earned before fees. */
export async function earner(api: TestApi, total: number): Promise<Creator & { out_trade_no: string }> {
  const seller = await withAccount(api);
  return { ...seller, out_trade_no: await earn(api, { seller }, total) };
}

/**
 * A seller, and a partner with an order of this amount through the code; both have an Alipay account.
 * @param rate the partner's whole percent
 */
export async function earnersByCode(
  api: TestApi,
  total: number,
  rate: number,
): Promise<{ seller: TestUser; partner: TestUser; out_trade_no: string }> {
  const [seller, partner] = [await withAccount(api), await withAccount(api)];
  return { seller, partner, out_trade_no: await earn(api, { seller, partner, rate }, total) };
}
