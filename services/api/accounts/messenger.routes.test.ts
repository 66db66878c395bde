import { afterAll, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getInitConfig, getMyAccount } from '#services/contract/accounts/accounts.ts';
import { secondFactor } from '#services/contract/accounts/factors.ts';
import {
  bindWechat,
  mpCode,
  mpRedirectUri,
  unbindWechat,
  wxCode,
  wxRedirectUri,
} from '#services/contract/accounts/messenger.ts';
import { quickLogin, sendOrderCode } from '#services/contract/accounts/passport.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { SessionEnded } from '#services/modules/accounts/end-access.ts';
import { wechatStandIn } from '#services/modules/accounts/messenger/testing/wechat-stand-in.ts';
import { leaver } from '../testing/leaving.ts';
import { confirmedBy, mailedCode, nextCode, pass, withTotp } from '../testing/second-factor.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const wechat = await wechatStandIn();
afterAll(() => wechat.close());
const api = fixture(() => startTestApi({ projections: false, config: { wechatLogin: wechat.settings() } }));

const RETURN = { redirect_uri: 'http://localhost/oauth/wechat?kind=wx' };
const MINUTE = 60_000;
let people = 0;
const newPerson = () => {
  people += 1;
  return { openid: `o${people}`, unionid: `u${people}`, nickname: '小明' };
};
type Person = ReturnType<typeof newPerson>;

/** A browser goes to WeChat. @returns the state that comes back, and the browser's cookie */
async function leave(redirect = wxRedirectUri) {
  const { data, cookies } = await api.call(redirect, RETURN);
  const state = new URL(data.url).searchParams.get('state') ?? '';
  const [cookie] = cookies;
  return { state, headers: { cookie: `${cookie?.name}=${cookie?.value}` }, url: data.url, cookie };
}

async function comeBack(person: Person, call = wxCode) {
  const { state, headers } = await leave();
  return api.call(call, { code: wechat.agree(person), state }, undefined, headers);
}

/** With a fresh code. */
const bind = async (user: TestUser, mp_token: string) =>
  api.call(bindWechat, { mp_token }, user, confirmedBy(await mailedCode(api, user)));

async function linked(user: TestUser, person: Person): Promise<void> {
  const { data } = await comeBack(person);
  expect((await bind(user, data.mp_token)).ec).toBe(200);
}

/** With the code that a guest gets who creates an order. */
async function quickLoginOf(
  { account }: { account: string },
  more: Omit<InputOf<typeof quickLogin>, 'account' | 'code'>,
) {
  pass(api, 180_000);
  await api.data(sendOrderCode, { account, account_type: 'email' });
  const { list } = await api.data(sandboxOutbox, { account });
  const code = list.find((message) => message.code !== '')?.code ?? '';
  return api.call(quickLogin, { account, code, ...more });
}

const isLinked = async (user: TestUser) => (await api.data(getMyAccount, {}, user)).account.has_bind_wechat;

describe('the way to WeChat', () => {
  test('has the application, the address of return and a state of this browser', async () => {
    const { url, cookie } = await leave();
    const { origin, pathname, searchParams } = new URL(url);
    expect(origin + pathname).toBe('https://open.weixin.qq.com/connect/qrconnect');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      appid: 'wx0000000000000001',
      scope: 'snsapi_login',
      ...RETURN,
    });
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/api/oauth' });
    expect((await leave(mpRedirectUri)).url).toContain('/connect/oauth2/authorize?appid=wx0000000000000002');
    expect((await api.data(getInitConfig, {})).messenger_logins).toEqual(['wx', 'mp']);
  });

  test.each(['https://evil.example/oauth/wechat', 'http://localhost/login', 'oauth/wechat', 'javascript:0'])(
    'does not lead back to %s',
    async (redirect_uri) => {
      const { ec, data } = await api.call(wxRedirectUri, { redirect_uri });
      expect(ec).not.toBe(200);
      expect(data).not.toHaveProperty('url');
    },
  );

  test('is refused where it is not set up', async () => {
    const without = await startTestApi({ projections: false });
    expect((await without.call(wxRedirectUri, RETURN)).data.errors?.[0]?.field).toBe('redirect_uri');
    expect((await without.data(getInitConfig, {})).messenger_logins).toEqual([]);
    await without.close();
  });
});

