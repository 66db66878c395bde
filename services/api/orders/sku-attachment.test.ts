import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { savePlan as savePlanCall } from '#services/contract/catalog/plan-changes.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { getPlan } from '#services/contract/catalog/plans.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { prepareOrder } from '#services/contract/orders/orders.ts';
import { getPurchasedSku } from '#services/contract/orders/purchases.ts';
import { openRightsRegister } from '#services/modules/accounts/rights.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { forSale, savePlan } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { uploadFile } from '../testing/uploading.ts';

const api = fixture(startTestApi);
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(2_000)]);
let creator: TestUser;
let fan: TestUser;
let file_id: string;
let plan: Plan;
beforeEach(async () => {
  creator = await api.creator();
  fan = await api.user();
  ({ file_id } = await uploadFile(api, creator, 'attachment', pdf, 'Pattern.pdf'));
  plan = await savePlan(api, creator, form(file_id));
});

const form = (attachment: string, more: object = {}) => ({
  name: 'Scarf',
  product_type: 1,
  sku: [forSale('Red', '', { attachment, ...more })],
});
const sku_id = () => plan.sku[0]!.sku_id;
const fieldsOf = async (body: object) =>
  (await api.send(savePlanCall, body, creator)).data.errors?.map(({ field }: { field: string }) => field);
const load = (url: string, as?: TestUser) =>
  api.app.inject({
    method: 'GET',
    url,
    ...(as && { headers: { authorization: `Bearer ${as.token}` } }),
  });

test('a file is downloaded by those who bought the SKU, until a refund', async () => {
  await api.projected();
  const shown = (await api.data(getPlan, { plan_id: plan.plan_id })).plan;
  expect(shown.sku[0]?.attachment).toMatchObject({ file_id, name: 'Pattern.pdf' });
  const units = { plan_id: plan.plan_id, sku: [{ sku_id: sku_id(), count: 1 }] };
  expect((await api.data(prepareOrder, units, fan)).attachments).toEqual(['Pattern.pdf']);
  expect((await api.call(getPurchasedSku, { sku_id: sku_id() }, fan)).ec).toBe(40400);

  const out_trade_no = await orderCalls(api, fan).buy(units);
  await api.projected();
  const bought = await api.data(getPurchasedSku, { sku_id: sku_id() }, fan);
  expect(bought).toMatchObject({ has_content: true, attachment: { file_id, name: 'Pattern.pdf' } });
  const { url } = bought.attachment!;
  const answer = await load(url, fan);
  expect([answer.statusCode, answer.rawPayload.equals(pdf)]).toEqual([200, true]);
  expect(answer.headers['content-disposition']).toContain('attachment');
  for (const other of [undefined, await api.user()])
    expect((await load(url, other)).statusCode).not.toBe(200);

  await api.data(refundOrder, { out_trade_no }, creator);
  await api.projected();
  expect((await api.call(getPurchasedSku, { sku_id: sku_id() }, fan)).ec).toBe(40400);
});

test('a file is the creator’s own attachment, needs the right, and is kept while a SKU names it', async () => {
  const saved = { ...form(file_id), plan_id: plan.plan_id };
  const sku = (attachment: string) => [{ ...saved.sku[0], sku_id: sku_id(), attachment }];
  const foreign = await uploadFile(api, await api.creator(), 'attachment', pdf, 'Other.pdf');
  for (const one of ['unknown', foreign.file_id])
    expect(await fieldsOf({ ...saved, sku: sku(one) })).toEqual(['sku.0.attachment']);
  const uses = async () =>
    (await api.deps.pool.query('SELECT used_by FROM media.uses WHERE file_id = $1', [file_id])).rows;
  expect(await uses()).toEqual([{ used_by: `sku:${sku_id()}` }]);
  const second = await uploadFile(api, creator, 'attachment', pdf, 'Second.pdf');
  const { pool, clock } = api.deps;
  await openRightsRegister(pool, clock).take(creator.user_id, 'add_attachment');
  expect(await fieldsOf({ ...saved, sku: sku(second.file_id) })).toEqual(['sku.0.attachment']);
  // What is there stays, and can be removed.
  await savePlan(api, creator, { ...saved, sku: sku(file_id) });
  const removed = await savePlan(api, creator, { ...saved, sku: sku('') });
  expect(removed.sku[0]).toMatchObject({ attachment: null, feed_switch: true });
  expect(await uses()).toEqual([]);
});
