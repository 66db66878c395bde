import { expect, test } from 'vitest';
import { staffStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { getTrialBalance } from '../books/contract/books.ts';
import { refundOrder } from '../orders/contract/after-payment.ts';
import { startTestApi } from '../testing/test-api.ts';
import { approveWithdrawal } from '../withdrawals/contract/finance-withdrawals.ts';
import { changeRole, listStaff, listStaffHistory } from './contract/admin.ts';

const api = fixture(startTestApi);
const mei = fixture(() => api.user('Mei'));
const admin = fixture(() => api.staff('admin'));

const change = (body: object, as = admin) =>
  api.send(
    changeRole,
    { ...('user_id' in body ? {} : { account: 'user1@example.com' }), reason: 'holidays', ...body },
    as,
  );
const written = async () =>
  (await api.deps.log.readStream(staffStream(mei.user_id))).map(({ type, data }) => [type, data]);

test('an admin grants and revokes a role; both apply at once and are in the log with actor and reason', async () => {
  expect((await api.call(getTrialBalance, {}, mei)).ec).toBe(40300);
  // From the list, by the person; a name to type is an account.
  const named = { user_id: mei.user_id, role: 'finance' };
  const given = await change({ role: 'finance', granted: true });
  expect(given.data).toMatchObject({ user_id: mei.user_id, changed: true });
  expect((await api.call(getTrialBalance, {}, mei)).ec).toBe(200);
  expect((await change({ role: 'finance', granted: true })).data).toMatchObject({ changed: false });
  const staff = await api.call(listStaff, { min_position: given.data.position }, admin);
  const by = { user_id: admin.user_id, name: 'admin' };
  expect(staff.data).toMatchObject({ admin_count: 1 });
  expect(staff.data.list).toContainEqual({
    ...{ user_id: mei.user_id, name: 'Mei', roles: ['finance'] },
    held: [
      {
        ...{ role: 'finance', since: expect.any(Number), by, reason: 'holidays' },
        position: given.data.position,
      },
    ],
  });
  // A role older than its events: its time is known, its grantor is not.
  expect(staff.data.list).toContainEqual(
    expect.objectContaining({
      held: [{ role: 'admin', since: expect.any(Number), by: null, reason: '', position: null }],
    }),
  );
  const taken = await change({ ...named, granted: false, reason: 'back again' });
  await expect.poll(async () => (await api.call(getTrialBalance, {}, mei)).ec).toBe(40300);
  const history = await api.call(listStaffHistory, { min_position: taken.data.position }, admin);
  expect(history.data.list.map(({ action, by: who, reason }) => [action, who?.name, reason])).toEqual([
    ['StaffRoleRevoked', 'admin', 'back again'],
    ['StaffRoleGranted', 'admin', 'holidays'],
  ]);
  const data = { user_id: mei.user_id, role: 'finance', by: admin.user_id };
  expect(await written()).toEqual([
    ['StaffRoleGranted', { ...data, reason: 'holidays' }],
    ['StaffRoleRevoked', { ...data, reason: 'back again' }],
  ]);
});

test('never the own role, never without a reason, never for an unknown account; admins approve no money', async () => {
  const own = await change({ account: 'user2@example.com', role: 'finance', granted: true });
  expect(own.ec).toBe(40300);
  expect((await change({ role: 'finance', granted: true, reason: ' ' })).ec).toBe(40000);
  expect((await change({ account: 'nobody@example.com', role: 'finance', granted: true })).ec).toBe(40400);
  expect((await change({ role: 'verified', granted: true })).ec).toBe(40000);
  const both = { account: 'user1@example.com', user_id: mei.user_id, role: 'finance', granted: true };
  expect((await change(both)).ec).toBe(40000);
  expect((await change({ role: 'support', granted: true, reason: '13800138000' })).ec).toBe(40000);
  expect((await api.call(approveWithdrawal, { id: 'x' }, admin)).ec).toBe(40300);
  expect((await api.call(refundOrder, { out_trade_no: '1' }, admin)).ec).toBe(40300);
});
