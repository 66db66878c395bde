import { beforeAll, expect, it } from 'vitest';
import type { OutTradeNo, SkuId } from '#events/ids.ts';
import { planStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { given } from '#services/api/testing/waiting-orders.ts';
import { planKind } from '#services/commerce/catalog/plan.ts';
import { fillReplies } from '#services/commerce/replies/fill-replies.ts';
import { sku } from '#services/commerce/testing/scenario.ts';
import { openShop, PRICE } from '../../testing/shop.ts';

const shop = fixture(openShop);
beforeAll(() => shop.processes());

/** An offer with a random reply for buyers. */
async function sellWithReplies(): Promise<SkuId> {
  const sku_id = await shop.sell(null);
  const stream = planStream(shop.plan_id);
  const creator_id = await creator();
  const offered = sku(sku_id, { price: PRICE, reply: { on: false, content: '', random_on: true } });
  const event = { type: 'SkuOffered' as const, data: { plan_id: shop.plan_id, sku: offered } };
  await given(shop.api.deps.committer, [{ stream, creator_id, event }]);
  return sku_id;
}

async function creator() {
  const stream = planStream(shop.plan_id);
  const plan = await shop.api.deps.committer.read([stream], (states) => states.get(planKind, stream));
  if (plan.phase === 'none') throw new Error('the shop sells something');
  return plan.creator_id;
}

let fills = 0;
async function fill(pool_id: string, count: number): Promise<void> {
  fills += 1;
  const fill_id = `fill ${fills}`;
  const command = fillReplies({ creator_id: await creator(), pool_id, fill_id, count, overwrite: false });
  expect(await shop.api.deps.committer.submit(command)).toMatchObject({ accepted: true });
}

async function paidOrder(sku_id: SkuId): Promise<OutTradeNo> {
  const order = await shop.order(sku_id);
  await shop.pay(order);
  await shop.becomes(order, ['OrderPlaced', 'OrderPaid']);
  return order;
}

/** Messages about these replies: recipient and content. */
async function messages(about: string): Promise<{ template: string; to_user: string }[]> {
  const { rows } = await shop.api.deps.pool.query<{ template: string; to_user: string }>(
    `SELECT template, to_user FROM runtime.outbox WHERE message_key LIKE 'replies %' || $1 || '%' ORDER BY id`,
    [about],
  );
  return rows;
}

it('notifies the creator once for each time that a pool is empty', async () => {
  const sku_id = await sellWithReplies();
  await fill(sku_id, 2);
  await paidOrder(sku_id);
  await paidOrder(sku_id);
  const templates = async () => (await messages(`empty ${sku_id}`)).map(({ template }) => template);
  await expect.poll(templates).toEqual(['replies_ran_out']);
  // Waiting fans get no second message.
  await paidOrder(sku_id);
  await paidOrder(sku_id);
  await fill(sku_id, 3);
  await paidOrder(sku_id);
  await expect.poll(templates).toEqual(['replies_ran_out', 'replies_ran_out']);
  expect((await messages(`empty ${sku_id}`)).every(({ to_user }) => to_user !== '')).toBe(true);
});

it('notifies a fan of arrived replies', async () => {
  const sku_id = await sellWithReplies();
  const order = await paidOrder(sku_id);
  await fill(sku_id, 5);
  const templates = async () => (await messages(`given ${order}`)).map(({ template }) => template);
  await expect.poll(templates).toEqual(['replies_arrived']);
});
