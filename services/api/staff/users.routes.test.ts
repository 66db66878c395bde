import { describe, expect, it } from 'vitest';
import { POST_STATUS, USER_STATUS } from '#events/status.ts';
import { standingStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { getMyProfile, login } from '#services/contract/accounts/accounts.ts';
import { getProfileBySlug } from '#services/contract/catalog/creators.ts';
import { getPlan, listPlans } from '#services/contract/catalog/plans.ts';
import { listPosts } from '#services/contract/content/post-lists.ts';
import { getPost } from '#services/contract/content/posts.ts';
import { listAgreements } from '#services/contract/memberships/calls.ts';
import {
  changeUserRight,
  changeUserStatus,
  changeVerified,
  findUser,
  getPlatformFigures,
  setUserRemark,
} from '#services/contract/staff/users.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { applyStanding } from '#services/modules/staff/change-standing.ts';
import { renewals } from '#services/worker/processes/renewals.ts';
import { agree, renewable } from '#services/worker/testing/agreements.ts';
import { leavingCreator, PASSWORD } from '../testing/leaving.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const admin = fixture(() => api.staff('admin'));
const fan = fixture(() => api.user('Anna'));

const change = (user_id: string, status: 2 | 3 | 4, as: TestUser = admin, reason = 'reported') =>
  api.call(changeUserStatus, { user_id, status, reason }, as);
const panel = (find: string) => api.data(findUser, { find, reason: 'ticket 17' }, admin);

/** A certified creator with a plan and a post. */
async function selling() {
  const creator = await certifiedCreator(api);
  const { plan_id } = await savePlan(api, creator, sponsorshipForm);
  const { post_id } = await publish(api, creator, {});
  await api.projected();
  const { user } = await api.data(getMyProfile, {}, creator);
  return { creator, plan_id, post_id, url_slug: user.url_slug };
}

describe('a hidden creator', () => {
  it('is found by nobody else, and shown again', async () => {
    const { creator, plan_id, post_id, url_slug } = await selling();
    const { user_id } = creator;
    const seen = async (as: TestUser | undefined) => {
      const codes = [
        (await api.call(getProfileBySlug, { url_slug }, as)).ec,
        (await api.call(getPlan, { plan_id }, as)).ec,
        (await api.call(getPost, { post_id }, as)).ec,
      ];
      const [plans, posts] = [
        await api.data(listPlans, { user_id }, as),
        await api.data(listPosts, { user_id }, as),
      ];
      return [codes, plans.list.length, posts.list.length];
    };
    expect(await seen(fan)).toEqual([[200, 200, 200], 1, 1]);
    expect((await change(user_id, USER_STATUS.hidden)).data).toMatchObject({ changed: true });
    expect((await change(user_id, USER_STATUS.hidden)).data).toMatchObject({ changed: false });
    for (const as of [fan, undefined]) {
      await expect.poll(() => seen(as)).toEqual([[40400, 40400, 40400], 0, 0]);
    }
    // The creator still works.
    expect((await api.call(getMyProfile, {}, creator)).ec).toBe(200);
    expect((await api.data(getPost, { post_id }, creator)).post.status).toBe(POST_STATUS.normal);
    await change(user_id, USER_STATUS.shown);
    await expect.poll(() => seen(fan)).toEqual([[200, 200, 200], 1, 1]);
  });
});

describe('a banned person', () => {
  it('is signed out everywhere, cannot sign in, and can after it', async () => {
    const person = await leavingCreator(api);
    const sign = () => api.call(login, { account: person.account, password: PASSWORD });
    expect((await sign()).ec).toBe(200);
    await change(person.user_id, USER_STATUS.banned);
    await expect.poll(async () => (await api.call(getMyProfile, {}, person)).ec).toBe(40101);
    expect(await sign()).toMatchObject({ ec: 40000, data: { errors: [{ field: 'account' }] } });
    // A wrong password tells nothing of the ban.
    const wrong = await api.call(login, { account: person.account, password: 'wrong horse' });
    expect(wrong).toMatchObject({ ec: 40000, data: { errors: [{ field: 'password' }] } });
    await change(person.user_id, USER_STATUS.shown);
    await expect.poll(async () => (await sign()).ec).toBe(200);
  });

  it('has no access left when the ban is over: neither sessions, nor tokens, nor applications', async () => {
    const person = await leavingCreator(api);
    const { user_id } = person;
    const { openTokens, oauthApps, oauthGrants, passport } = api.deps.accounts;
    await openTokens.create(user_id, 'x', []);
    const redirect_uri = 'https://reader.example/back';
    const made = await oauthApps.create(admin.user_id, { name: 'x', redirect_uris: [redirect_uri] }, true);
    const client_id = made === 'full' ? '' : made.app.client_id;
    const request = { client_id, user_id, scopes: ['basic'], redirect_uri, challenge: null };
    const code = (await oauthGrants.allow(request)) ?? '';
    const granted = await oauthGrants.exchange(code, { client_id, redirect_uri, verifier: '' });
    const source = { address: '127.0.0.1', device: undefined };
    const account = { kind: 'email', text: person.account } as const;
    await passport.sendCode(account, 'forgot', 'zh-CN', source);
    const [message] = (await api.data(sandboxOutbox, { account: person.account })).list;
    const reset = await passport.checkForgetCode(account, message?.code ?? '', source);
    await change(user_id, USER_STATUS.banned);
    await change(user_id, USER_STATUS.shown);
    await expect.poll(async () => (await api.call(getMyProfile, {}, person)).ec).toBe(40101);
    expect(await openTokens.list(user_id)).toEqual([]);
    expect(await oauthGrants.find(granted?.access_token ?? '')).toBeUndefined();
    expect(await oauthGrants.refresh(granted?.refresh_token ?? '', client_id)).toBeUndefined();
    expect(
      await passport.resetPassword('token' in reset ? reset.token : '', 'a new password'),
    ).toBeUndefined();
    expect((await api.call(login, { account: person.account, password: PASSWORD })).ec).toBe(200);
  });

  it('is nobody of staff, not oneself, and needs a reason without numbers', async () => {
    const finance = await api.staff('finance');
    expect((await change(finance.user_id, USER_STATUS.banned)).ec).toBe(40902);
    expect((await change(admin.user_id, USER_STATUS.banned)).ec).toBe(40300);
    expect((await change(fan.user_id, USER_STATUS.banned, admin, ' ')).ec).toBe(40000);
    expect((await change(fan.user_id, USER_STATUS.banned, admin, '13800138000')).ec).toBe(40000);
    expect((await change('nobody', USER_STATUS.banned)).ec).toBe(40400);
    for (const as of [fan, finance, await api.staff('support')])
      expect((await change(fan.user_id, USER_STATUS.banned, as)).ec).toBe(40300);
  });

  it('is banned again by the worker if the row was left behind', async () => {
    const person = await api.user('Left behind');
    await change(person.user_id, USER_STATUS.banned);
    const { pool, clock, committer, log } = api.deps;
    await pool.query('UPDATE accounts.users SET status = 2 WHERE id = $1', [person.user_id]);
    await applyStanding({ pool, clock, committer }, person.user_id);
    expect((await panel(person.user_id)).status).toBe(USER_STATUS.banned);
    const events = await log.readStream(standingStream(person.user_id));
    expect(events).toMatchObject([{ type: 'UserBanned', data: { by: admin.user_id, reason: 'reported' } }]);
  });
});

describe('the panel of a person', () => {
  it('is found by account, id or address alone, and each look is recorded', async () => {
    const person = await leavingCreator(api);
    const { user } = await api.data(getMyProfile, {}, person);
    for (const find of [person.account, person.user_id, user.url_slug.toUpperCase()])
      expect((await panel(find)).user_id).toBe(person.user_id);
    for (const find of ['Leaving', '%', `${person.user_id}%`, "' OR 1=1"])
      expect((await api.call(findUser, { find, reason: 'x' }, admin)).ec).toBe(40400);
    const looks = await api.deps.pool.query(
      'SELECT DISTINCT reason FROM accounts.staff_reads WHERE ref = $1',
      [`user:${person.user_id}`],
    );
    expect(looks.rows).toEqual([{ reason: 'ticket 17' }]);
  });

  it('has what was paid and earned', async () => {
    const { creator, plan_id } = await selling();
    await orderCalls(api, fan).buy({ plan_id, month: 1 });
    await api.projected();
    expect((await panel(fan.user_id)).total_consume).toBe('30.00');
    const earned = await panel(creator.user_id);
    expect(Number(earned.total_income)).toBeGreaterThan(0);
    expect(earned).toMatchObject({
      current_income: earned.total_income,
      unconfirm_amount: earned.total_income,
      confirmed_amount: '0.00',
      unwithdraw_total_amount: earned.total_income,
      is_creator: true,
    });
    const { list, users, sums, before } = await api.data(getPlatformFigures, { days: 7 }, admin);
    expect(sums).toMatchObject({ gross: '30.00', orders: 1, refunds: '0.00' });
    expect(before).toEqual({ gross: '0.00', orders: 0, refunds: '0.00', new_users: 0, new_creators: 0 });
    expect(list).toHaveLength(7);
    expect(list.at(-1)).toMatchObject({ gross: '30.00', orders: 1 });
    expect(list.reduce((sum, one) => sum + one.new_users, 0)).toBe(users);
  });

  it('changes rights one by one, the certification and the note', async () => {
    const { user_id } = await leavingCreator(api);
    const right = (name: string, granted: boolean) =>
      api.call(changeUserRight, { user_id, right: name, granted, reason: 'agreed' }, admin);
    const granted = async (name: string) =>
      (await panel(user_id)).rights.find((one) => one.name === name)?.granted;
    expect([await granted('bundle'), await granted('video_8')]).toEqual([true, false]);
    expect((await right('bundle', false)).data).toMatchObject({ changed: true });
    expect((await right('video_8', true)).data).toMatchObject({ changed: true });
    expect([await granted('bundle'), await granted('video_8')]).toEqual([false, true]);
    for (const name of ['nothing', '__proto__']) expect((await right(name, true)).ec).toBe(40000);
    await api.data(changeVerified, { user_id, verified_type: 1, reason: 'known' }, admin);
    expect((await panel(user_id)).is_verified).toBe(1);
    await api.data(setUserRemark, { user_id, remark: ' calls often ' }, admin);
    expect((await panel(user_id)).remark).toBe('calls often');
    await api.data(setUserRemark, { user_id, remark: '' }, admin);
    expect((await panel(user_id)).remark).toBe('');
  });
});

describe('nobody buys from', () => {
  it.each([USER_STATUS.hidden, USER_STATUS.banned])(
    'a creator with status %d, nor renews',
    async (status) => {
      const creator = await certifiedCreator(api);
      const { user_id } = creator;
      const plan_id = await renewable(api, creator);
      const buyer = await api.user();
      await agree(api, buyer, plan_id);
      const { create } = orderCalls(api, fan);
      expect((await create({ plan_id })).ec).toBe(200);
      const chargedAt = async () => (await api.data(listAgreements, {}, buyer)).list[0]?.next_charge_time;
      await api.projected();
      const before = await chargedAt();
      expect(before).toBeTypeOf('number');
      await change(user_id, status);
      for (const body of [{ plan_id }, { user_id, custom_price: '20.00' }])
        expect((await create(body)).ec, JSON.stringify(body)).not.toBe(200);
      const data = { user_id: buyer.user_id, plan_id };
      await renewals(api.deps).fire({ key: '', due_at: 0, attempts: 0, data }, api.deps.clock.now());
      await api.projected();
      // It waits: nothing is charged, and it goes on when the creator is shown again.
      expect(await chargedAt()).toBe(before);
      await change(user_id, USER_STATUS.shown);
      expect((await create({ plan_id, month: 2 })).ec).toBe(200);
    },
  );
});
