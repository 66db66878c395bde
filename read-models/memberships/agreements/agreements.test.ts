import { expect, test } from 'vitest';
import { asOutTradeNo, asPlanId, asUserId } from '#events/ids.ts';
import type { AgreementEvent } from '#events/memberships.ts';
import { fenOf } from '#events/money.ts';
import { agreementStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { readModelDatabase } from '../../testing/database.ts';
import { stepOf } from '../../testing/history.ts';
import { agreements } from './projection.ts';
import { agreementsOf, renewingOf } from './queries.ts';

const database = fixture(readModelDatabase);

const START = Date.parse('2026-05-01T00:00:00Z');
const parties = { creator_id: asUserId('mc1'), user_id: asUserId('li'), plan_id: asPlanId('gold') };
const out_trade_no = asOutTradeNo('o-1');
const terms = { plan_name: 'Gold', amount: fenOf(3000), months: 1, provider: 'sandbox' };

const happened = (event: AgreementEvent) =>
  database.happened(
    [stepOf(agreementStream(parties.plan_id, parties.user_id), parties.creator_id, event, START)],
    1,
  );
const row = async () => (await agreementsOf(database.pool, { user_id: 'li' })).rows[0];
const renewing = async () =>
  (await renewingOf(database.pool, { creator_id: 'mc1', users: ['li', 'wang'] })).rows.length;

test('an agreement counts from its payment; declined and paid renewals, and its end, are seen', async () => {
  await happened({ type: 'AgreementOffered', data: { ...parties, ...terms, out_trade_no } });
  expect([await row(), await renewing()]).toEqual([undefined, 0]);
  await happened({ type: 'AgreementMade', data: { ...parties, ...terms, out_trade_no, until: START + 5 } });
  expect([(await row())?.until_at, await renewing()]).toEqual([START + 5, 1]);
  const order = { ...parties, out_trade_no: asOutTradeNo('o-2') };
  await happened({ type: 'RenewalPlaced', data: { ...order, amount: fenOf(2500), until: START + 5 } });
  await happened({ type: 'RenewalFailed', data: { ...order, attempt: 1, next_at: START + 6 } });
  expect(await row()).toMatchObject({ open_order: 'o-2', failed: 1, next_at: START + 6, renewals: 0 });
  await happened({ type: 'RenewalPaid', data: { ...order, amount: fenOf(2500), until: START + 9 } });
  expect(await row()).toMatchObject({ open_order: '', failed: 0, last_order: 'o-2', renewals: 1 });
  await happened({ type: 'AgreementEnded', data: { ...parties, reason: 'refunded' } });
  expect(await row()).toMatchObject({ ended_at: START, reason: 'refunded', until_at: START + 9 });
  expect(await renewing()).toBe(0);
  await database.rebuildsEqual([agreements]);
});
