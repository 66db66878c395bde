import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { listMyMessages } from '#services/contract/messages/calls.ts';
import { editNotifyConfig, getNotifyConfig } from '#services/contract/messages/notify-config.ts';
import { isNotified } from '#services/modules/messages/notify-config.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));

const config = (as: TestUser) => api.data(getNotifyConfig, {}, as);
const edit = (as: TestUser, change: object) => api.send(editNotifyConfig, change, as);
const eventOf = async (as: TestUser, name: string) =>
  (await config(as)).events.find(({ event }) => event === name);
const siteOf = async (as: TestUser) =>
  (await api.data(listMyMessages, {}, as)).list.map(({ template }) => template);
const sent = async (as: TestUser) =>
  (await api.deps.pool.query('SELECT template, on_site FROM runtime.outbox WHERE to_user = $1', [as.user_id]))
    .rows;

test('a fan and a creator see the events that they can have', async () => {
  const [fan, creator] = [await api.user(), await api.creator()];
  expect((await config(fan)).events.map(({ event }) => event)).toEqual([
    'order',
    'account',
    'membership',
    'reply',
    'like',
  ]);
  expect(await config(fan)).toMatchObject({ weekly_summary: false, new_sale: 'never' });
  expect((await config(creator)).events).toMatchObject([
    { event: 'order', site: 'always', mail: 'always' },
    { event: 'account' },
    { event: 'membership', site: 'on', mail: 'on' },
    { event: 'comment', site: 'on', mail: 'never' },
    { event: 'reply' },
    { event: 'like' },
    { event: 'earning', site: 'always', mail: 'always' },
    { event: 'new_sale', site: 'on', mail: 'on' },
    { event: 'weekly_summary', site: 'on', mail: 'on' },
  ]);
});

test('the weekly summary and messages of sales are on until they are switched off; the rest stays', async () => {
  const creator = await api.creator();
  expect(await config(creator)).toMatchObject({ weekly_summary: true, new_sale: 'each' });
  expect((await edit(creator, { weekly_summary: false })).data.weekly_summary).toBe(false);
  const { data } = await edit(creator, { new_sale: 'daily' });
  expect(data).toMatchObject({ weekly_summary: false, new_sale: 'daily' });
  expect(await config(creator)).toEqual(data);
  await edit(creator, { new_sale: 'never' });
  expect(await eventOf(creator, 'new_sale')).toMatchObject({ site: 'off', mail: 'off' });
  // Any channel turns it on again, as it was.
  await edit(creator, { events: [{ event: 'new_sale', mail: true }] });
  expect((await config(creator)).new_sale).toBe('daily');
});

test('quiet hours are in minutes of the business day, also over midnight', async () => {
  const fan = await api.user();
  expect(await config(fan)).toMatchObject({ quiet_hours: null, digest: 'never' });
  const quiet_hours = { from: 1_320, to: 480 };
  expect((await edit(fan, { quiet_hours })).data.quiet_hours).toEqual(quiet_hours);
  expect((await edit(fan, { digest: 'weekly' })).data).toMatchObject({ quiet_hours, digest: 'weekly' });
  for (const wrong of [{ from: 1, to: 1 }, { from: -1, to: 5 }, { from: 0, to: 1_440 }, { from: 3 }, 'night'])
    expect((await edit(fan, { quiet_hours: wrong })).ec).toBe(40000);
  expect((await edit(fan, { digest: 'hourly' })).ec).toBe(40000);
  expect((await edit(fan, { quiet_hours: null })).data).toMatchObject({
    quiet_hours: null,
    digest: 'weekly',
  });
});

const memberships = (as: TestUser) =>
  ({
    to_user: as.user_id,
    template: 'membership_ending',
    values: { plan_name: 'Tea', name: 'Lin', date: '2026-11-24 12:00' },
  }) as const;

test('a message takes the channels that the person chose; a duty takes all', async () => {
  const fan = await api.user();
  const refund = {
    to_user: fan.user_id,
    template: 'order_refunded',
    values: { out_trade_no: '2001', plan_name: 'Mug', amount: '5.00' },
  } as const;
  await edit(fan, { events: [{ event: 'membership', site: 0 }] });
  expect(await eventOf(fan, 'membership')).toMatchObject({ site: 'off', mail: 'on' });
  await api.deps.outbox.send(memberships(fan));
  expect(await siteOf(fan)).toEqual([]);
  expect(await sent(fan)).toEqual([{ template: 'membership_ending', on_site: false }]);

  await edit(fan, { events: [{ event: 'membership', mail: 0, push: 0 }] });
  await api.deps.outbox.send(memberships(fan));
  expect(await sent(fan)).toHaveLength(1);
  expect(await isNotified(api.deps.pool, fan.user_id, 'membership')).toBe(false);
  await api.deps.outbox.send(refund);
  expect(await siteOf(fan)).toEqual(['order_refunded']);
});

test('what cannot be chosen is refused, and changes nothing', async () => {
  const [fan, creator] = [await api.user(), await api.creator()];
  const quiet = { event: 'membership', mail: false };
  for (const [as, change] of [
    [fan, {}],
    [fan, { events: [{ event: 'membership' }] }],
    [fan, { new_sale: 'hourly' }],
    [fan, { new_sale: 'never' }],
    [fan, { weekly_summary: true }],
    [fan, { events: [quiet, { event: 'weekly_summary', mail: true }] }],
    [fan, { events: [quiet, { event: 'order', mail: false }] }],
    [creator, { events: [quiet, { event: 'earning', site: false }] }],
    [fan, { events: [quiet, { event: 'reply', mail: true }] }],
    [creator, { events: [{ event: 'nothing', site: false }] }],
    [creator, { events: Array.from({ length: 50 }, () => quiet) }],
  ] as const) {
    expect((await edit(as, change)).ec).toBe(40000);
    expect(await eventOf(as, 'membership')).toMatchObject({ site: 'on', mail: 'on' });
  }
  expect((await api.call(getNotifyConfig, {})).ec).toBe(40100);
  expect((await api.call(editNotifyConfig, { new_sale: 'each' })).ec).toBe(40100);
});

test('a deleted account gets nothing', async () => {
  const creator = await api.creator();
  await api.deps.pool.query('UPDATE accounts.users SET deleted_at = 1 WHERE id = $1', [creator.user_id]);
  expect(await isNotified(api.deps.pool, creator.user_id, 'new_sale')).toBe(false);
});
