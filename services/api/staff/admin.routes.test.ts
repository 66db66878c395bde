import { expect, test } from 'vitest';
import { staffStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { getMyProfile } from '#services/contract/accounts/accounts.ts';
import { getTrialBalance } from '#services/contract/books/books.ts';
import { exploreCreators, getProfile } from '#services/contract/catalog/creators.ts';
import { setPublicIncome, setPublicSponsor } from '#services/contract/catalog/page-settings.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import {
  changeRecommended,
  changeRole,
  listStaff,
  listStaffHistory,
} from '#services/contract/staff/admin.ts';
import { approveWithdrawal } from '#services/contract/withdrawals/finance-withdrawals.ts';
import { certify } from '../testing/replying.ts';
import { startTestApi } from '../testing/test-api.ts';

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
  const granted = await change({ role: 'finance', granted: true });
  expect(granted.data).toMatchObject({ user_id: mei.user_id, changed: true });
  expect((await api.call(getTrialBalance, {}, mei)).ec).toBe(200);
  expect((await change({ role: 'finance', granted: true })).data).toMatchObject({ changed: false });
  const staff = await api.call(listStaff, { min_position: granted.data.position }, admin);
  const by = { user_id: admin.user_id, name: 'admin' };
  expect(staff.data).toMatchObject({ admin_count: 1 });
  expect(staff.data.list).toContainEqual({
    user_id: mei.user_id,
    name: 'Mei',
    roles: ['finance'],
    held: [
      {
        role: 'finance',
        since: expect.any(Number),
        by,
        reason: 'holidays',
        position: granted.data.position,
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

test('a creator who is not recommended leaves the lists, and cannot hide income and sponsors', async () => {
  const creator = await api.creator('Unlisted');
  const account = creator.url_slug.replace(/creator(\d+)x/, 'user$1@example.com');
  await certify(api, creator);
  const recommend = (recommended: boolean, as = admin, reason = 'copied works') =>
    api.call(changeRecommended, { account, recommended, reason }, as);
  const listed = async (query: object) =>
    (await api.data(exploreCreators, query)).list.some(({ user_id }) => user_id === creator.user_id);
  const hiding = async () =>
    Promise.all([setPublicIncome, setPublicSponsor].map((call) => api.call(call, { status: 0 }, creator)));
  const seen = async () => [await listed({}), await listed({ rec: 1 }), await listed({ search_q: 'unlis' })];

  expect(await seen()).toEqual([true, true, true]);
  const { data } = await recommend(false);
  expect(data).toMatchObject({ user_id: creator.user_id, recommended: false, changed: true });
  expect((await recommend(false)).data.changed).toBe(false);
  expect(await seen()).toEqual([false, false, true]);
  expect((await api.data(getProfile, { user_id: creator.user_id })).user).toMatchObject({ is_not_rec: 1 });
  const errors = [{ field: 'status', message: '认证创作者才可使用' }];
  await expect.poll(hiding).toMatchObject([{ ec: 40000, data: { errors } }, { data: { errors } }]);
  const history = await api.call(listStaffHistory, { min_position: data.position }, admin);
  expect(history.data.list[0]).toMatchObject({
    action: 'CreatorRightTaken',
    subject: 'can_be_recommended',
    reason: 'copied works',
    by: { user_id: admin.user_id },
    user: { user_id: creator.user_id },
  });

  expect((await recommend(true)).data.changed).toBe(true);
  expect(await seen()).toEqual([true, true, true]);
  expect((await api.data(getMyProfile, {}, creator)).user.is_not_rec).toBe(0);
  expect(await hiding()).toMatchObject([{ ec: 200 }, { ec: 200 }]);
  expect((await recommend(false, creator)).ec).toBe(40300);
  expect((await recommend(false, admin, ' ')).ec).toBe(40000);
});
