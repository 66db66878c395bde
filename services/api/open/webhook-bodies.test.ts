import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { windowPeriod } from '#events/goals.ts';
import { asUserId, newEventId } from '#events/ids.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { orderStream, postStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { paidOrdersByNumber } from '#read-models/orders/creator-orders.ts';
import { shipOrders } from '#services/commerce/delivery/ship-order.ts';
import { hidePost, type PublishPost } from '#services/contract/content/posts.ts';
import type { WebhookTopic } from '#services/contract/open/topics.ts';
import { webhookBody } from '#services/contract/open/webhook-bodies.ts';
import { topicOf, WEBHOOK_EVENTS } from '#services/worker/webhooks/topics.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { startTestApi } from '../testing/test-api.ts';
import { waitingOrder } from '../testing/waiting-orders.ts';
import { openOrders } from './order-answer.ts';
import { webhookBodies } from './webhook-bodies.ts';

const creator = asUserId('0192f0c0a1b27000800000000000000d');
const FAN = '0192f0c0a1b27000800000000000000c';
const AT = 1_766_000_000_000;
const api = fixture(() => startTestApi());

/** One event of each kind, as the samples of `events/golden/` have them. */
const SAMPLES = [
  ['settlement-2026-10-d', 'MonthSettled.v3'],
  ['ticket-6b1f0c0a1b27000800000000000000aa', 'TicketIssued.v1'],
  ['ticket-6b1f0c0a1b27000800000000000000aa', 'TicketCheckedIn.v1'],
  ['goal-0192f0c0a1b2700080000000000000a1', 'GoalSet.v1'],
  ['goal-0192f0c0a1b2700080000000000000a1', 'GoalReached.v1'],
  ['membership-d-c', 'MembershipStarted.v2'],
  ['membership-d-c', 'MembershipExtended.v2'],
  ['membership-d-c', 'MembershipUpgraded.v2'],
  ['membership-d-c', 'MembershipRevoked.v2'],
  ['membership-d-c', 'MembershipExpired.v2'],
  ['membership-d-c', 'MembershipMovedOut.v1'],
  ['membership-d-e', 'MembershipMovedIn.v1'],
  ['balance-d', 'WithdrawalRequested.v1'],
] as const;

const events: RecordedEvent[] = [];
beforeAll(async () => {
  const { log } = api.deps;
  for (const [stream, sample] of SAMPLES) {
    const data: object = JSON.parse(readFileSync(`events/golden/${sample}.json`, 'utf8'));
    const metadata = { creator_id: creator, actor: 'process:test', at: AT } as const;
    const event = { id: newEventId(), type: sample.split('.')[0] ?? '', data, metadata };
    await log.append([{ stream, expected: 'any', events: [event] }]);
  }
  events.push(...(await log.readAll(0, { limit: 100 })).events);
  await api.deps.readModels.waitFor('withdrawals', await log.head());
});

async function bodyOf(type: string, of: readonly RecordedEvent[] = events, owner = creator) {
  const event = of.find((one) => one.type === type);
  if (event === undefined) throw new Error(`there is no ${type}`);
  const { position, stream } = event;
  const call = { delivery_id: 1, position, topic: topicOf(event) ?? '', subject: stream };
  const body = (await webhookBodies(api.deps, api.deps.accounts.webhooks.keys).of(owner, [call])).get(1);
  if (!Buffer.isBuffer(body)) return body;
  const sent = JSON.parse(body.toString());
  // As the document for programs describes it, without a further field.
  expect(webhookBody(call.topic as WebhookTopic).parse(sent)).toEqual(sent);
  return sent;
}

const fan = { user_id: FAN, user_private_id: expect.stringMatching(/^[0-9a-f]{32}$/) };
const plan_id = '0192f0c0a1b27000800000000000000a';
const out_trade_no = '217639847123456789012345678';
const running = { ...fan, plan_id, plan_name: '每月一杯咖啡', out_trade_no, expire_time: 1_766_577_000 };

