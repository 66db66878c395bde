import { beforeAll, describe, expect, it } from 'vitest';
import type { OrderPlacedData } from '#events/orders.ts';
import { fixture } from '#events/testing/fixture.ts';
import { DAY_MS } from '#events/time.ts';
import { checkedOrder, prepareOrder } from '#services/contract/orders/orders.ts';
import { makeRedeemCodes, useRedeemCode } from '#services/contract/redeem/calls.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { certify, replyWith } from '../testing/replying.ts';
import {
  HOLDERS,
  holdersOf,
  keepAddress,
  keepIdentity,
  openSampleShop,
  skuId,
  vaultRows,
  XINJIANG,
} from '../testing/sample-shop.ts';
import { forSale, openShop, savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

let near: string;
let far: string;

const api = fixture(startTestApi);
const fair = fixture(() => openSampleShop(api));
const fan = fixture(() => api.user());
const stranger = fixture(() => api.user());
const calls = fixture(() => orderCalls(api, fan));
beforeAll(async () => {
  near = await keepAddress(api, fan);
  far = await keepAddress(api, fan, XINJIANG);
});

type Wrong = { errors?: { field: string }[] };
const prepare = (body: object, as?: TestUser) => api.call(prepareOrder, body, as);
const fieldsOf = ({ data }: { data: Wrong }) => data.errors?.map(({ field }) => field);
const placedBy = async (out_trade_no: string) =>
  (await calls.eventsOf(out_trade_no))[0]?.data as OrderPlacedData;

describe('orders with shipping', () => {
  const scarves = (count = 1, more: object = {}) => ({
    plan_id: fair.scarf.plan_id,
    sku: [{ sku_id: skuId(fair.scarf, 'Red'), count }],
    ...more,
  });

  it('costs the province’s price, by address or by name; unknown without both', async () => {
    const unknown = await prepare(scarves(2), fan);
    expect(unknown.data).toMatchObject({ shipping_unknown: true, total_amount: '20.00' });
    for (const [where, fee, total] of [
      [{ address_id: near }, '5.00', '25.00'],
      [{ address_id: far }, '24.00', '44.00'],
      [{ province: '650000' }, '24.00', '44.00'],
      // An address takes priority over the province.
      [{ address_id: near, province: '650000' }, '5.00', '25.00'],
    ] as const) {
      expect((await prepare(scarves(2, where), fan)).data).toMatchObject({
        shipping_unknown: false,
        shipping_fee: fee,
        total_amount: total,
      });
    }
  });

  it('is not ordered without its province; its order holds a reference of the address', async () => {
    expect(fieldsOf(await calls.create(scarves()))).toEqual(['province']);
    const { data } = await calls.create(scarves(1, { address_id: near, total_amount: '15.00' }));
    const placed = await placedBy(data.out_trade_no);
    expect(placed).toMatchObject({ need_address: true, shipping: { province: '330000' } });
    expect(JSON.stringify(placed)).not.toMatch(/林小满|13800138000|文三路/);
    const { address_ref } = placed;
    expect((await api.deps.addresses.read([address_ref!])).get(address_ref!)).toMatchObject({
      name: '林小满',
    });
    const checked = (await calls.check(data.out_trade_no)).data;
    expect(checkedOrder.parse(checked)).toEqual(checked);
    expect(checked.delivery).toEqual({
      express_status: 8,
      has_address: true,
      may_set_address: false,
      state: null,
    });
  });

  it('can be ordered to a province, with the address after payment', async () => {
    const { data } = await calls.create(scarves(1, { province: '330000' }));
    await calls.pay(data.out_trade_no, 15);
    expect((await calls.check(data.out_trade_no)).data.delivery).toMatchObject({
      has_address: false,
      may_set_address: true,
    });
  });

  it('ships to the own address only, and not outside of the rules', async () => {
    const other = await keepAddress(api, stranger);
    for (const address_id of [other, 'ffffffffffffffffffffffffffffffff']) {
      expect(fieldsOf(await prepare(scarves(1, { address_id }), fan))).toEqual(['address_id']);
      expect(fieldsOf(await calls.create(scarves(1, { address_id })))).toEqual(['address_id']);
    }
    expect(fieldsOf(await prepare(scarves(1, { address_id: near })))).toEqual(['address_id']);
    const nowhere = await calls.create(scarves(1, { province: '440000' }));
    expect([nowhere.ec, nowhere.em, fieldsOf(nowhere)]).toEqual([40000, '不支持配送到该地区', ['province']]);
  });

  it('an address is omitted if nothing is shipped', async () => {
    const { data } = await calls.create({ plan_id: fair.coffee.plan_id, address_id: near });
    expect(await placedBy(data.out_trade_no)).toMatchObject({ need_address: false, address_ref: null });
  });
});

describe('tickets', () => {
  const front = () => skuId(fair.concert, 'Front row');
  const wanted = (tickets: object[], count = tickets.length, more: object = {}) => ({
    plan_id: fair.concert.plan_id,
    sku: [{ sku_id: front(), count }],
    tickets,
    ...more,
  });

  it('are for people entered with the order, or for saved ones; numbers are in no event', async () => {
    const identity_id = await keepIdentity(api, fan, HOLDERS[0]);
    const { data } = await calls.create(wanted([{ sku_id: front(), ...HOLDERS[1] }, { identity_id }]));
    const placed = await placedBy(data.out_trade_no);
    const refs = placed.tickets.map(({ holder_ref }) => holder_ref!);
    const holders = await api.deps.identities.read(refs);
    expect(refs.map((ref) => holders.get(ref))).toEqual([HOLDERS[1], HOLDERS[0]]);
    expect(JSON.stringify(placed)).not.toContain(HOLDERS[1].id_card);
    await calls.pay(data.out_trade_no, 160);
    expect((await calls.check(data.out_trade_no)).data).toMatchObject({ ticket_count: 2 });
  });

  const unknown = 'ffffffffffffffffffffffffffffffff';
  it.each<[string, (() => object[]) | object[], number?]>([
    ['tickets', []],
    ['tickets', [HOLDERS[0]], 2],
    ['tickets', [HOLDERS[0], HOLDERS[1]], 1],
    ['tickets', [{ sku_id: unknown, ...HOLDERS[0] }]],
    ['tickets.0.id_card', [{ name: '张三', id_card: '110101199003070012' }]],
    ['tickets.0.id_card', [{ name: 'Ada', id_type: 'passport', id_card: '123' }]],
    ['tickets.0.id_type', [{ name: 'Ada', id_type: 'driver', id_card: 'E12345678' }]],
    ['tickets.0.id_card', [{ name: '张三' }]],
    ['tickets.0.name', [{ name: ' ', id_card: HOLDERS[0].id_card }]],
    ['tickets.1.identity_id', [HOLDERS[0], { identity_id: unknown }]],
    ['tickets.0.sku_id', [{ sku_id: 'a b', ...HOLDERS[0] }]],
    ['tickets.0.name', [{ ...HOLDERS[0], name: 'x'.repeat(61) }]],
    ['tickets', Array.from({ length: 101 }, () => HOLDERS[0])],
  ])('without good holders are refused by field: %s (%#)', async (field, tickets, count) => {
    const rows = await vaultRows(api, fan);
    const head = await api.deps.log.head();
    const named = typeof tickets === 'function' ? tickets() : tickets;
    const answer = await calls.create(wanted(named, count ?? Math.max(1, named.length), { remark: 'hello' }));
    expect(fieldsOf(answer)).toContain(field);
    expect(await api.deps.log.head()).toBe(head);
    // Neither the remark nor a holder's number remains.
    expect(await vaultRows(api, fan)).toBe(rows);
  });

  it('are not for another’s saved people', async () => {
    const identity_id = await keepIdentity(api, stranger);
    expect(fieldsOf(await calls.create(wanted([{ identity_id }])))).toEqual(['tickets.0.identity_id']);
  });

  it('are at most a hundred in one order', async () => {
    const many = await savePlan(api, fair.creator, {
      name: 'Fair',
      product_type: 4,
      sku: [forSale('Entry', '')],
    });
    const entry = (count: number) => ({
      plan_id: many.plan_id,
      sku: [{ sku_id: many.sku[0]!.sku_id, count }],
      tickets: holdersOf(Math.min(count, 100)),
    });
    expect(fieldsOf(await calls.create(entry(101)))).toEqual(['sku']);
    expect((await calls.create(entry(100))).ec).toBe(200);
  });
});

describe('personal data and the order', () => {
  const wanted = () => ({
    plan_id: fair.concert.plan_id,
    sku: [{ sku_id: skuId(fair.concert, 'Front row'), count: 1 }],
    tickets: [HOLDERS[1]],
    remark: '给李四的生日',
  });

  it('are in the vault before the order: a crash right after it loses nothing', async () => {
    const { vault } = api.deps;
    const texts: string[] = [];
    const { submit } = api.deps.committer;
    // Data read after the crash must exist at the time of the decision.
    api.deps.committer.submit = async (command) => {
      if (command.name === 'place_order') {
        const { rows } = await api.deps.pool.query<{ ref: string }>(
          'SELECT ref FROM accounts.vault WHERE user_id = $1',
          [fan.user_id],
        );
        texts.push(...(await vault.read(rows.map(({ ref }) => ref))).values());
        throw new Error('killed');
      }
      return submit(command);
    };
    const answer = await calls.create(wanted(), fan, 'crash');
    api.deps.committer.submit = submit;
    expect(answer.status).toBe(500);
    expect(texts).toContain('给李四的生日');
    expect(texts).toContain(JSON.stringify(HOLDERS[1]));
    // The outcome was unknown, so nothing was removed.
    const again = await calls.create(wanted(), fan, 'crash');
    expect((await calls.check(again.data.out_trade_no)).data.remark).toBe('给李四的生日');
  });

  it('are written once for a repeated request', async () => {
    const rows = await vaultRows(api, fan);
    const first = await calls.create(wanted(), fan, 'repeat');
    for (let n = 0; n < 3; n += 1) {
      expect((await calls.create(wanted(), fan, 'repeat')).data.out_trade_no).toBe(first.data.out_trade_no);
    }
    const other = { ...wanted(), tickets: [HOLDERS[0]] };
    expect((await calls.create(other, fan, 'repeat')).ec).toBe(40901);
    expect(await vaultRows(api, fan)).toBe(rows + 2);
    expect((await calls.check(first.data.out_trade_no)).data.remark).toBe('给李四的生日');
  });

  it('reveal nothing by the request’s hash: the same order of two people has two hashes', async () => {
    const [one, two] = await Promise.all(
      [fan, stranger].map(async (as) => {
        const { data } = await calls.create({ plan_id: fair.coffee.plan_id, remark: '1' }, as, 'hash');
        return placedBy(data.out_trade_no);
      }),
    );
    expect(one!.request_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(two!.request_hash).not.toBe(one!.request_hash);
  });
});

describe('an order by redeem code', () => {
  async function aCode(body: object): Promise<string> {
    const { data } = await api.send(makeRedeemCodes, { num: 1, ...body }, fair.creator);
    return data.list[0]!.code;
  }

  it('is free, shows its value, and is paid immediately', async () => {
    const { scarf } = fair;
    const redeem_code = await aCode({ plan_id: scarf.plan_id, sku_id: skuId(scarf, 'Blue') });
    const shown = await prepare({ redeem_code }, fan);
    expect(shown.data).toMatchObject({
      plan_id: scarf.plan_id,
      show_amount: '10.00',
      discount: '10.00',
      shipping_fee: '0.00',
      total_amount: '0.00',
    });
    const typed = redeem_code.toLowerCase().replaceAll('-', ' ');
    const { data } = await calls.create({ redeem_code: typed, address_id: near, py_type: '3' }, fan, 'code');
    expect(data).toMatchObject({ status: 2, total_amount: '0.00', pay: { url: '' } });
    expect(await placedBy(data.out_trade_no)).toMatchObject({ py_type: '3', provider: 'redeem' });
    expect((await calls.check(data.out_trade_no)).data).toMatchObject({
      redeem_id: expect.stringMatching(/./),
      delivery: { has_address: true },
    });
    // Any spelling is the same request; a used code belongs to one order.
    const again = await calls.create({ redeem_code, address_id: near, py_type: '3' }, fan, 'code');
    expect(again.data.out_trade_no).toBe(data.out_trade_no);
    expect((await calls.create({ redeem_code }, stranger)).ec).toBe(41003);
    expect((await prepare({ redeem_code }, stranger)).ec).toBe(41003);
  });

  it('is refused without a code, to guests, and for other contents', async () => {
    const redeem_code = await aCode({ plan_id: fair.coffee.plan_id, month: 3 });
    expect(fieldsOf(await calls.create({ plan_id: fair.coffee.plan_id, py_type: '3' }))).toEqual([
      'redeem_code',
    ]);
    expect((await prepare({ redeem_code })).ec).toBe(40100);
    const { plan_id } = fair.scarf;
    for (const body of [{ redeem_code, plan_id }, { redeem_code: 'no such code' }]) {
      expect((await prepare(body, fan)).ec).toBe(41007);
      expect((await calls.create(body)).ec).toBe(41007);
    }
    for (const answer of [
      await prepare({ redeem_code, month: 4 }, fan),
      await calls.create({ redeem_code, month: 4 }),
    ]) {
      expect(fieldsOf(answer)).toEqual(['month']);
    }
    expect(fieldsOf(await calls.create({ redeem_code: 'x'.repeat(61) }))).toEqual(['redeem_code']);
    expect((await calls.create({ redeem_code })).data).toMatchObject({ status: 2 });
  });

  it('counts wrong codes with those at use-redeem', async () => {
    const guesser = await api.user();
    for (let n = 0; n < 20; n += 1) {
      const guess = { redeem_code: `wrong ${n}` };
      const { ec } = n % 2 ? await calls.create(guess, guesser) : await prepare(guess, guesser);
      expect(ec).toBe(41007);
    }
    expect((await calls.create({ redeem_code: 'wrong' }, guesser)).ec).toBe(42900);
    expect((await api.call(useRedeemCode, { code: 'wrong' }, guesser)).ec).toBe(42900);
  });
});

describe('further fields of an order', () => {
  it('until when the membership runs, and that an upgrade took another’s place', async () => {
    const creator = await api.creator();
    const small = await savePlan(api, creator, sponsorshipForm);
    const large = await savePlan(api, creator, { ...sponsorshipForm, name: 'Dinner', price: '50.00' });
    const member = await api.user();
    const first = await calls.create({ plan_id: small.plan_id, month: 2 }, member);
    expect((await calls.check(first.data.out_trade_no, member)).data.membership).toBeNull();
    await calls.pay(first.data.out_trade_no, 60);
    const { membership } = (await calls.check(first.data.out_trade_no, member)).data;
    expect(membership).toMatchObject({ plan_id: small.plan_id, name: 'Coffee' });

    await api.projected();
    const shown = await prepare({ plan_id: large.plan_id }, member);
    expect(shown.data).toMatchObject({
      is_upgrade: 1,
      month: 0,
      upgrade_amount: '40.00',
      upgrade_until: membership!.until,
      end_time: membership!.until,
      upgrade_days: Math.ceil((membership!.until! * 1000 - api.deps.clock.now()) / DAY_MS),
      upgrade_from: { plan_id: small.plan_id, name: 'Coffee' },
      total_amount: '40.00',
    });
    expect((await prepare({ plan_id: small.plan_id }, member)).data).toMatchObject({ is_upgrade: 0 });
    const longer = await prepare({ plan_id: large.plan_id, further_months: 2 }, member);
    expect(longer.data).toMatchObject({ month: 2, upgrade_amount: '40.00', total_amount: '140.00' });
    const upgraded = await calls.create({ plan_id: large.plan_id, total_amount: '40.00' }, member);
    await calls.pay(upgraded.data.out_trade_no, 40);
    expect((await calls.check(upgraded.data.out_trade_no, member)).data).toMatchObject({
      is_upgrade: 1,
      upgrade_days: shown.data.upgrade_days,
      membership: { name: 'Dinner', until: membership!.until },
    });
    const cheaper = await calls.create({ plan_id: small.plan_id }, member);
    expect([cheaper.ec, cheaper.em]).toEqual([41004, '暂不支持降级方案']);
    const later = await prepare({ plan_id: small.plan_id, begin_at_end: true }, member);
    expect(later.data).toMatchObject({
      is_upgrade: 0,
      total_amount: '30.00',
      begin_time: membership!.until,
      begin_after: { plan_id: large.plan_id, name: 'Dinner' },
    });
  });

  it('the number and contents of bundles, and automatic replies', async () => {
    const chosen = ['Ace', 'Jack'].map((name) => ({ sku_id: skuId(fair.set, name), count: 1 }));
    const { plan_id } = fair.set;
    const bundle = await calls.create({ plan_id, sku: chosen, bundle_count: 2, total_amount: '30.00' });
    expect((await calls.check(bundle.data.out_trade_no)).data).toMatchObject({
      bundle_count: 2,
      sku_detail: [
        { name: 'Ace', count: 2 },
        { name: 'Jack', count: 2 },
      ],
    });
    const shop = await openShop(api, [forSale('Key', '')]);
    await certify(api, shop.creator);
    const { sku_id } = shop.skus[0]!;
    await replyWith(api, shop, { on: true, content: 'Welcome', random_on: false }, sku_id);
    const { data } = await calls.create({ plan_id: shop.plan.plan_id, sku: [{ sku_id, count: 1 }] });
    expect((await calls.check(data.out_trade_no)).data.replies).toEqual([]);
    await calls.pay(data.out_trade_no, 10);
    expect((await calls.check(data.out_trade_no)).data).toMatchObject({
      replies: [{ sku_id, reply_content: 'Welcome' }],
      reply_pending: false,
    });
  });
});

describe('bad input of a checkout', () => {
  const chosen = (...names: string[]) => names.map((name) => ({ sku_id: skuId(fair.set, name), count: 1 }));
  it.each<[string, () => object]>([
    ['sku', () => ({ sku: chosen('Ace') })],
    ['sku', () => ({ sku: chosen('Ace', 'King', 'Queen') })],
    ['sku', () => ({ sku: chosen('Ace', 'Ace') })],
    ['sku.1.sku_id', () => ({ sku: [...chosen('Ace'), { sku_id: skuId(fair.scarf, 'Red'), count: 1 }] })],
    ['sku', () => ({ sku: [] })],
    ['bundle_count', () => ({ sku: chosen('Ace', 'King'), bundle_count: 0 })],
    ['bundle_count', () => ({ sku: chosen('Ace', 'King'), bundle_count: 1001 })],
    ['address_id', () => ({ address_id: 'no id' })],
    ['province', () => ({ province: 'x'.repeat(13) })],
    ['invite_code', () => ({ invite_code: 'x'.repeat(41) })],
    ['affiliate_code', () => ({ affiliate_code: 'x'.repeat(61) })],
  ])('%s (%#)', async (field, change) => {
    const head = await api.deps.log.head();
    const answer = await calls.create({ plan_id: fair.set.plan_id, ...change() });
    expect([answer.ec, fieldsOf(answer)?.includes(field)]).toEqual([40000, true]);
    expect(await api.deps.log.head()).toBe(head);
  });

  it('an unknown affiliate code is accepted and changes nothing', async () => {
    const { data } = await calls.create({ plan_id: fair.coffee.plan_id, affiliate_code: 'friend' });
    expect(data.total_amount).toBe('30.00');
    const [placed] = await calls.eventsOf(data.out_trade_no);
    expect(placed?.data).toMatchObject({ affiliate: null });
  });

  it('an event with an invite code requires it', async () => {
    const party = await savePlan(api, fair.creator, {
      name: 'Party',
      product_type: 4,
      invite_code: '春天2026',
      sku: [forSale('Entry', '')],
    });
    const entry = (more: object = {}) => ({
      plan_id: party.plan_id,
      sku: [{ sku_id: party.sku[0]!.sku_id, count: 1 }],
      tickets: holdersOf(1),
      ...more,
    });
    for (const more of [{}, { invite_code: ' ' }, { invite_code: '夏天2026' }]) {
      expect(fieldsOf(await calls.create(entry(more)))).toEqual(['invite_code']);
    }
    // Without a code there is a price; a wrong code is unknown.
    expect((await prepare(entry(), fan)).data.total_amount).toBe('10.00');
    expect(fieldsOf(await prepare(entry({ invite_code: '夏天2026' }), fan))).toEqual(['invite_code']);
    expect((await calls.create(entry({ invite_code: ' 春天2026 ' }))).ec).toBe(200);
  });
});
