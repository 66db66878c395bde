import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { quickest } from '#events/testing/quickest.ts';
import { getPost } from '#services/contract/content/posts.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { listenAt } from '../testing/live-client.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);

/** A page has this time from the payment or the refund to the hint that makes it read again. */
const MAX_MS = 1_000;

test('an open page learns of a payment and of a refund within a second, and then shows the right state', async () => {
  const [creator, fan] = [await certifiedCreator(api), await api.user()];
  const { plan_id } = await savePlan(api, creator, sponsorshipForm);
  const { post_id } = await publish(api, creator, { audience: 'members', content: 'For members' });
  await api.projected();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as AddressInfo;
  const page = await listenAt(`http://127.0.0.1:${port}/api/live`, fan);
  /** What the page shows after the hint of a change, and how long that took; ms. */
  async function after(change: () => Promise<unknown>) {
    const begin = performance.now();
    await change();
    await page.until('grants', await api.deps.log.head());
    const { post } = await api.data(getPost, { post_id }, fan);
    return { has_right: post.has_right, content: post.content, ms: performance.now() - begin };
  }
  /** The longer time of both. */
  async function measure(): Promise<number> {
    const { data } = await orderCalls(api, fan).create({ plan_id, month: 1 });
    const { out_trade_no } = data;
    const opened = await after(() => orderCalls(api, fan).pay(out_trade_no, 30));
    expect(opened).toMatchObject({ has_right: true, content: 'For members' });
    const closed = await after(() => api.data(refundOrder, { out_trade_no, amount: '30.00' }, creator));
    expect(closed).toMatchObject({ has_right: false, content: '' });
    return Math.max(opened.ms, closed.ms);
  }
  expect(await quickest(MAX_MS, measure)).toBeLessThan(MAX_MS);
  page.close();
});