describe('a person of WeChat', () => {
  test('links an account once, and is signed in from then on, by both ways', async () => {
    const [user, person] = [await leaver(api), newPerson()];
    const first = await comeBack(person);
    expect(first.data).toMatchObject({ auth_token: '', user: null, mp_profile: { name: '小明' } });
    // Who has only the session links no way to sign in.
    expect((await api.call(bindWechat, { mp_token: first.data.mp_token }, user)).ec).toBe(40104);
    expect((await bind(user, first.data.mp_token)).ec).toBe(200);
    expect(await isLinked(user)).toBe(true);
    const [message] = (await api.data(sandboxOutbox, { account: user.account })).list;
    expect(message?.text).toContain('微信');
    expect((await bind(user, first.data.mp_token)).ec).toBe(40000);

    const again = await comeBack(person, mpCode);
    expect(again.data.user?.user_id).toBe(user.user_id);
    const session = { ...user, token: again.data.auth_token };
    expect((await api.data(getMyAccount, {}, session)).account.email).toBe(user.account);
    expect(again.cookies.map(({ name }) => name)).toContain('auth_token');
  });

  test('has one account, and an account has one of them', async () => {
    const [user, other, person] = [await leaver(api), await leaver(api), newPerson()];
    await linked(user, person);
    const { headers, state } = await leave();
    const code = wechat.agree({ ...newPerson() });
    const { data } = await api.call(wxCode, { code, state }, undefined, headers);
    expect((await bind(user, data.mp_token)).ec).toBe(200);
    // The former one is free again.
    await linked(other, person);
    const taken = await api.deps.accounts.messengerLinks.open(person.unionid);
    expect((await bind(user, taken)).data.errors?.[0]?.field).toBe('mp_token');
    expect(await isLinked(other)).toBe(true);
    // A refused link ends none.
    expect(await isLinked(user)).toBe(true);
  });

  test('still needs the second factor of the account', async () => {
    const [user, person] = [await leaver(api), newPerson()];
    const { secret } = await withTotp(api, user);
    const { data: first } = await comeBack(person);
    await api.data(bindWechat, { mp_token: first.mp_token }, user, confirmedBy(nextCode(api, secret)));
    const half = await comeBack(person);
    expect(half.ec).toBe(40106);
    expect(half.data).not.toHaveProperty('auth_token');
    expect(half.cookies.map(({ name }) => name)).not.toContain('auth_token');
    const { half_token = '' } = half.data;
    expect((await api.call(secondFactor, { half_token, code: '000000' })).ec).toBe(40000);
    const done = await api.data(secondFactor, { half_token, code: nextCode(api, secret) });
    expect(done.user.user_id).toBe(user.user_id);
  });

  test('is linked by the code of the sign-in itself, and has one account all the same', async () => {
    const [user, other, person] = [await leaver(api), await leaver(api), newPerson()];
    const { data } = await comeBack(person);
    const entered = await quickLoginOf(user, { account_type: 'email', mp_token: data.mp_token });
    expect(entered.data).toMatchObject({ is_linked: true, user: { user_id: user.user_id } });
    expect(await isLinked(user)).toBe(true);
    // Signed in they are in any case.
    const { messengerLinks } = api.deps.accounts;
    for (const mp_token of [data.mp_token, await messengerLinks.open(person.unionid), 'invented'])
      expect(await quickLoginOf(other, { mp_token })).toMatchObject({ ec: 200, data: { is_linked: false } });
    expect(await quickLoginOf(other, {})).toMatchObject({ ec: 200, data: { is_linked: false } });
    expect([await isLinked(user), await isLinked(other)]).toEqual([true, false]);
  });

  test('is not linked before the second factor, and not by a wrong code', async () => {
    const [user, person] = [await leaver(api), newPerson()];
    const { mp_token } = (await comeBack(person)).data;
    const wrong = await api.call(quickLogin, { account: user.account, code: '000000', mp_token });
    expect(wrong.data.errors?.[0]?.field).toBe('code');
    await withTotp(api, user);
    expect((await quickLoginOf(user, { mp_token })).ec).toBe(40106);
    expect(await isLinked(user)).toBe(false);
    const mistyped = { account: user.account, account_type: 'phone', code: '000000' } as const;
    expect((await api.call(quickLogin, mistyped)).data.errors?.[0]?.field).toBe('account');
  });

  test('is no longer signed in after the link ended', async () => {
    const [user, person] = [await leaver(api), newPerson()];
    await linked(user, person);
    // A page of another site cannot send the header.
    expect((await api.call(unbindWechat, {}, user)).ec).not.toBe(200);
    expect(await isLinked(user)).toBe(true);
    await api.data(unbindWechat, {}, user, { 'locale-lang': 'zh-CN' });
    expect(await isLinked(user)).toBe(false);
    expect((await comeBack(person)).data).toMatchObject({ auth_token: '' });
  });
});

