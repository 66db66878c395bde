import { afterEach, describe, expect, it } from 'vitest';
import { fromWire } from '#events/money.ts';
import { earner } from '#services/api/testing/earning.ts';
import type { TestUser } from '#services/api/testing/test-api.ts';
import { NoAnswer, type PayoutProvider } from '#services/modules/withdrawals/payouts/provider.ts';
import { type Program, startProgram } from './testing/program.ts';
import { openShop, type Shop } from './testing/shop.ts';

const TIMEOUT = { interval: 20 };
/** The sandbox's provider accepts it and pays, and its answer gets lost. */
const LOST = '50.45';
/** Of 100.00 earned 94.00 can be withdrawn. */
const LEFT = '43.55';

let shop: Shop | undefined;
let worker: Program | undefined;
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await shop?.close();
  shop = undefined;
});

/** Over HTTP, as browsers and scripts do. */
async function send<Data>(open: Shop, path: string, as: TestUser, body?: object): Promise<Data> {
  const answer = await fetch(`${open.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${as.token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { ec, em, data } = (await answer.json()) as { ec: number; em: string; data: Data };
  if (ec !== 200) throw new Error(`${path}: ${em}`);
  return data;
}

interface PendingPayout {
  open: Shop;
  creator: TestUser;
  desk: TestUser;
  order_id: string;
}

async function approved(open: Shop): Promise<PendingPayout> {
  const creator = await earner(open.api, 10_000);
  const desk = await open.api.staff('finance');
  const { order_id } = await send<{ order_id: string }>(open, '/api/my/apply-withdraw', creator, {
    amount: LOST,
  });
  await open.api.projected();
  await send(open, `/api/finance/withdrawals/${order_id}/approve`, desk, {});
  return { open, creator, desk, order_id };
}

/** fen that the provider has paid of the withdrawal, by its own books */
async function paidByProvider({ open, order_id }: PendingPayout): Promise<number> {
  const { rows } = await open.api.deps.pool.query<{ paid: string }>(
    `SELECT coalesce(sum(amount), 0) AS paid FROM sandbox.payouts WHERE withdrawal_id = $1 AND status = 'accepted'`,
    [order_id],
  );
  return Number(rows[0]?.paid);
}

const available = async ({ open, creator }: PendingPayout): Promise<string> =>
  (await send<{ available: string }>(open, '/api/my/balance', creator)).available;

const later = ({ open }: PendingPayout): Promise<void> => open.pass(31);

/** With another kind of provider: the guard is removed. */
async function careless(change: (provider: PayoutProvider) => PayoutProvider): Promise<PendingPayout> {
  shop = await openShop({ projections: true });
  const { deps } = shop.api;
  if (!deps.payouts) throw new Error('the sandbox has a payout provider');
  Object.assign(deps, { payouts: change(deps.payouts) });
  shop.processes();
  return approved(shop);
}

describe('a payout of which the provider does not answer after it accepted', { timeout: 90_000 }, () => {
  it('stays pending until the provider is queried again, and is paid once', async () => {
    shop = await openShop({ projections: true });
    worker = await startProgram('worker', shop.api);
    const payout = await approved(shop);
    type Listed = { list: { order_id: string; unknown: boolean; status: number }[] };
    const seen = async () => {
      const { list } = await send<Listed>(payout.open, '/api/finance/withdrawals', payout.desk);
      return list[0];
    };
    await expect.poll(seen, TIMEOUT).toMatchObject({ status: 8, unknown: true });
    expect(await paidByProvider(payout)).toBe(fromWire(LOST));
    expect(await available(payout)).toBe(LEFT);
    await later(payout);
    await expect.poll(seen, TIMEOUT).toMatchObject({ status: 2, unknown: false });
    expect(await paidByProvider(payout)).toBe(fromWire(LOST));
    expect(await available(payout)).toBe(LEFT);
  });

  it('negative control: without asking first, and under another id each time, it is paid again', async () => {
    let times = 0;
    const payout = await careless((provider) => ({
      ...provider,
      lookUp: async () => undefined,
      pay(request) {
        times += 1;
        return provider.pay({ ...request, payout_id: `${request.payout_id}-${times}` });
      },
    }));
    await expect.poll(() => paidByProvider(payout), TIMEOUT).toBe(fromWire(LOST));
    // Repeated until the provider is queried again: the first answer may not be recorded yet.
    await expect
      .poll(async () => {
        await later(payout);
        return paidByProvider(payout);
      }, TIMEOUT)
      .toBeGreaterThan(fromWire(LOST) ?? 0);
  });

  it('negative control: if a timeout counts as failure, it is paid and returned', async () => {
    const payout = await careless((provider) => ({
      ...provider,
      pay: (request) =>
        provider.pay(request).catch((error: unknown) => {
          if (error instanceof NoAnswer) return { kind: 'failed', cause: 'account_unknown' };
          throw error;
        }),
    }));
    await expect.poll(() => available(payout), TIMEOUT).toBe('94.00');
    expect(await paidByProvider(payout)).toBe(fromWire(LOST));
  });
});
