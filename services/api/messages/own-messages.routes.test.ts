import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getMyCheck, listMyMessages, readMyMessages } from '#services/contract/messages/calls.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));
const refund = (to: TestUser, out_trade_no: string) =>
  api.deps.outbox.send({
    to_user: to.user_id,
    template: 'order_refunded',
    values: { out_trade_no, plan_name: 'Mug', amount: '5.00' },
  });
const inbox = async (as: TestUser, input = {}) => (await api.send(listMyMessages, input, as)).data;
const check = async (as: TestUser, input = {}) => (await api.send(getMyCheck, input, as)).data;
const read = async (as: TestUser, message_id: number) =>
  (await api.send(readMyMessages, { message_id }, as)).ec;

test('a person sees their own messages and how many are new, until they are read', async () => {
  const [fan, other] = [await api.user(), await api.user()];
  expect(await inbox(fan)).toMatchObject({ list: [], has_more: false, total_count: 0 });
  expect(await check(fan)).toMatchObject({ unread_message_num: 0, has_new_msg: false });
  for (const number of ['2001', '2002', '2003']) await refund(fan, number);
  await refund(other, '3001');

  const { list, has_more, total_count } = await inbox(fan, { per_page: 2 });
  expect({ has_more, total_count }).toEqual({ has_more: true, total_count: 3 });
  expect(list).toMatchObject([
    { template: 'order_refunded', text: expect.stringContaining('2003'), unread: true },
    { text: expect.stringContaining('2002'), unread: true },
  ]);
  const english = await api.send(listMyMessages, {}, fan, { 'locale-lang': 'en-US' });
  expect(english.data.list[0]?.subject).toBe('Your refund was sent');

  const [newest = 0, second = 0] = list.map(({ message_id }) => message_id);
  expect(await check(fan)).toMatchObject({ unread_message_num: 3, unread_count: { message: 3 } });
  expect(await check(fan, { local_new_msg_id: second })).toMatchObject({ has_new_msg: true });
  expect(await check(fan, { local_new_msg_id: newest })).toMatchObject({ has_new_msg: false });

  expect(await read(fan, second)).toBe(200);
  expect((await inbox(fan)).list.map(({ unread }) => unread)).toEqual([true, false, false]);
  expect(await check(fan)).toMatchObject({ unread_message_num: 1, has_new_msg: true });
  // An older page that is opened later makes nothing unread; a number from the future marks what there is.
  await read(fan, 1);
  expect(await check(fan)).toMatchObject({ unread_message_num: 1 });
  await read(fan, Number.MAX_SAFE_INTEGER);
  expect(await check(fan)).toMatchObject({ unread_message_num: 0, has_new_msg: false });
  await refund(fan, '2004');
  expect(await check(fan)).toMatchObject({ unread_message_num: 1, has_new_msg: true });
  expect(await check(other)).toMatchObject({ unread_message_num: 1 });
});

test('unread messages are counted up to 100', async () => {
  const fan = await api.user();
  await Promise.all(Array.from({ length: 101 }, (_, at) => refund(fan, String(at))));
  expect(await check(fan)).toMatchObject({ unread_message_num: 100 });
  expect((await inbox(fan)).total_count).toBe(101);
});

test('a message that was sealed under another key is listed without its text', async () => {
  const fan = await api.user();
  await refund(fan, '2001');
  await api.deps.pool.query(
    "UPDATE runtime.outbox SET sealed = '\\x00'::bytea || sealed WHERE to_user = $1",
    [fan.user_id],
  );
  expect((await inbox(fan)).list).toMatchObject([{ subject: '', text: '', unread: true }]);
});

test('wrong numbers and guests are refused', async () => {
  const fan = await api.user();
  for (const message_id of [0, -1, 1.5]) {
    expect((await api.send(readMyMessages, { message_id }, fan)).ec).toBe(40000);
  }
  expect((await api.call(listMyMessages, {})).ec).toBe(40100);
  expect((await api.call(readMyMessages, { message_id: 1 })).ec).toBe(40100);
});
