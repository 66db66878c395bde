import { afterAll, beforeAll, expect, test } from 'vitest';
import { staffStream } from '#events/stream-names.ts';
import { answers } from '../answer.ts';
import { changedRole, staffAnswer } from '../contract/admin.ts';
import { startTestApi, type TestApi, type TestUser } from '../testing/test-api.ts';

let api: TestApi;
let admin: TestUser;
let mei: TestUser;
beforeAll(async () => {
  api = await startTestApi({ projections: false });
  mei = await api.user('Mei');
  admin = await api.staff('admin');
});
afterAll(() => api?.close());

const change = (body: object, as = admin) =>
  api.post('/api/admin/change-role', { account: 'user1@example.com', reason: 'holidays', ...body }, as);
const written = async () =>
  (await api.deps.log.readStream(staffStream(mei.user_id))).map(({ type, data }) => [type, data]);

test('an admin gives a role and takes it back; both hold at once and stand in the log with who and why', async () => {
  expect((await api.get('/api/finance/trial-balance', mei)).ec).toBe(40300);
  const given = await change({ role: 'finance', granted: true });
  answers(changedRole)[200].parse(given);
  expect(given.data).toMatchObject({ user_id: mei.user_id, changed: true });
  expect((await api.get('/api/finance/trial-balance', mei)).ec).toBe(200);
  expect((await change({ role: 'finance', granted: true })).data).toMatchObject({ changed: false });
  const staff = await api.get('/api/admin/staff', admin);
  answers(staffAnswer)[200].parse(staff);
  expect(staff.data.list).toContainEqual({ user_id: mei.user_id, name: 'Mei', roles: ['finance'] });
  await change({ role: 'finance', granted: false, reason: 'back again' });
  await expect.poll(async () => (await api.get('/api/finance/trial-balance', mei)).ec).toBe(40300);
  const data = { user_id: mei.user_id, role: 'finance', by: admin.user_id };
  expect(await written()).toEqual([
    ['StaffRoleGranted', { ...data, reason: 'holidays' }],
    ['StaffRoleRevoked', { ...data, reason: 'back again' }],
  ]);
});

test('never an own role, never without a reason, never for nobody; and admins approve no money', async () => {
  const own = await change({ account: 'user2@example.com', role: 'finance', granted: true });
  expect(own.ec).toBe(40300);
  expect((await change({ role: 'finance', granted: true, reason: ' ' })).ec).toBe(40000);
  expect((await change({ account: 'nobody@example.com', role: 'finance', granted: true })).ec).toBe(40400);
  expect((await change({ role: 'verified', granted: true })).ec).toBe(40000);
  expect((await api.post('/api/finance/withdrawals/x/approve', {}, admin)).ec).toBe(40300);
  expect((await api.post('/api/order/refund', { out_trade_no: '1' }, admin)).ec).toBe(40300);
});
