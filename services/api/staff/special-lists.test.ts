import { describe, expect, it } from 'vitest';
import { asOutTradeNo } from '#events/ids.ts';
import { orderStream, rightsStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import { getMyAccount, getMyProfile } from '#services/contract/accounts/accounts.ts';
import { addCartEntry, orderCart } from '#services/contract/cart/calls.ts';
import { exploreCreators } from '#services/contract/catalog/creators.ts';
import { savePlan as edit } from '#services/contract/catalog/plan-changes.ts';
import { editAlbum } from '#services/contract/content/albums.ts';
import { getPost } from '#services/contract/content/posts.ts';
import { checkOrder, createOrder, getPayUrl } from '#services/contract/orders/orders.ts';
import { changeUserRight, explainPerson, findUser, PERSON_FIGURES } from '#services/contract/staff/users.ts';
import { applyWithdraw } from '#services/contract/withdrawals/withdrawals.ts';
import type { PayMethod } from '#services/modules/payments/provider.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { payForOrder } from '../payments/order-payment.ts';
import { leavingCreator } from '../testing/leaving.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { readyFile } from '../testing/ready-files.ts';
import { savePlan, sponsorshipForm, unitsOf } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const admin = fixture(() => api.staff('admin'));
const fan = fixture(() => api.user('Anna'));
const reason = 'agreed by mail';

const set = async ({ user_id }: TestUser, right: string, granted: boolean): Promise<void> => {
  await api.data(changeUserRight, { user_id, right, granted, reason }, admin);
  const [, method] = /^pay_(\w+)$/.exec(right) ?? [];
  // A process has it as soon as it is notified.
  const { payOptions } = api.deps.accounts;
  if (method) await expect.poll(() => payOptions.allows(user_id, method)).toBe(granted);
};

/** Where the order is paid, at a provider that says how its payer pays. */
async function pageAt(out_trade_no: string, method: PayMethod) {
  const { committer, payments } = api.deps;
  const stream = orderStream(asOutTradeNo(out_trade_no));
  const order = await committer.read([stream], (states) => states.get(orderKind, stream));
  const found = payments.provider('sandbox');
  if (order.phase === 'none' || !found) throw new Error('nothing to pay for');
  const provider = { ...found, methodOf: async () => method };
  return payForOrder({ ...api.deps, payments: { ...payments, provider: () => provider } }, order);
}

describe('a way of payment', () => {
  it('is taken from an account and given back: cashier, orders and profile follow', async () => {
    const creator = await api.creator();
    const { plan_id } = await savePlan(api, creator, sponsorshipForm);
    const [payer, other] = [await api.user('Payer'), await api.user('Other')];
    const types = async (as: TestUser) => (await api.data(getMyProfile, {}, as)).all_py_types;
    const all = await types(payer);
    expect(all).toContain('apy');
    const order = (py_type: string | undefined, as = payer) =>
      api.call(createOrder, { plan_id, month: 1, ...(py_type && { py_type }) }, as);
    const placed = await order('wpy');
    await set(payer, 'pay_apy', false);
    expect(await types(payer)).toEqual(all.filter((one) => one !== 'apy'));
    expect(await types(other)).toEqual(all);
    for (const py_type of ['apy', 'apy_h5']) {
      expect(await order(py_type)).toMatchObject({ ec: 40000, data: { errors: [{ field: 'py_type' }] } });
    }
    expect((await order('apy', other)).ec).toBe(200);
    // By default the first that is left.
    const usual = await order(undefined);
    expect([usual.ec, usual.data.pay.py_type.startsWith('apy')]).toEqual([200, false]);
    expect(usual.data.pay.methods).not.toContain('apy');
    // Nor does the payer change to it in the cashier.
    const { out_trade_no } = placed.data;
    expect((await api.call(getPayUrl, { out_trade_no, py_type: 'apy' }, payer)).ec).toBe(40000);
    for (const one of all) await set(payer, `pay_${one}`, false);
    expect((await order(undefined)).ec).toBe(40000);
    await set(payer, 'pay_apy', true);
    expect(await types(payer)).toEqual(['apy']);
    expect((await order('apy')).ec).toBe(200);
    const events = await api.deps.log.readStream(rightsStream(payer.user_id));
    expect(events[0]).toMatchObject({
      type: 'CreatorRightTaken',
      data: { right: 'pay_apy', by: admin.user_id, reason },
    });
  });

  it('that was taken ends for orders that wait: their payer chooses another one', async () => {
    const creator = await api.creator();
    const { plan_id } = await savePlan(api, creator, sponsorshipForm);
    const [payer, other] = [await api.user('Payer'), await api.user('Other')];
    const { all_py_types: all } = await api.data(getMyProfile, {}, payer);
    const { out_trade_no } = await api.data(createOrder, { plan_id, month: 1, py_type: 'wpy' }, payer);
    const scarf = await savePlan(api, creator, {
      name: 'Scarf',
      product_type: 1,
      sku: [{ name: 'Red', price: '9.00', stock: '' }],
    });
    await api.data(addCartEntry, unitsOf({ plan: scarf, skus: scarf.sku }, 1), payer);
    const { cart_order_no } = await api.data(orderCart, { py_type: 'wpy' }, payer);
    for (const named of [{ out_trade_no }, { cart_order_no }]) {
      const page = async (as = payer) => (await api.data(checkOrder, named, as)).pay;
      expect(await page()).toMatchObject({ refusal: '', url: expect.stringMatching(/./) });
      await set(payer, 'pay_wpy', false);
      for (const as of [payer, other])
        expect(await page(as)).toMatchObject({ refusal: 'not_granted', url: '', code: '' });
      const { methods } = await page();
      expect(methods).toEqual(all.filter((one) => one !== 'wpy'));
      expect((await api.call(getPayUrl, named, payer)).ec).toBe(40000);
      const chosen = { ...named, py_type: methods[0]! };
      expect((await api.data(getPayUrl, chosen, payer)).pay.refusal).toBe('');
      await set(payer, 'pay_wpy', true);
    }
    // What its payer chose at the provider counts.
    await set(payer, 'pay_apy', false);
    expect((await pageAt(out_trade_no, 'apy')).refusal).toBe('not_granted');
    await set(payer, 'pay_wpy', false);
    expect((await pageAt(out_trade_no, 'strp')).refusal).toBe('');
  });
});

describe('a special list', () => {
  it('hides withdrawals', async () => {
    const creator = await api.creator();
    const withdraw = () => api.call(applyWithdraw, { amount: '10.00' }, creator);
    expect((await withdraw()).ec).toBe(40000);
    await set(creator, 'hide_withdraw', true);
    expect((await withdraw()).ec).toBe(40300);
    expect((await api.data(getMyProfile, {}, creator)).special_rights).toEqual(['hide_withdraw']);
    await set(creator, 'hide_withdraw', false);
    expect((await withdraw()).ec).toBe(40000);
  });

  it('hides the count of sponsors from others', async () => {
    const creator = await certifiedCreator(api);
    const { plan_id } = await savePlan(api, creator, sponsorshipForm);
    await orderCalls(api, fan).buy({ plan_id, month: 1 });
    await api.projected();
    const count = async () => {
      const { list } = await api.data(exploreCreators, { type: 'new' });
      return list.find(({ user_id }) => user_id === creator.user_id)?.sponsor_count;
    };
    expect(await count()).toBe(1);
    await set(creator, 'hide_sponsor_count', true);
    await expect.poll(count).toBe(null);
    await set(creator, 'hide_sponsor_count', false);
    await expect.poll(count).toBe(1);
  });

  it('limits the offers of a creator, also when two are made at once', async () => {
    const creator = await api.creator();
    for (let n = 1; n < QUOTAS.limited_plans; n += 1) await savePlan(api, creator, sponsorshipForm);
    await set(creator, 'limited_plans', true);
    const twice = await Promise.all(
      ['a', 'b'].map((name) => api.call(edit, { ...sponsorshipForm, name }, creator)),
    );
    expect(twice.map(({ ec }) => ec).sort()).toEqual([200, 40902]);
    await set(creator, 'limited_plans', false);
    await savePlan(api, creator, sponsorshipForm);
  });

  it('opens the pictures of albums as they were uploaded', async () => {
    const creator = await certifiedCreator(api);
    const { album } = await api.data(editAlbum, { title: 'Prints' }, creator);
    const media = async () => ({ pics: [(await readyFile(api, creator)).file_id] });
    const inAlbum = await publish(api, creator, { media: await media(), album_ids: [album.album_id] });
    const alone = await publish(api, creator, { media: await media() });
    await api.projected();
    const original = async (post_id: string, as: TestUser | undefined) =>
      (await api.data(getPost, { post_id }, as)).post.pics[0]?.original;
    expect(await original(inAlbum.post_id, fan)).toBe('');
    await set(creator, 'original_album_images', true);
    for (const as of [fan, undefined]) {
      await expect.poll(() => original(inAlbum.post_id, as)).toContain('/original?');
      expect(await original(alone.post_id, as)).toBe('');
    }
    const address = (await original(inAlbum.post_id, fan)) ?? '';
    expect((await api.app.inject({ url: address })).statusCode).toBe(200);
    await set(creator, 'original_album_images', false);
    await expect.poll(() => original(inAlbum.post_id, fan)).toBe('');
  });
});

describe('the money of a person', () => {
  it('is explained by events that add up to each figure', async () => {
    const creator = await leavingCreator(api);
    const { plan_id } = await savePlan(api, creator, sponsorshipForm);
    const buyer = await api.user('Buyer');
    for (let n = 0; n < 5; n += 1) await orderCalls(api, buyer).buy({ plan_id, month: 1 });
    await api.projected();
    for (const person of [buyer, creator]) {
      const panel = await api.data(findUser, { find: person.user_id, reason }, admin);
      for (const figure of PERSON_FIGURES) {
        let sum = 0;
        let before: number | undefined;
        do {
          const query = { user_id: person.user_id, figure, reason, before, per_page: 3 };
          const { list, next } = await api.data(explainPerson, query, admin);
          for (const { amount, position } of list) {
            sum += Math.round(Number(amount) * 100);
            expect(position).toBeLessThan(before ?? Number.POSITIVE_INFINITY);
          }
          before = next ?? undefined;
        } while (before !== undefined);
        expect((sum / 100).toFixed(2), figure).toBe(panel[figure]);
      }
    }
    expect((await api.data(findUser, { find: buyer.user_id, reason }, admin)).total_consume).toBe('150.00');
    for (const as of [buyer, await api.staff('support')]) {
      const query = { user_id: buyer.user_id, figure: 'total_consume' as const, reason };
      expect((await api.call(explainPerson, query, as)).ec).toBe(40300);
    }
  });

  it('stands beside the latest sign-in, which the person sees, too', async () => {
    const person = await leavingCreator(api);
    const { account } = await api.data(getMyAccount, {}, person);
    expect(account.last_sign_in).toMatchObject({ ip: '127.0.0.1', ip_area: '' });
    const panel = await api.data(findUser, { find: person.user_id, reason }, admin);
    expect([panel.ip, panel.ip_area]).toEqual(['127.0.0.1', '']);
    await api.deps.accounts.signInAddresses.record(person.user_id, '1.2.4.8');
    const moved = await api.data(findUser, { find: person.user_id, reason }, admin);
    expect([moved.ip, moved.ip_area]).toEqual(['1.2.4.8', '中国大陆']);
    // Only the latest is stored, and not in the clear.
    const { rows } = await api.deps.pool.query<{ sealed: Buffer }>(
      "SELECT sealed FROM accounts.vault WHERE user_id = $1 AND kind = 'ip'",
      [person.user_id],
    );
    expect(rows.map(({ sealed }) => sealed.toString('latin1').includes('1.2.4.8'))).toEqual([false]);
  });
});
