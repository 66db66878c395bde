import { describe, expect, test } from 'vitest';
import { asOutTradeNo, asUserId } from '#events/ids.ts';
import { accountStream, orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { closeAccount } from '#services/commerce/accounts/close-account.ts';
import { CLOSING_MS, requestClosing } from '#services/commerce/accounts/request-closing.ts';
import { getMyProfile, login } from '#services/contract/accounts/accounts.ts';
import {
  cancelCancellation,
  checkCancellation,
  submitCancellation,
} from '#services/contract/accounts/cancellation.ts';
import { deleteAccount } from '#services/contract/accounts/deletion.ts';
import { deletePlan } from '#services/contract/catalog/plan-changes.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { closedWithMoney } from '#services/modules/accounts/deletion/closed-with-money.ts';
import { openShop } from '#services/worker/testing/shop.ts';
import { leaver, leavingCreator, PASSWORD } from '../testing/leaving.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { confirmedBy, nextCode, otherThan, pass, withTotp } from '../testing/second-factor.ts';
import { startServers } from '../testing/servers.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import type { TestUser } from '../testing/test-api.ts';

const shop = fixture(() => openShop({ projections: true }));
const WEEK_S = CLOSING_MS / 1_000;

const ask = (user: TestUser & { account: string }, change: object = {}) =>
  shop.api.send(
    submitCancellation,
    { account: user.account, password: PASSWORD, reason: 'privacy', content: 'Too many mails', ...change },
    user,
  );
const check = (user: TestUser) => shop.api.data(checkCancellation, {}, user);
const typesOf = async (user: TestUser) =>
  (await shop.api.deps.log.readStream(accountStream(asUserId(user.user_id)))).map(({ type }) => type);
const subjectsTo = async (account: string) =>
  (await shop.api.data(sandboxOutbox, { account })).list.map(({ subject }) => subject);

describe('a request to close an account', () => {
  test('is for the own account with its password, and keeps its reason encrypted', async () => {
    const [user, other] = [await leaver(shop.api), await leaver(shop.api)];
    expect((await check(user)).status).toBe(0);
    expect(await ask(user, { account: other.account })).toMatchObject({
      ec: 40000,
      data: { errors: [{ field: 'account' }] },
    });
    expect(await ask(user, { password: 'not the password' })).toMatchObject({
      ec: 40000,
      data: { errors: [{ field: 'password' }] },
    });
    expect((await ask(user)).ec).toBe(200);
    expect(await check(user)).toMatchObject({ status: 1, open: [] });
    expect((await ask(user)).ec).toBe(40902);
    const { rows } = await shop.api.deps.pool.query(
      "SELECT sealed FROM accounts.vault WHERE user_id = $1 AND kind = 'closing'",
      [user.user_id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].sealed.includes('mails')).toBe(false);
    expect(await subjectsTo(user.account)).toContain('已收到注销申请');
  });

  test('of an account that an older version stored in another form is for that account, too', async () => {
    const user = await leaver(shop.api);
    const { members } = shop.api.deps.accounts;
    const account = '008613700137009';
    const client = await shop.api.deps.pool.connect();
    await members.addAccount(asUserId(user.user_id), { kind: 'phone', text: account }, client);
    client.release();
    expect((await ask(user, { account: '13700137008' })).ec).toBe(40000);
    expect((await ask(user, { account })).ec).toBe(200);
  });

  test('needs the second factor of a person who has one, and so does an immediate deletion', async () => {
    const user = await leaver(shop.api);
    const { secret } = await withTotp(shop.api, user);
    pass(shop.api, 300_000);
    expect((await ask(user)).ec).toBe(40104);
    const deletion = (code = '') =>
      shop.api.call(deleteAccount, { password: PASSWORD }, user, code === '' ? {} : confirmedBy(code));
    expect((await deletion()).ec).toBe(40104);
    expect((await deletion(otherThan(nextCode(shop.api, secret)))).ec).toBe(40104);
    expect((await check(user)).status).toBe(0);
    expect((await deletion(nextCode(shop.api, secret))).ec).toBe(200);
  });

  test('is taken back within seven days, and can be made again', async () => {
    const user = await leaver(shop.api);
    expect((await shop.api.call(cancelCancellation, {}, user)).ec).toBe(40902);
    await ask(user);
    await shop.api.data(cancelCancellation, {}, user);
    expect((await check(user)).status).toBe(5);
    expect((await shop.api.call(cancelCancellation, {}, user)).ec).toBe(40902);
    expect((await ask(user)).ec).toBe(200);
    expect(await typesOf(user)).toEqual([
      'AccountClosingRequested',
      'AccountClosingEnded',
      'AccountClosingRequested',
    ]);
  });

  test('of a seller with a plan is refused with what is open', async () => {
    const creator = await leavingCreator(shop.api);
    await savePlan(shop.api, creator, sponsorshipForm);
    expect((await ask(creator)).ec).toBe(40902);
    expect(await check(creator)).toMatchObject({ status: 0, open: [{ kind: 'plans', count: 1 }] });
  });
});

describe('on two servers', () => {
  const race = fixture(() => startServers(shop.api));

  test('of four requests at the same time one is made, and of four withdrawals of it one succeeds', async () => {
    const user = await leaver(shop.api);
    const body = { account: user.account, password: PASSWORD, reason: 'unused', content: '' } as const;
    const requests = [0, 1, 2, 3].map((n) => race.call(n, submitCancellation, body, user));
    expect((await Promise.all(requests)).map(({ ec }) => ec).sort()).toEqual([200, 40902, 40902, 40902]);
    const back = [0, 1, 2, 3].map((n) => race.call(n, cancelCancellation, {}, user));
    expect((await Promise.all(back)).map(({ ec }) => ec).sort()).toEqual([200, 40902, 40902, 40902]);
    expect(await typesOf(user)).toEqual(['AccountClosingRequested', 'AccountClosingEnded']);
  });

  test('a request is taken back, or the account is closed; never both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const user = await leaver(shop.api);
      const { deps } = shop.api;
      await deps.committer.submit(requestClosing({ user_id: user.user_id, reason_ref: null }));
      const close = (n: number) =>
        race.committer(n).submit(closeAccount({ user_id: user.user_id, orders_seen: -1 }));
      const [back, closed] = await Promise.all([
        race.call(round, cancelCancellation, {}, user),
        close(round + 1),
      ]);
      const types = await typesOf(user);
      expect(types.includes('AccountClosed')).toBe(closed.accepted);
      if (closed.accepted && back.ec === 200) expect(types.indexOf('AccountClosed')).toBe(2);
    }
  });
});

