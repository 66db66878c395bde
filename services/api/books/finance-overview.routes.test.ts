import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { CARD_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { plainFate, type Step, stepsOf, write } from '#read-models/testing/history.ts';
import { recordPayoutNotice, sendPayout } from '#services/commerce/withdrawals/payout.ts';
import {
  getBooksAsOf,
  getFinanceOverview,
  getFinanceTotal,
  type overviewAnswer,
} from '#services/contract/books/finance-overview.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import { approveWithdrawal, listWithdrawals } from '#services/contract/withdrawals/finance-withdrawals.ts';
import { applyWithdraw } from '#services/contract/withdrawals/withdrawals.ts';
import { earner } from '../testing/earning.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { itemsOf } from './finance-attention.ts';

let creator: TestUser;
let other: TestUser;
let finance: TestUser;
/** Of the creator's: one that waits, one without an answer, one that failed, one that is disputed. */
const ids = { waiting: '', unknown: '', failed: '', disputed: '' };
let beforeAnyFailed: number;

const FAILED = { kind: 'failed', status: 3, deal_error: 'limit_reached', can_atb: true } as const;

async function ask(amount: string, as: TestUser): Promise<string> {
  const reply = await api.call(applyWithdraw, { amount }, as);
  expect(reply.ec).toBe(200);
  await api.projected();
  return reply.data.order_id;
}

async function send(withdrawal_id: string, { user_id }: TestUser) {
  await api.call(approveWithdrawal, { id: withdrawal_id }, finance);
  const of = { user_id, withdrawal_id, provider: 'sandbox' };
  const sent = await api.deps.committer.submit(sendPayout(of));
  return { ...of, payout_id: (sent.accepted && sent.result.payout_id) || '' };
}

const api = fixture(startTestApi);
beforeAll(async () => {
  const { committer, log } = api.deps;
  creator = await earner(api, 1_000_000);
  other = await earner(api, 100_000);
  finance = await api.staff('finance');
  ids.unknown = await ask('10.00', creator);
  await committer.submit(
    recordPayoutNotice({ ...(await send(ids.unknown, creator)), notice: { kind: 'unknown' } }),
  );
  ids.disputed = await ask('20.00', creator);
  const disputed = await send(ids.disputed, creator);
  await committer.submit(
    recordPayoutNotice({ ...disputed, notice: { kind: 'succeeded', provider_reference: 'po_1' } }),
  );
  await committer.submit(recordPayoutNotice({ ...disputed, notice: FAILED }));
  await api.projected();
  beforeAnyFailed = await log.head();
  ids.failed = await ask('30.00', other);
  await committer.submit(recordPayoutNotice({ ...(await send(ids.failed, other)), notice: FAILED }));
  ids.waiting = await ask('40.00', creator);
});

type Seen = z.infer<typeof overviewAnswer>;
async function overview(query: InputOf<typeof getFinanceOverview> = {}): Promise<Seen> {
  await api.projected();
  const reply = await api.call(getFinanceOverview, query, finance);
  expect(reply).toMatchObject({ ec: 200 });
  return reply.data as Seen;
}
const kindsOf = ({ attention }: Seen) => attention.list.map(({ kind, ref }) => [kind, ref]);

test('items that need attention are listed oldest first, with counts of each kind', async () => {
  const seen = await overview();
  expect(kindsOf(seen)).toEqual([
    ['unknown', ids.unknown],
    ['disputed', ids.disputed],
    ['failed', ids.failed],
    ['waiting', ids.waiting],
  ]);
  expect(seen.attention.list[0]).toMatchObject({ name: creator.name, amount: '10.00' });
  expect(Object.fromEntries(seen.attention.kinds.map(({ kind, count }) => [kind, count]))).toEqual({
    unknown: 1,
    disputed: 1,
    failed: 1,
    waiting: 1,
  });
});

test('each kind can be listed alone, withdrawals also among all withdrawals', async () => {
  for (const kind of ['unknown', 'disputed', 'failed', 'waiting'] as const) {
    const seen = await overview({ kind });
    expect(kindsOf(seen)).toEqual([[kind, ids[kind]]]);
    expect(seen.attention.kinds).toHaveLength(4);
    const { list, total_count } = await api.data(listWithdrawals, { attention: kind }, finance);
    expect(list.map(({ order_id }) => order_id)).toEqual([ids[kind]]);
    expect(total_count).toBe(1);
  }
  expect(kindsOf(await overview({ kind: 'card' }))).toEqual([]);
  const then = { attention: 'failed', as_of: String(beforeAnyFailed) } as const;
  expect((await api.data(listWithdrawals, then, finance)).list).toEqual([]);
  const disputed = { attention: 'disputed', as_of: String(beforeAnyFailed), status: '2' } as const;
  expect((await api.data(listWithdrawals, disputed, finance)).total_count).toBe(1);
});

test('it has the balances of the books, zero in total, and every total lists its accounts', async () => {
  const { totals, trial_balance, before_day } = await overview();
  expect(trial_balance).toBe('0.00');
  expect(Object.fromEntries(totals.map(({ kind, value }) => [kind, value]))).toEqual({
    pending: '0.00',
    available: '10270.00',
    paying: '50.00',
    psp: '11000.00',
    bank: '-20.00',
    other: '-660.00',
  });
  expect(before_day).toMatch(/-(28|29|30|31)$/);
  const reply = await api.call(getFinanceTotal, { kind: 'available', per_page: 1 }, finance);
  expect(reply.data).toMatchObject({
    value: '10270.00',
    total_count: 2,
    has_more: true,
    list: [{ user_id: creator.user_id, name: creator.name, value: '9330.00' }],
  });
});

test('as of a position it shows the state of that time', async () => {
  const then = await overview({ as_of: beforeAnyFailed });
  expect(kindsOf(then)).toEqual([
    ['unknown', ids.unknown],
    ['disputed', ids.disputed],
  ]);
  expect(then.totals.find(({ kind }) => kind === 'paying')).toMatchObject({ value: '10.00' });
  expect(then).toMatchObject({ trial_balance: '0.00', as_of: { position: beforeAnyFailed } });
  const named = await api.call(getBooksAsOf, { as_of: beforeAnyFailed }, finance);
  expect(named.data).toMatchObject({ as_of: { position: beforeAnyFailed } });
});

test('a failed withdrawal needs no attention after its creator requested another', async () => {
  await ask('50.00', other);
  expect(kindsOf(await overview()).map(([kind]) => kind)).not.toContain('failed');
  expect((await api.data(listWithdrawals, { attention: 'failed' }, finance)).list).toEqual([]);
  expect((await api.data(listWithdrawals, { status: 'failed' }, finance)).list).toHaveLength(1);
});

test('a withdrawal that was requested before the failure does not replace the failed one', async () => {
  const failing = await ask('60.00', other);
  await ask('70.00', other);
  const sent = await send(failing, other);
  await api.deps.committer.submit(recordPayoutNotice({ ...sent, notice: FAILED }));
  expect(kindsOf(await overview())).toContainEqual(['failed', failing]);
  await ask('80.00', other);
  expect(kindsOf(await overview())).not.toContainEqual(['failed', failing]);
});

test('a bank card that waits for a review needs attention', async () => {
  await api.deps.pool.query(
    `INSERT INTO accounts.withdraw_methods (user_id, kind, status, vault_ref, updated_at)
     VALUES ($1, 'bank', $2, 'card1', 1)`,
    [other.user_id, CARD_STATUS.reviewing],
  );
  const [card] = (await overview()).attention.list;
  expect(card).toMatchObject({ kind: 'card', ref: 'card1', since: 0, user_id: other.user_id });
  expect(kindsOf(await overview({ as_of: beforeAnyFailed })).map(([kind]) => kind)).not.toContain('card');
});

test('many items of one kind leave room for those of others', () => {
  const items = (kind: 'unmatched' | 'waiting', count: number, since: number) =>
    Array.from({ length: count }, (_, nth) => ({
      kind,
      since: since + nth,
      user_id: '',
      ref: `${nth}`,
      amount: null,
      count: 1,
    }));
  const kinds = [{ list: items('unmatched', 50, 0) }, { list: items('waiting', 3, 1_000) }];
  expect(itemsOf(kinds, 10).map(({ kind }) => kind)).toEqual([
    ...Array.from({ length: 7 }, () => 'unmatched'),
    'waiting',
    'waiting',
    'waiting',
  ]);
});

test('a past unsettled month needs attention, and so does a settlement that differs', async () => {
  const steps: Step[] = JSON.parse(
    JSON.stringify(stepsOf(plainFate({ total: 500, placedHour: 24 * 40 }), 'late', 1)).replaceAll(
      'latec0',
      other.user_id,
    ),
  );
  await write(api.deps.log, steps);
  expect(kindsOf(await overview())).toContainEqual(['unsettled', '2026-02']);
  await api.deps.pool.query(`UPDATE rm.settlements SET net = net + 1 WHERE user_id = $1`, [other.user_id]);
  const { attention } = await overview();
  expect(attention.list).toContainEqual(
    expect.objectContaining({ kind: 'differs', ref: '2026-01', user_id: other.user_id }),
  );
});