describe('refused', () => {
  test('a code that a stranger’s link brought: this browser did not leave with it', async () => {
    const { state } = await leave();
    const { headers } = await leave();
    const code = wechat.agree(newPerson());
    const strange = await api.call(wxCode, { code, state }, undefined, headers);
    expect(strange.data.errors?.[0]?.field).toBe('state');
    expect((await api.call(wxCode, { code, state })).data.errors?.[0]?.field).toBe('state');
  });

  test('a code twice, an invented one', async () => {
    const person = newPerson();
    const code = wechat.agree(person);
    const one = await leave();
    await api.data(wxCode, { code, state: one.state }, undefined, one.headers);
    const two = await leave();
    const again = await api.call(wxCode, { code, state: two.state }, undefined, two.headers);
    expect(again.data.errors?.[0]?.field).toBe('code');
  });

  test('a token after ten minutes', async () => {
    const user = await leaver(api);
    const { data } = await comeBack(newPerson());
    const { clock } = api.deps;
    clock.setOffset(clock.offset + 11 * MINUTE);
    expect((await bind(user, data.mp_token)).ec).toBe(40000);
    expect(await isLinked(user)).toBe(false);
  });

  test('while WeChat does not answer, with one sentence and without the secret', async () => {
    wechat.behavior.failing = true;
    const { data, status } = await comeBack(newPerson());
    wechat.behavior.failing = false;
    expect(status).toBeLessThan(500);
    expect(data.errors?.[0]?.message).toContain('微信');
  });

  test('nothing is linked by a session that ended meanwhile', async () => {
    const [user, person] = [await leaver(api), newPerson()];
    const { messengerLinks: links, sessions } = api.deps.accounts;
    const token = await links.open(person.unionid);
    const { sid } = await sessions.open(user.user_id);
    await sessions.revoke(user.user_id, sid);
    await expect(links.link(user.user_id, sid, token)).rejects.toBeInstanceOf(SessionEnded);
    expect(await isLinked(user)).toBe(false);
  });

  test('two tokens of one person at two accounts in the same moment: one has it', async () => {
    const [one, two, person] = [await leaver(api), await leaver(api), newPerson()];
    const { messengerLinks: links } = api.deps.accounts;
    const other = await api.another();
    const sidOf = async ({ user_id }: TestUser) => (await api.deps.accounts.sessions.open(user_id)).sid;
    const tokens = await Promise.all([links.open(person.unionid), links.open(person.unionid)]);
    const done = await Promise.all([
      links.link(one.user_id, await sidOf(one), tokens[0]),
      other.deps.accounts.messengerLinks.link(two.user_id, await sidOf(two), tokens[1]),
    ]);
    expect(done.filter(({ refused }) => refused === undefined)).toHaveLength(1);
    expect([await isLinked(one), await isLinked(two)].filter(Boolean)).toHaveLength(1);
  });
});
