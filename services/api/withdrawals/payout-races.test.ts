import { describe, expect, it } from 'vitest';
import { fenOf } from '#events/money.ts';
import type { DataOf } from '#events/registry.ts';
import { balanceStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { sendPayout } from '#services/commerce/withdrawals/payout.ts';
import {
  approveWithdrawal,
  closePayoutDispute,
  listWithdrawals,
  retryWithdrawal,
} from '#services/contract/withdrawals/finance-withdrawals.ts';
import { settleSandboxPayout } from '#services/contract/withdrawals/sandbox-payouts.ts';
import {
  applyWithdraw,
  getBalance,
  switchWithdrawToBank,
} from '#services/contract/withdrawals/withdrawals.ts';
import { SAMPLE_CARD } from '#services/modules/withdrawals/testing/sample-card.ts';
import { earner } from '../testing/earning.ts';
import { goesWrong } from '../testing/race.ts';
import { type Servers, startServers } from '../testing/servers.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const guarded = fixture(() => startServers(api));
const careless = fixture(() => startServers(api, false));
const desk = fixture(() => api.staff('finance'));
const second = fixture(() => api.staff('finance'));

interface Sent {
  creator: TestUser;
  order_id: string;
}

/** 50.00 of 94.00 are in payout: accepted by the provider, outcome unknown. Both servers know it. */
async function sent(servers: Servers): Promise<Sent> {
  const creator = await earner(api, 10_000);
  const { user_id } = creator;
  const withdrawal = await servers.call(0, applyWithdraw, { amount: '50.00' }, creator);
  const { order_id } = withdrawal.data;
  await api.projected();
  const approved = await servers.call(0, approveWithdrawal, { id: order_id }, desk);
  expect(approved.ec).toBe(200);
  const { committer, payouts, withdrawMethods } = api.deps;
  const of = { user_id, withdrawal_id: order_id };
  const noted = await committer.submit(sendPayout({ ...of, provider: 'sandbox' }));
  const payee = [
    ...(await withdrawMethods.read([(noted.accepted && noted.result.method_ref) || ''])).values(),
  ];
  const payout_id = (noted.accepted && noted.result.payout_id) || '';
  await payouts!.pay({ ...of, payout_id, amount: fenOf(5_000), payee: payee[0]! });
  for (const n of [0, 1]) await servers.call(n, applyWithdraw, { amount: '9999.00' }, creator);
  return { creator, order_id };
}

const says = (servers: Servers, n: number, { order_id, creator }: Sent, outcome: 'succeeded' | 'failed') =>
  servers.call(n, settleSandboxPayout, { order_id, outcome }, creator);

const types = async ({ creator }: Sent): Promise<string[]> =>
  (await api.deps.log.readStream(balanceStream(creator.user_id)))
    .map(({ type }) => type)
    .filter((type) => /^Payout(Succeeded|Failed|Disputed)$|Retried/.test(type));

/** Paid out and back in available: the same money twice. */
const torn = (fate: readonly string[]): boolean =>
  fate.includes('PayoutSucceeded') && fate.includes('PayoutFailed');

async function available({ creator }: Sent): Promise<string> {
  await api.projected();
  const { data } = await api.call(getBalance, {}, creator);
  return data.available;
}

describe('failed after success', () => {
  const run = async (servers: Servers) => {
    const one = await sent(servers);
    await says(servers, 0, one, 'succeeded');
    // The other server has seen the payout on its way, and nothing since.
    await says(servers, 1, one, 'failed');
    return one;
  };

  it('moves no money, and finance sees the answers', async () => {
    const one = await run(guarded);
    expect(await types(one)).toEqual(['PayoutSucceeded', 'PayoutDisputed']);
    expect(await available(one)).toBe('44.00');
    const { data } = await api.send(listWithdrawals, { status: 2 }, desk);
    expect(data.list.find(({ order_id }) => order_id === one.order_id)).toMatchObject({
      disputed: true,
      disputes: [{ payout_id: `${one.order_id}-1`, said: 'failed', detail: '收款账号不存在' }],
    });
  });

  it('negative control: without expected versions the money is paid and returned', async () => {
    expect(await goesWrong(async () => torn(await types(await run(careless))))).toBe(true);
  });
});

describe('success and failure reported concurrently, many times', () => {
  const run = async (servers: Servers) => {
    const one = await sent(servers);
    // One server gets one answer, the other one the other: equal answers would be one event.
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => says(servers, n, one, n % 2 === 0 ? 'succeeded' : 'failed')),
    );
    return one;
  };

  it('is the one that came first, and one dispute', async () => {
    for (let round = 0; round < 3; round += 1) {
      const one = await run(guarded);
      const [first, ...rest] = await types(one);
      expect(['PayoutSucceeded', 'PayoutFailed']).toContain(first);
      expect(rest).toEqual(['PayoutDisputed']);
      // Charged if it was paid first; if it failed first, held because of the later report.
      expect(await available(one)).toBe('44.00');
    }
  });

  it('negative control: without expected versions it is both', async () => {
    expect(await goesWrong(async () => torn(await types(await run(careless))))).toBe(true);
  });
});

