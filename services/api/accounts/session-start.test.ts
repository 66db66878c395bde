import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { WITHDRAW_TYPE } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { getInitConfig, getMyProfile } from '#services/contract/accounts/accounts.ts';
import { register, sendVerifyCode } from '#services/contract/accounts/passport.ts';
import { getMyCheck } from '#services/contract/messages/calls.ts';
import { checkOrder, createOrder, getPayUrl } from '#services/contract/orders/orders.ts';
import { changeUserRight } from '#services/contract/staff/users.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import {
  editWithdrawMethod,
  getWithdrawInfo,
  setDefaultWithdrawMethod,
} from '#services/contract/withdrawals/withdraw-methods.ts';
import { readConfig } from '#services/runtime/config.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(() =>
  startTestApi({
    projections: false,
    config: { sandboxPublic: true, countryHeader: 'cf-ipcountry', blockedDomains: ['test.example'] },
  }),
);

describe('the start of a session', () => {
  test('has what the person can do, and how they can pay', async () => {
    const profile = await api.data(getMyProfile, {}, await api.user());
    expect(profile).toMatchObject({ has_bind_phone: false, hotwater: false, havefun: false });
    expect(profile.all_py_types.length).toBeGreaterThan(0);
    expect(profile.user).toMatchObject({ is_verified: 0, verified_type: 0, creator: null });
    const { has_bind_phone, all_py_types, rights } = profile;
    expect(profile.user).toMatchObject({ has_bind_phone, all_py_types, rights });
  });

  test('has the creator’s category by its name, in the language of the request', async () => {
    const creator = await api.creator();
    await api.deps.accounts.profiles.setPage(creator.user_id, { category_id: 'comic' });
    const named = async (language: string) =>
      (await api.data(getMyProfile, {}, creator, { 'locale-lang': language })).user.creator?.category;
    expect(await named('zh-CN')).toEqual({ category_id: 'comic', name: '动漫' });
    expect(await named('en-US')).toEqual({ category_id: 'comic', name: 'Comics and animation' });
  });

  test.each(['zh-CN', 'en-US'])('names categories as pages do (%s)', async (language) => {
    const { categories } = await api.data(getInitConfig, {}, undefined, { 'locale-lang': language });
    const texts: unknown = JSON.parse(
      readFileSync(new URL(`../../../web/src/locales/${language}/shell.json`, import.meta.url), 'utf8'),
    );
    const names = Object.fromEntries(categories.map(({ category_id, name }) => [category_id, name]));
    expect(texts).toMatchObject({ category: names });
  });

  test.each([
    ['HK', true],
    ['US', true],
    ['CN', false],
    ['XX', false],
    ['hello', false],
    [undefined, false],
  ])('from %s: abroad is %s', async (country, is_abroad) => {
    const user = await api.user();
    const headers: Record<string, string> = country === undefined ? {} : { 'cf-ipcountry': country };
    expect((await api.data(getMyProfile, {}, user, headers)).ip_info).toEqual({ is_abroad });
    expect((await api.data(getMyCheck, {}, user, headers)).ip_info).toEqual({ is_abroad });
  });
});