test.each([
  ['MembershipStarted', 'membership.started', { membership: { ...running, begin_time: 1_763_985_000 } }],
  // The sample never ends.
  [
    'MembershipExtended',
    'membership.extended',
    { membership: { ...running, begin_time: 1_763_985_000, expire_time: 2_114_352_000 } },
  ],
  ['MembershipUpgraded', 'membership.extended', { membership: { ...running, begin_time: 1_763_985_000 } }],
  [
    'MembershipRevoked',
    'membership.extended',
    { membership: { ...fan, plan_id, out_trade_no, expire_time: 1_766_577_000, reason: 'refunded' } },
  ],
  [
    'MembershipExpired',
    'membership.expired',
    { membership: { ...fan, plan_id, expire_time: 1_766_577_000, reason: 'expired' } },
  ],
  [
    'MembershipMovedOut',
    'membership.expired',
    { membership: { ...fan, plan_id, expire_time: AT / 1000, reason: 'handed_over' } },
  ],
  [
    'MembershipMovedIn',
    'membership.started',
    {
      membership: {
        ...running,
        user_id: '0192f0c0a1b27000800000000000000e',
        begin_time: AT / 1000,
      },
    },
  ],
  [
    'GoalReached',
    'goal.reached',
    {
      goal: {
        goal_id: '0192f0c0a1b2700080000000000000a1',
        type: 3,
        period: 'window',
        target: '5000.00',
        value: '5001.00',
      },
    },
  ],
  [
    'TicketCheckedIn',
    'ticket.used',
    {
      ticket: {
        ...fan,
        ticket_id: '6b1f0c0a1b27000800000000000000aa',
        out_trade_no,
        plan_id,
        sku_id: '0192f0c0a1b27000800000000000000b',
        used_time: AT / 1000,
        device: '东门 2',
      },
    },
  ],
  [
    'MonthSettled',
    'settlement',
    {
      settlement: {
        month: '2026-10',
        orders: 3,
        gross: '100.00',
        payment_fee: '1.00',
        service_fee: '5.00',
        affiliate_fee: '8.00',
        refunds: '7.00',
        commissions: '-1.20',
        net: '78.22',
        available_time: 1_766_577_000,
      },
    },
  ],
  [
    'WithdrawalRequested',
    'withdrawal',
    { withdrawal: { order_id: 'w1', change: 'requested', amount: '50.00', status: expect.any(Number) } },
  ],
])('%s is sent as %s', async (type, topic, subject) => {
  const position = events.find((one) => one.type === type)?.position;
  const data = { type: topic, time: AT / 1000, position, ...subject };
  expect(await bodyOf(type)).toEqual({ ec: 200, em: 'ok', data });
});

test('GoalReached of a window names its times', async () => {
  const { log } = api.deps;
  const stream = 'goal-0192f0c0a1b2700080000000000000a1';
  const [first] = await log.readStream(stream);
  const window = { begin_at: 1_767_196_800_000, end_at: 1_769_875_200_000 };
  const data = {
    goal_id: stream.slice(5),
    creator_id: creator,
    period: windowPeriod(window),
    target: 500_000,
    value: 500_100,
  };
  const event = { id: newEventId(), type: 'GoalReached' as const, data, metadata: first!.metadata };
  await log.append([{ stream, expected: 'any', events: [event] }]);
  const newest = (await log.readStream(stream)).at(-1);
  const times = { begin_time: 1_767_196_800, end_time: 1_769_875_200 };
  const body = await bodyOf('GoalReached', newest ? [newest] : []);
  expect(body).toMatchObject({ data: { goal: { period: 'window', ...times } } });
});

