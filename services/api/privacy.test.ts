import { symbols } from 'pino';
import { expect, test, vi } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { register, sendVerifyCode } from '#services/contract/accounts/passport.ts';
import { addCartEntry, listCart, orderCart } from '#services/contract/cart/calls.ts';
import { editAddress, listAddresses } from '#services/contract/delivery/addresses.ts';
import { getOverlay, OVERLAY_HEADER, showOverlay } from '#services/contract/goals/overlay.ts';
import { listMyOrders } from '#services/contract/orders/order-list.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { editIdcard, listIdcards } from '#services/contract/tickets/identities.ts';
import { openProgram } from './testing/open-calls.ts';
import { savePlan, sponsorshipForm } from './testing/shop.ts';
import { startTestApi } from './testing/test-api.ts';
import { waitingOrder } from './testing/waiting-orders.ts';

const api = fixture(startTestApi);

const EMAIL = 'very.private@example.com';
const REMARK = 'my door code is 4711-XYZ';
const OWN_ID = 'wilhelmina.receiver-0815';
const CART_REMARK = 'ring twice at Wilhelmina-Haus';
const CONTACT = 'Schmidt-Imported';
const ADDRESS = {
  addr_name: 'Wilhelmina Receiver',
  addr_phone: '13912345678',
  addr_address: 'Back door of No. 42',
  province: '330000',
  city: '330100',
  area: '330106',
};
const HOLDER = { name: 'Theodora Holder', id_card: '110101199003070011' };

const WALLET = { realname: 'Wang Payee', account: 'wang.payee@example.com' };
const CARD = {
  number: '11010519491231002X',
  name: 'Konrad Cardholder',
  mobile_number: '13700001234',
  mobile_bank: '',
  bank_acct_no: '6222021234567890123',
  bank_code: 'ICBC',
  bank_branch_code: '',
};
const PICTURE = 'a picture of an identity card';
const CARD_ADDRESS = 'Lane 7 behind the mill';

/** Every row of every table of ours, as text, but for those that are sealed. */
async function everythingStored(): Promise<string[]> {
  const { rows: tables } = await api.deps.pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await api.deps.pool.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
    found.push(...rows.map((row) => `${name}: ${row.text}`));
  }
  return found;
}