describe('seven days later', () => {
  test('the account is closed, the person is erased, and the records stay', async () => {
    const user = await leaver(shop.api);
    await ask(user);
    shop.processes();
    shop.advance(WEEK_S - 60);
    expect((await check(user)).status).toBe(1);
    shop.advance(61);
    await expect.poll(() => typesOf(user)).toContain('AccountClosed');
    await expect.poll(async () => (await shop.api.call(getMyProfile, {}, user)).ec).toBe(40101);
    expect((await shop.api.call(login, { account: user.account, password: PASSWORD })).ec).toBe(40000);
    expect(await subjectsTo(user.account)).toContain('账号已注销');
    expect(shop.failures).toEqual([]);
  });

  test('one of a seller is closed with an empty balance; with income it stays', async () => {
    const creator = await leavingCreator(shop.api);
    const plan = await savePlan(shop.api, creator, sponsorshipForm);
    const fan = await shop.api.user();
    const calls = orderCalls(shop.api, fan);
    const out_trade_no = await calls.buy({ plan_id: plan.plan_id, month: 1 });
    await shop.api.data(deletePlan, { plan_id: plan.plan_id }, creator);
    await shop.api.projected();
    const kinds = async () => (await check(creator)).open.map(({ kind }) => kind);
    expect(await kinds()).toEqual(['members', 'money']);
    expect((await ask(creator)).ec).toBe(40902);

    await shop.api.data(refundOrder, { out_trade_no }, creator);
    await shop.api.projected();
    expect(await kinds()).toEqual([]);
    expect((await ask(creator)).ec).toBe(200);
    const gift = { user_id: creator.user_id, custom_price: '5.00' };
    expect((await shop.api.call(createOrder, gift, fan)).ec).toBe(41005);
    await shop.api.projected();
    shop.advance(WEEK_S + 1);
    await expect.poll(() => typesOf(creator), { timeout: 20_000 }).toContain('AccountClosed');
    const order = await shop.api.deps.log.readStream(orderStream(asOutTradeNo(out_trade_no)));
    expect(order[0]?.type).toBe('OrderPlaced');
    expect(await closedWithMoney(shop.api.deps.pool)).toEqual([]);
    expect(shop.failures.filter(({ name }) => name === 'closing-requests')).toEqual([]);
    // The fan still sees the order.
    expect((await calls.check(out_trade_no)).ec).toBe(200);
  });

  test('something that was opened meanwhile rejects the request, and its owner gets a message', async () => {
    const creator = await leavingCreator(shop.api);
    await ask(creator);
    await savePlan(shop.api, creator, sponsorshipForm);
    await shop.api.projected();
    shop.advance(WEEK_S + 1);
    await expect.poll(async () => (await check(creator)).status, { timeout: 20_000 }).toBe(3);
    expect((await check(creator)).open).toEqual([{ kind: 'plans', count: 1 }]);
    await expect.poll(() => subjectsTo(creator.account)).toContain('账号未注销');
    expect(await typesOf(creator)).not.toContain('AccountClosed');
  });
});