test('OrderShipped is sent as order.shipped: the order as query-order answers it, and its parcel', async () => {
  const { committer, log } = api.deps;
  const order = await waitingOrder(committer, { user_id: asUserId(FAN), creator_id: creator }, {});
  const parcel = { creator_id: creator, company_id: 'sf', express_no: 'SF12345' };
  const shipped = await committer.submit(shipOrders({ out_trade_nos: [order], ...parcel }));
  expect(shipped).toMatchObject({ accepted: true });
  const ofOrder = await log.readStream(orderStream(order));
  const event = ofOrder.find(({ type }) => type === 'OrderShipped');
  await api.deps.readModels.waitFor('orders', await log.head());
  const { list } = await paidOrdersByNumber(api.deps.pool, {
    creator_id: creator,
    numbers: [order],
    limit: 1,
    offset: 0,
  });
  const [asQueried] = await openOrders({ deps: api.deps, creator }, list);
  expect(asQueried).toMatchObject({ out_trade_no: order, status: 2 });
  expect(await bodyOf('OrderShipped', ofOrder)).toEqual({
    ec: 200,
    em: 'ok',
    data: {
      type: 'order.shipped',
      time: Math.floor((event?.metadata.at ?? 0) / 1000),
      position: event?.position,
      order: asQueried,
      shipment: { company_id: 'sf', express_no: 'SF12345' },
    },
  });
});

describe('PostPublished', () => {
  const SECRET = 'The key is under the mat';
  const published = async (body: Partial<PublishPost>) => {
    const author = await certifiedCreator(api);
    const post = await publish(api, author, { content: SECRET, ...body });
    const [, event] = await api.deps.log.readStream(postStream(post.post_id));
    if (event === undefined) throw new Error('nothing was published');
    await api.projected();
    return { author, post, event };
  };

  test('is sent as post.published, with its terms and teaser, never its text', async () => {
    const title = { title: 'News', preview_text: 'Soon' };
    const { author, post, event } = await published({ ...title, audience: 'price', min_price: '5.00' });
    const body = await bodyOf('PostPublished', [event], asUserId(author.user_id));
    const { post_id, publish_sn, publish_time } = post;
    const terms = { audience: 'price', min_price: '5.00', plan_ids: [], public_time: 0 };
    expect(body.data).toEqual({
      type: 'post.published',
      time: publish_time,
      position: publish_sn,
      post: { post_id, type: 0, ...title, ...terms, publish_time, publish_sn },
    });
    expect(JSON.stringify(body)).not.toContain(SECRET);
  });

  test('of a post that only its creator reads is not sent; a hidden one is gone', async () => {
    const { event: own } = await published({ audience: 'self' });
    expect(topicOf(own)).toBeUndefined();
    const { author, post, event } = await published({});
    await api.data(hidePost, { post_id: post.post_id }, author);
    await api.projected();
    expect(await bodyOf('PostPublished', [event], asUserId(author.user_id))).toBe('gone');
  });
});

test('a refund that leaves nothing of a membership ends it; imported events are not sent', () => {
  const revoked = events.find((event) => event.type === 'MembershipRevoked');
  if (!revoked) throw new Error('there is no such event');
  const data = { ...revoked.data, runs_on: null, next: null, moved: [] };
  expect(topicOf({ ...revoked, data })).toBe('membership.expired');
  expect(topicOf({ ...revoked, metadata: { ...revoked.metadata, imported: true } })).toBeUndefined();
});

test('what a read model has not reached waits; an order that is not there is gone', async () => {
  const { pool, log } = api.deps;
  const later = (await log.head()) + 1;
  const call = { delivery_id: 1, topic: 'order', subject: 'order-1' };
  const bodies = webhookBodies({ ...api.deps, pool }, api.deps.accounts.webhooks.keys);
  expect((await bodies.of(creator, [{ ...call, position: later }])).get(1)).toBe('behind');
  await api.deps.readModels.waitFor('orders', later - 1);
  expect((await bodies.of(creator, [{ ...call, position: 1 }])).get(1)).toBe('gone');
  expect(WEBHOOK_EVENTS.length).toBeGreaterThan(15);
});
