import { describe, expect, it } from 'vitest';
import { fenOf, toWire } from '#events/money.ts';
import type { DataOf } from '#events/registry.ts';
import { balanceStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { approveWithdrawal } from '#services/contract/withdrawals/finance-withdrawals.ts';
import { applyWithdraw, getBalance } from '#services/contract/withdrawals/withdrawals.ts';
import { settleMonths } from '#services/modules/income/settle.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { earner } from '../testing/earning.ts';
import { codes, goesWrong } from '../testing/race.ts';
import { type Servers, startServers } from '../testing/servers.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

/** 100.00 earned: 94.00 can be withdrawn. */
const EARNED = 10_000;
const NET = 9_400;

const api = fixture(startTestApi);
const guarded = fixture(() => startServers(api));
const careless = fixture(() => startServers(api, false));
const one = fixture(() => api.staff('finance'));
const two = fixture(() => api.staff('finance'));

const ask = (servers: Servers, n: number, as: TestUser, amount: string) =>
  servers.call(n, applyWithdraw, { amount }, as);
const events = ({ user_id }: TestUser) => api.deps.log.readStream(balanceStream(user_id));

/** Both servers know the balance before the race: neither is helped by having to load it. */
async function warm(servers: Servers, creator: TestUser): Promise<void> {
  for (const n of [0, 1]) expect((await ask(servers, n, creator, '9999.00')).ec).toBe(41008);
}

/** The largest overdraft of the available balance in fen, computed from the log. */
async function overdrawn(creator: TestUser): Promise<number> {
  let [out, refunds, most] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const { type, data } of await events(creator)) {
    if (type === 'RefundCharged') refunds += data.net;
    if (type !== 'WithdrawalRequested') continue;
    out += data.amount;
    most = Math.max(most, out + refunds - NET);
  }
  return most;
}

describe('N withdrawals against one balance', () => {
  const run = async (servers: Servers) => {
    const creator = await earner(api, EARNED);
    await warm(servers, creator);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => ask(servers, n, creator, '10.00')),
    );
    return { creator, answers };
  };

  it('never exceed the balance; further ones are refused as too large', async () => {
    const { creator, answers } = await run(guarded);
    expect(answers.filter(({ ec }) => ec === 200)).toHaveLength(9);
    expect(codes(answers)).toEqual([200, 41008]);
    expect(await overdrawn(creator)).toBe(9_000 - NET);
  });

  it('negative control: without expected versions they do', async () => {
    expect(await goesWrong(async () => (await overdrawn((await run(careless)).creator)) > 0)).toBe(true);
  });
});

describe('a refund against withdrawals', () => {
  const run = async (servers: Servers) => {
    const creator = await earner(api, EARNED);
    const { out_trade_no } = creator;
    await warm(servers, creator);
    const [refund, ...answers] = await Promise.all([
      servers.call(0, refundOrder, { out_trade_no, amount: '50.00', reason: 'torn' }, creator),
      ...Array.from({ length: 8 }, (_, n) => ask(servers, n + 1, creator, '11.00')),
    ]);
    return { creator, refund, answers };
  };

  it('is never missed by those that come after it', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { creator, refund, answers } = await run(guarded);
      expect(refund.ec).toBe(200);
      for (const { ec } of answers) expect([200, 41008]).toContain(ec);
      expect(await overdrawn(creator)).toBeLessThanOrEqual(0);
    }
  });

  it('negative control: without expected versions it is', async () => {
    expect(await goesWrong(async () => (await overdrawn((await run(careless)).creator)) > 0)).toBe(true);
  });
});

describe('a refund of an order against the approval of its withdrawal', () => {
  /** What became of it, in the order of the log. */
  const run = async (servers: Servers) => {
    const creator = await earner(api, EARNED);
    const { out_trade_no } = creator;
    const { data } = await ask(servers, 0, creator, '94.00');
    await api.projected();
    await warm(servers, creator);
    const refund = { out_trade_no, reason: 'torn' };
    const id = data.order_id;
    await Promise.all([
      servers.call(0, refundOrder, refund, creator),
      ...[1, 2, 3, 4].map((n) => servers.call(n, approveWithdrawal, { id }, one)),
    ]);
    return (await events(creator)).map(({ type }) => type).slice(2);
  };
  const approvedUnseen = ([first, ...rest]: string[]): boolean =>
    first === 'RefundCharged' && rest.includes('WithdrawalApproved');

  it('is never missed: an approval that comes after it is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const fate = await run(guarded);
      expect(fate).toContain('RefundCharged');
      expect(approvedUnseen(fate)).toBe(false);
    }
  });

  it('negative control: without expected versions it is', async () => {
    expect(await goesWrong(async () => approvedUnseen(await run(careless)))).toBe(true);
  });
});