describe('a retry by finance against a switch to the bank card', () => {
  const run = async (servers: Servers) => {
    const one = await sent(servers);
    const { creator, order_id } = one;
    const { withdrawMethods } = api.deps;
    await withdrawMethods.draftBank(creator.user_id, SAMPLE_CARD);
    const { vault_ref = '' } = (await withdrawMethods.draftOf(creator.user_id)) ?? {};
    await withdrawMethods.takeDraft(creator.user_id, vault_ref, true);
    await says(servers, 0, one, 'failed');
    for (const n of [0, 1]) await servers.call(n, applyWithdraw, { amount: '9999.00' }, creator);
    await Promise.all(
      [0, 1, 2, 3].map((n) =>
        n < 2
          ? servers.call(n, retryWithdrawal, { id: order_id }, desk)
          : servers.call(n, switchWithdrawToBank, { order_id }, creator),
      ),
    );
    const log = await api.deps.log.readStream(balanceStream(creator.user_id));
    const retried = log.filter(({ type }) => type === 'WithdrawalRetried');
    const switched = log.filter(
      ({ type, data }) => type === 'WithdrawalRequested' && data.instead_of === order_id,
    );
    return retried.length + switched.length;
  };

  it('is one of both, once: the money is paid once', async () => {
    for (let round = 0; round < 3; round += 1) expect(await run(guarded)).toBe(1);
  });

  it('negative control: without expected versions it is more', async () => {
    expect(await goesWrong(async () => (await run(careless)) > 1)).toBe(true);
  });
});

describe('a dispute that two people close concurrently with opposite findings', () => {
  const run = async (servers: Servers) => {
    const one = await sent(servers);
    const { creator, order_id } = one;
    await says(servers, 0, one, 'failed');
    await says(servers, 0, one, 'succeeded');
    await api.projected();
    // Both servers know of the dispute: neither is helped by having to load it.
    for (const n of [0, 1]) await servers.call(n, applyWithdraw, { amount: '9999.00' }, creator);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        servers.call(
          n,
          closePayoutDispute,
          { id: order_id, number: 1, outcome: n % 2 === 0 ? 'reached' : 'not_reached', reason: `desk ${n}` },
          n % 2 === 0 ? desk : second,
        ),
      ),
    );
    const log = await api.deps.log.readStream(balanceStream(creator.user_id));
    const closed = log.filter(({ type }) => type === 'PayoutDisputeClosed');
    return {
      one,
      answers,
      closed: closed.map(({ data }) => (data as DataOf<'PayoutDisputeClosed'>).reached),
    };
  };

  it('is closed once, one way; a contradicting finding is refused', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { one, answers, closed } = await run(guarded);
      expect(closed).toHaveLength(1);
      const reached = closed[0] === true;
      expect(answers.map(({ ec }) => ec)).toEqual(
        answers.map((_, n) => ((n % 2 === 0) === reached ? 200 : 40902)),
      );
      expect(await available(one)).toBe(reached ? '44.00' : '94.00');
    }
  });

  it('negative control: without expected versions it is closed more than once', async () => {
    expect(await goesWrong(async () => (await run(careless)).closed.length > 1)).toBe(true);
  });
});
