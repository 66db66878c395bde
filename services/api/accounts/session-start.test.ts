import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getInitConfig, getMyProfile } from '#services/contract/accounts/accounts.ts';
import { register, sendVerifyCode } from '#services/contract/accounts/passport.ts';
import { getMyCheck } from '#services/contract/messages/calls.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
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
