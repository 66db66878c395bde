import { beforeAll, expect, it } from 'vitest';
import type { OutTradeNo, SkuId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { buildApp } from '#services/api/app.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { openShop } from '#services/worker/testing/shop.ts';
import type { Payments } from './registry.ts';
import { signedHeaders } from './sandbox/signature.ts';
import { noticeKeyOf, noticeOf } from './testing/notices.ts';

/** The guards behind the tests of notices: without a guard the same notices do harm. */
let unlimited: SkuId;

const shop = fixture(openShop);
beforeAll(async () => {
  unlimited = await shop.sell(null);
});

/** Posts a signed notice to an API with one part replaced. */
async function heardBy(instead: Partial<Dependencies>, body: Buffer): Promise<number> {
  const app = await buildApp({ ...shop.api.deps, ...instead });
  const headers = signedHeaders(noticeKeyOf(shop), body, shop.clock.now());
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/pay/notify/sandbox',
    headers: { ...headers, 'content-type': 'application/json' },
    payload: body,
  });
  await app.close();
  return statusCode;
}

/** Payments whose provider reports every attempt as paid. */
function outcomeBlind(payments: Payments): Payments {
  return {
    ...payments,
    provider(name) {
      const provider = payments.provider(name);
      if (provider === undefined) return undefined;
      const verifyNotice: typeof provider.verifyNotice = (...args) => {
        const check = provider.verifyNotice(...args);
        return check.genuine ? { ...check, notice: { ...check.notice, outcome: 'paid' } } : check;
      };
      return { ...provider, verifyNotice };
    },
  };
}

it('negative control: without reading the outcome, a failed notice counts as money', async () => {
  const order = await shop.order(unlimited);
  const failed = noticeOf(order, { outcome: 'failed' });
  expect(await heardBy({ payments: outcomeBlind(shop.api.deps.payments) }, failed)).toBe(200);
  expect(await shop.history(order)).toEqual(['OrderPlaced', 'OrderPaid']);
});

it('negative control: acknowledged before it is committed, news is lost and the order stays unpaid', async () => {
  const order = await shop.order(unlimited);
  const { committer } = shop.api.deps;
  // Answers yes and writes nothing, like a crash between the two.
  const hasty: Dependencies['committer'] = {
    ...committer,
    submit: async () => ({ accepted: true, result: undefined, position: 0 }) as never,
  };
  expect(await heardBy({ committer: hasty }, noticeOf(order))).toBe(200);
  expect(await shop.history(order)).toEqual(['OrderPlaced']);
  // An unknown charge would be acknowledged, and its money would never be looked up.
  const nobody = noticeOf('' as OutTradeNo, { charge_id: 'ch_299999999_1' });
  expect(await heardBy({ committer: hasty }, nobody)).toBe(200);
  expect(await heardBy({}, nobody)).toBe(400);
});