test('no event, no read model and no other table holds personal data in the clear', async () => {
  await api.call(sendVerifyCode, { account: EMAIL, account_type: 'email' });
  const { data: outbox } = await api.call(sandboxOutbox, { account: EMAIL });
  const { data: session } = await api.send(register, {
    account: EMAIL,
    code: outbox.list[0]?.code,
    password: 'correct horse battery',
    name: 'Fan',
  });
  const fan = { user_id: session.user.user_id as never, token: session.auth_token, name: 'Fan' };
  const creator = await api.creator();
  const plan = await savePlan(api, creator, sponsorshipForm);
  const placed = await api.call(
    createOrder,
    { plan_id: plan.plan_id, month: 1, remark: REMARK, custom_order_id: OWN_ID },
    fan,
  );
  expect(placed.ec).toBe(200);
  await api.deps.accounts.contacts.ensure(creator.user_id, [CONTACT]);
  const { data: saved } = await api.call(editAddress, ADDRESS, fan);
  expect((await api.call(editIdcard, HOLDER, fan)).ec).toBe(200);
  await api.deps.addresses.forOrder(fan.user_id, saved.address.address_id);
  await api.deps.identities.forTickets(fan.user_id, [HOLDER]);
  const { withdrawMethods, identityDocuments } = api.deps;
  expect(await withdrawMethods.saveWallet(creator.user_id, 'pp', WALLET)).toBeUndefined();
  const document = { identity_no: CARD.number, extension: 'png', data: PICTURE };
  const [certImg1, certImg2] = [
    await identityDocuments.keep(creator.user_id, { ...document, side: 'FRONT' }),
    await identityDocuments.keep(creator.user_id, { ...document, side: 'BACK' }),
  ];
  const validity = { certDate1: '2020-01-02', certDate2: '', issuingName: 'Office', nation: '汉' };
  const proof = { ...validity, certAddress: CARD_ADDRESS, certImg1, certImg2 };
  expect(await withdrawMethods.draftBank(creator.user_id, CARD, proof)).toBeUndefined();
  const { vault_ref = '' } = (await withdrawMethods.draftOf(creator.user_id)) ?? {};
  expect(await withdrawMethods.takeDraft(creator.user_id, vault_ref, false)).toEqual({ status: 2 });
  // Added to a cart and ordered from it, with another holder.
  const put = await api.call(addCartEntry, { plan_id: plan.plan_id, remark: CART_REMARK }, fan);
  expect(put.ec).toBe(200);
  const event = await savePlan(api, creator, {
    name: 'Concert',
    product_type: 4,
    sku: [{ name: 'Seat', price: '9.00', stock: '' }],
  });
  const seat = { plan_id: event.plan_id, sku: [{ sku_id: event.sku[0]?.sku_id, count: 1 }] };
  const seated = { ...seat, tickets: [HOLDER], address_id: saved.address.address_id };
  expect((await api.call(createOrder, seated, fan)).ec).toBe(200);
  const bought = await api.call(orderCart, {}, fan);
  expect(bought.ec).toBe(200);
  await api.call(addCartEntry, { plan_id: plan.plan_id, remark: CART_REMARK }, fan);
  await api.projected();

  const stored = await everythingStored();
  expect(stored.length).toBeGreaterThan(20);
  for (const secret of [
    EMAIL,
    'very.private',
    REMARK,
    '4711-XYZ',
    OWN_ID,
    CART_REMARK,
    'Wilhelmina-Haus',
    CONTACT,
    session.auth_token,
    'correct horse',
    ADDRESS.addr_name,
    ADDRESS.addr_phone,
    ADDRESS.addr_address,
    HOLDER.name,
    HOLDER.id_card,
    WALLET.realname,
    WALLET.account,
    CARD.number,
    CARD.name,
    CARD.mobile_number,
    CARD.bank_acct_no,
    CARD_ADDRESS,
    PICTURE,
  ]) {
    // Bytes are shown as hexadecimal digits.
    const hex = Buffer.from(secret).toString('hex');
    expect(stored.filter((row) => row.includes(secret) || row.includes(hex))).toEqual([]);
  }

  // It still exists: its owner reads it until the person is erased.
  const order = () => api.call(listMyOrders, {}, fan);
  expect(JSON.stringify(await order())).toContain(REMARK);
  expect(JSON.stringify(await order())).toContain(`"custom_order_id":"${OWN_ID}"`);
  expect(JSON.stringify(await api.call(listAddresses, {}, fan))).toContain(ADDRESS.addr_address);
  const cart = () => api.call(listCart, {}, fan);
  expect(JSON.stringify(await cart())).toContain(CART_REMARK);
  await api.deps.vault.erase(fan.user_id);
  expect(JSON.stringify(await order())).not.toContain(REMARK);
  expect(JSON.stringify(await order())).toContain('"custom_order_id":""');
  expect((await order()).ec).toBe(200);
  expect(JSON.stringify(await cart())).not.toContain(CART_REMARK);
  expect((await api.call(listAddresses, {}, fan)).data).toMatchObject({ list: [] });
  expect((await api.call(listIdcards, {}, fan)).data).toMatchObject({ list: [] });
});

test('an older order, whose event has the program’s own id itself, still shows it', async () => {
  const [fan, creator] = [await api.user(), await api.creator()];
  const whose = { user_id: fan.user_id, creator_id: creator.user_id };
  await waitingOrder(api.deps.committer, whose, { custom_order_id: 'custom-order-17' });
  await api.projected();
  expect((await api.data(listMyOrders, {}, fan)).list).toMatchObject([
    { custom_order_id: 'custom-order-17' },
  ]);
});

test('no line of the log holds the token of an overlay or of a program, also when calls fail', async () => {
  const { logger } = api.deps.telemetry;
  const lines: string[] = [];
  const out = Reflect.get(logger, symbols.streamSym) as { write(line: string): void };
  const writing = vi.spyOn(out, 'write').mockImplementation((line) => void lines.push(line));
  logger.level = 'trace';
  try {
    const creator = await api.creator();
    const program = await openProgram(api, creator);
    const { token } = (await api.call(getOverlay, {}, creator)).data;
    const mac = token.slice(token.lastIndexOf('.') + 1);
    const overlay = (value: string) => api.send(showOverlay, {}, undefined, { [OVERLAY_HEADER]: value });
    const openCall = (fields: object) => api.post('/api/open/ping', fields);
    for (const call of [
      () => overlay(token),
      () => overlay(`${token}x`),
      () => api.get(`/api/overlay?token=${token}`),
      () => openCall(program.signed({ a: 1 })),
      () => openCall({ ...program.signed({ a: 1 }), token: program.token }),
      () => api.get(`/api/open/ping?token=${program.token}`),
    ]) {
      await call();
      const failing = vi.spyOn(api.deps.pool, 'query').mockImplementation(() => {
        throw new Error('no database');
      });
      await call();
      failing.mockRestore();
    }
    expect(lines.filter((line) => line.includes('no database')).length).toBeGreaterThan(0);
    const leaked = () => lines.filter((line) => [mac, program.token].some((secret) => line.includes(secret)));
    expect(leaked()).toEqual([]);
    logger.info({ note: mac }, 'a line with a token');
    expect(leaked()).toHaveLength(1);
  } finally {
    logger.level = 'silent';
    writing.mockRestore();
  }
});