describe('withdrawals while a month that lost money is settled', () => {
  const LATER_MS = 40 * 24 * 3_600_000;

  /** 94.00 available, and 47.00 of it refunded this month: 47.00 can be withdrawn before, during and after. */
  const run = async (servers: Servers) => {
    const creator = await earner(api, EARNED);
    const { out_trade_no } = creator;
    const refund = { out_trade_no, amount: '50.00', reason: 'torn' };
    expect((await servers.call(0, refundOrder, refund, creator)).ec).toBe(200);
    await api.projected();
    await warm(servers, creator);
    // A separate process with a clock after the end of the month.
    const { log, pool, calendar, clock } = api.deps;
    const later = movableClock();
    later.setOffset(clock.offset + LATER_MS);
    const committer = startCommitter({ log, clock: later, pool });
    try {
      const [, ...answers] = await Promise.all([
        settleMonths({ pool, calendar, clock: later, committer }),
        ...Array.from({ length: 8 }, (_, n) => ask(servers, n, creator, '11.00')),
      ]);
      return { creator, answers };
    } finally {
      await committer.close();
    }
  };

  it('never exceed the rest of it, and the month is settled once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { creator, answers } = await run(guarded);
      for (const { ec } of answers) expect([200, 41008]).toContain(ec);
      // A concurrent request can be refused as too large: the read of the books is counted twice then.
      const taken = answers.filter(({ ec }) => ec === 200).length;
      expect(taken).toBeLessThanOrEqual(4);
      expect(await overdrawn(creator)).toBeLessThanOrEqual(0);
      const months = (await events(creator)).filter(({ type }) => type === 'IncomeSettled');
      expect(months.map(({ data }) => (data as DataOf<'IncomeSettled'>).net)).toEqual([NET, -4_700]);
      await api.projected();
      const { data } = await api.call(getBalance, {}, creator);
      const left = toWire(fenOf(4_700 - taken * 1_100));
      const paying = toWire(fenOf(taken * 1_100));
      expect(data).toMatchObject({ available: left, pending: '0.00', paying, on_hold: '0.00' });
    }
  });

  it('negative control: without expected versions they do', async () => {
    expect(await goesWrong(async () => (await overdrawn((await run(careless)).creator)) > 0)).toBe(true);
  });
});

describe('two concurrent approvals', () => {
  const run = async (servers: Servers, people: readonly (TestUser | undefined)[]) => {
    const creator = await earner(api, 3_000_000);
    const { data } = await ask(servers, 0, creator, '20000.00');
    await api.projected();
    const id = data.order_id;
    // Both servers know the withdrawal before the race.
    for (const n of [0, 1]) await servers.call(n, applyWithdraw, { amount: '9999.00' }, creator);
    const answers = await Promise.all(
      people.map((by, n) => (by ? servers.call(n, approveWithdrawal, { id }, by) : undefined)),
    );
    const approvals = (await events(creator)).flatMap(({ type, data }) =>
      type === 'WithdrawalApproved' ? [data] : [],
    );
    return { answers, approvals };
  };
  const four = () => [one, one, one, one];

  it('by one person are one approval, and not enough', async () => {
    const { answers, approvals } = await run(guarded, four());
    expect(approvals).toMatchObject([{ by: one?.user_id, final: false }]);
    expect(answers.filter((answer) => answer?.ec === 200)).toHaveLength(1);
  });

  it('by two people are enough, once', async () => {
    const { approvals } = await run(guarded, [one, two, one, two]);
    expect(approvals.map(({ final }) => final)).toEqual([false, true]);
    expect(new Set(approvals.map(({ by }) => by)).size).toBe(2);
  });

  it('negative control: without expected versions one person approves more than once', async () => {
    expect(await goesWrong(async () => (await run(careless, four())).approvals.length > 1)).toBe(true);
  });
});