describe('PayPal', () => {
  const at = (country: string) => ({ 'cf-ipcountry': country });

  test('is a way to pay outside of the mainland only', async () => {
    const [home, abroad] = [at('CN'), at('JP')];
    const [fan, creator] = [await api.user(), await api.creator()];
    const ways = async (headers: Record<string, string>) => [
      (await api.data(getMyProfile, {}, fan, headers)).all_py_types.includes('pp'),
      (await api.data(getInitConfig, {}, undefined, headers)).all_py_types.includes('pp'),
    ];
    expect(await ways(home)).toEqual([false, false]);
    expect(await ways(abroad)).toEqual([true, true]);
    const body = { user_id: creator.user_id, custom_price: '5.00', product_type: 0, py_type: 'pp' };
    const refused = await api.call(createOrder, body, fan, home);
    expect(refused).toMatchObject({ ec: 40000, data: { errors: [{ field: 'py_type' }] } });
    const { out_trade_no, pay } = await api.data(createOrder, body, fan, abroad);
    expect(pay.methods).toContain('pp');
    const looked = async (headers: Record<string, string>) =>
      (await api.data(checkOrder, { out_trade_no }, fan, headers)).pay.methods.includes('pp');
    expect([await looked(home), await looked(abroad)]).toEqual([false, true]);
    const change = { out_trade_no, py_type: 'pp' };
    expect((await api.call(getPayUrl, change, fan, home)).ec).toBe(40000);
    expect((await api.call(getPayUrl, change, fan, abroad)).ec).toBe(200);
  });

  test('as the only way that an account has is refused in the mainland with this reason', async () => {
    const [fan, creator, admin] = [await api.user(), await api.creator(), await api.staff('admin')];
    const { all_py_types } = await api.data(getMyProfile, {}, fan, at('JP'));
    const { user_id } = fan;
    const { payOptions } = api.deps.accounts;
    const take = async (method: string) => {
      const taken = { user_id, right: `pay_${method}`, granted: false, reason: 'agreed by mail' };
      await api.data(changeUserRight, taken, admin);
      await expect.poll(() => payOptions.allows(user_id, method)).toBe(false);
    };
    for (const method of all_py_types) if (method !== 'pp') await take(method);
    const body = { user_id: creator.user_id, custom_price: '5.00', product_type: 0 };
    const reasonAt = async (country: string) => {
      const headers = { 'locale-lang': 'en-US', ...at(country) };
      const refused = await api.call(createOrder, body, fan, headers);
      return refused.ec === 200 ? undefined : refused.data;
    };
    const because = (message: string) => ({ errors: [{ field: 'py_type', message }] });
    expect(await reasonAt('CN')).toMatchObject(because('Available outside mainland China only'));
    expect(await reasonAt('JP')).toBeUndefined();
    await take('pp');
    for (const country of ['CN', 'JP'])
      expect(await reasonAt(country)).toMatchObject(because('Not available for your account'));
  });

  test('is a payout method outside of the mainland only; an entered account stays', async () => {
    const creator = await api.creator();
    const form = { type: 'pp', realname: 'Wang', account: 'wang@example.com' } as const;
    const info = (country: string) => api.data(getWithdrawInfo, {}, creator, at(country));
    expect(await info('CN')).toMatchObject({ pp: null, pp_offered: false });
    expect(await api.call(editWithdrawMethod, form, creator, at('CN'))).toMatchObject({
      ec: 40000,
      data: { errors: [{ field: 'type' }] },
    });
    expect(await info('US')).toMatchObject({ pp: null, pp_offered: true });
    expect((await api.call(editWithdrawMethod, form, creator, at('US'))).ec).toBe(200);
    expect(await info('CN')).toMatchObject({ pp: { realname: 'W***' }, pp_offered: false });
    expect((await api.call(editWithdrawMethod, form, creator, at('XX'))).ec).toBe(40000);
    const chosen = { withdraw_type: WITHDRAW_TYPE.pp };
    expect((await api.call(setDefaultWithdrawMethod, chosen, creator, at('CN'))).ec).toBe(200);
    const alipay = { ...form, type: 'apy' } as const;
    expect((await api.call(editWithdrawMethod, alipay, creator, at('CN'))).ec).toBe(200);
  });
});

describe('a blocked domain', () => {
  test.each(['fan@test.example', 'fan@MAIL.test.example'])(
    '%s gets no code; the answer is as always',
    async (account) => {
      const free = await api.data(sendVerifyCode, {
        account: `free-${account}`.replace('test.', 'nottest.'),
        account_type: 'email',
      });
      expect(await api.data(sendVerifyCode, { account, account_type: 'email' })).toEqual(free);
      expect((await api.data(sandboxOutbox, { account })).list).toEqual([]);
      const body = { account, code: '000000', password: 'long enough', name: 'Fan' };
      expect((await api.call(register, body)).ec).toBe(40000);
    },
  );

  test('of a similar name gets one', async () => {
    const account = 'fan@nottest.example';
    await api.data(sendVerifyCode, { account, account_type: 'email' });
    expect((await api.data(sandboxOutbox, { account })).list).toHaveLength(1);
  });

  test.each([
    { BLOCKED_DOMAINS: 'test' },
    { BLOCKED_DOMAINS: 'a@test.example' },
    { COUNTRY_HEADER: 'cf country' },
  ])('is a setting: %o is refused', (env) => {
    expect(() => readConfig({ ...env, SANDBOX: '1' })).toThrow(Object.keys(env)[0] ?? '');
  });
});
