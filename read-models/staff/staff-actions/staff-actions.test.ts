import { beforeAll, expect, test } from 'vitest';
import type { Actor } from '#events/envelope.ts';
import { asOutTradeNo, asUserId, newEventId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { DomainEvent } from '#events/registry.ts';
import { fixture } from '#events/testing/fixture.ts';
import { newest } from '#events/testing/newest-events.ts';
import { checkEquality } from '../../engine/equality.ts';
import { readModelDatabase } from '../../testing/database.ts';
import { staffActions } from './projection.ts';
import { roleGrants, staffActionsListed } from './queries.ts';
import { STAFF_ACTIONS } from './tables.ts';

const database = fixture(() => readModelDatabase([staffActions]));
// Its refund has no payment.
beforeAll(() => database.pool.query('ALTER TABLE log.events DISABLE TRIGGER refunds_within_payment'));

const [ADMIN, MEI, CREATOR] = [asUserId('admin'), asUserId('mei'), asUserId('creator')];
const AT = 1_780_000_000_000;
let streams = 0;

interface EventContext {
  actor?: Actor;
  stream?: string;
  together?: string;
}

/** Each in its own stream by default. */
async function happened(
  event: DomainEvent,
  { actor = `user:${ADMIN}`, stream, together }: EventContext = {},
) {
  streams += 1;
  const metadata = {
    creator_id: CREATOR,
    actor,
    at: AT + streams,
    ...(together !== undefined && { correlation_id: together }),
  };
  const one = { id: newEventId(), ...event, metadata };
  const result = await database.log.append([
    { stream: stream ?? `one-${streams}`, expected: 'any', events: [one] },
  ]);
  if (!result.ok) throw new Error('not appended');
}
const list = async (filter = {}, page = { limit: 50, offset: 0 }) => {
  await database.project(3);
  return (await staffActionsListed(database.pool, { ...filter, ...page })).list;
};
const role = (granted: boolean, reason: string): DomainEvent => ({
  type: granted ? 'StaffRoleGranted' : 'StaffRoleRevoked',
  data: { user_id: MEI, role: 'finance', by: ADMIN, reason },
});
const settled = (user: string): DomainEvent => ({
  type: 'MonthSettled',
  data: { ...newest.MonthSettled, user_id: asUserId(user), month: '2026-04' },
});
const refund = (by: 'creator' | 'finance'): DomainEvent => ({
  type: 'OrderRefunded',
  data: {
    ...newest.OrderRefunded,
    out_trade_no: asOutTradeNo('o1'),
    amount: fenOf(700),
    reason: 'torn',
    by,
  },
});

test('staff actions are listed with who, what, about whom and why; other events are not', async () => {
  await happened(role(true, 'holidays'), { stream: 'staff-mei' });
  await happened(role(false, 'back again'), { stream: 'staff-mei' });
  await happened(role(true, 'again'), { stream: 'staff-mei', actor: 'process:admin' });
  await happened({ type: 'CertificationApproved', data: { ...newest.CertificationApproved } });
  await happened(
    { type: 'CertificationApproved', data: { ...newest.CertificationApproved } },
    { actor: 'process:sandbox' },
  );
  await happened({ type: 'BankCardRejected', data: newest.BankCardRejected });
  await happened(refund('finance'));
  await happened(refund('creator'), { actor: `user:${CREATOR}` });
  await happened(settled('c1'), { actor: 'process:settlement' });
  for (const [user, together] of [
    ['c2', 'press-1'],
    ['c3', 'press-1'],
    ['c4', 'press-2'],
    ['c5', 'press-1'],
  ] as const) {
    await happened(settled(user), { together });
  }
  await happened({ type: 'DifferenceResolved', data: newest.DifferenceResolved });
  const all = await list();
  expect(all.map(({ action, actor_id, events }) => [action, actor_id, events])).toEqual([
    ['DifferenceResolved', ADMIN, 1],
    ['MonthSettled', ADMIN, 1],
    ['MonthSettled', ADMIN, 3],
    ['OrderRefunded', ADMIN, 1],
    ['BankCardRejected', ADMIN, 1],
    ['CertificationApproved', ADMIN, 1],
    ['StaffRoleGranted', '', 1],
    ['StaffRoleRevoked', ADMIN, 1],
    ['StaffRoleGranted', ADMIN, 1],
  ]);
  expect(all.find(({ action }) => action === 'OrderRefunded')).toMatchObject({
    subject: 'o1',
    amount: 700,
    reason: 'torn',
    user_id: CREATOR,
  });
  expect(all.at(-1)).toEqual({
    position: 1,
    at: AT + 1,
    action: 'StaffRoleGranted',
    actor_id: ADMIN,
    user_id: MEI,
    subject: 'finance',
    amount: null,
    reason: 'holidays',
    events: 1,
  });
});

test('the list is filtered by action, actor, person and position', async () => {
  expect((await list({ actions: STAFF_ACTIONS.roles })).map(({ reason }) => reason)).toEqual([
    'again',
    'back again',
    'holidays',
  ]);
  expect(await list({ actions: STAFF_ACTIONS.roles, actor_id: '' })).toHaveLength(1);
  expect(await list({ user_id: MEI, until: 2 })).toHaveLength(2);
  expect(await list({}, { limit: 1, offset: 1 })).toMatchObject([{ action: 'MonthSettled', events: 1 }]);
});

test('a role has its latest grant', async () => {
  const { rows } = await roleGrants(database.pool, {});
  expect(rows).toEqual([
    { user_id: MEI, role: 'finance', position: 3, at: AT + 3, actor_id: '', reason: 'again' },
  ]);
});

test('after a rebuild it is the same', async () => {
  const found = await checkEquality(database.pool, database.log, staffActions);
  expect(found).toMatchObject({ equal: true });
});
