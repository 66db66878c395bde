import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { DAY_MS } from '#events/time.ts';
import {
  createOpenToken,
  listOpenCalls,
  listOpenTokens,
  revokeOpenToken,
  tryOpenCall,
} from '#services/contract/open/developer.ts';
import { READING_SCOPES } from '#services/contract/open/scopes.ts';
import { forgetExpired } from '#services/modules/retention.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { openProgram } from '../testing/open-calls.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

const clock = movableClock();
const api = fixture(() => startTestApi({ clock, config: { rateLimits: true } }));
const logOf = async (creator: Parameters<TestApi['call']>[2], per_page = 20) =>
  (await api.call(listOpenCalls, { per_page }, creator)).data;

describe('tokens', () => {
  test('are shown once, listed without secret, and revoked at once', async () => {
    const creator = await api.creator();
    const { data } = await api.call(createOpenToken, { name: ' Shop ' }, creator);
    expect(data).toMatchObject({ name: 'Shop', scopes: READING_SCOPES, last_used_time: null });
    expect(data.token.length).toBeGreaterThanOrEqual(43);
    const listed = await api.call(listOpenTokens, {}, creator);
    expect(listed.data.list).toMatchObject([{ token_id: data.token_id, name: 'Shop' }]);
    expect(listed.data.public_url).toBe('http://localhost');
    expect(JSON.stringify(listed)).not.toContain(data.token);
    const { token_id } = data;
    const other = await api.creator();
    expect((await api.call(revokeOpenToken, { token_id }, other)).ec).toBe(40400);
    expect((await api.call(revokeOpenToken, { token_id }, creator)).ec).toBe(200);
    expect((await api.call(listOpenTokens, {}, creator)).data.list).toEqual([]);
    expect((await api.call(revokeOpenToken, { token_id }, creator)).ec).toBe(40400);
  });

  test('are stored sealed', async () => {
    const { token } = await openProgram(api, await api.creator());
    const { rows } = await api.deps.pool.query<{ text: string }>(
      'SELECT t::text AS text FROM accounts.open_tokens t',
    );
    const secrets = [token, Buffer.from(token).toString('hex')];
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ text }) => secrets.some((one) => text.includes(one)))).toBe(false);
  });

  test('are ten at most, also when created at once; for creators only', async () => {
    const creator = await api.creator();
    const made = await Promise.all(Array.from({ length: 13 }, () => api.call(createOpenToken, {}, creator)));
    expect(made.filter(({ ec }) => ec === 200)).toHaveLength(10);
    expect(made.filter(({ ec }) => ec === 40902)).toHaveLength(3);
    expect((await api.call(createOpenToken, {}, await api.user())).ec).toBe(40300);
    const bad = { name: 'x'.repeat(31), scopes: ['everything'] };
    expect((await api.send(createOpenToken, bad, creator)).data.errors).toHaveLength(2);
  });

  test('allow only the calls of their scopes', async () => {
    const program = await openProgram(api, await api.creator(), ['plans']);
    expect((await program.call('query-plans', {})).ec).toBe(200);
    expect((await program.call('ping', { a: 1 })).ec).toBe(200);
    const { ec, data } = await program.call('query-order', {});
    expect([ec, data.explain]).toEqual([40300, 'the token lacks the scope orders']);
  });

  test('have limits of their own; over them 42900, and another token is free', async () => {
    const creator = await api.creator();
    const [one, two] = [await openProgram(api, creator, ['messages']), await openProgram(api, creator)];
    const message = { recipient: creator.user_id, content: 'x' };
    const answers = await Promise.all(Array.from({ length: 12 }, () => one.call('send-msg', message)));
    const codes = answers.map(({ ec }) => ec);
    expect(codes.filter((ec) => ec === 42900)).toHaveLength(2);
    expect(codes.filter((ec) => ec === 40902)).toHaveLength(10);
    expect((await one.call('ping', { a: 1 })).ec).toBe(200);
    expect((await two.call('ping', { a: 1 })).ec).toBe(200);
    clock.setOffset(clock.offset + 1_000);
    expect((await one.call('send-msg', message)).ec).toBe(40902);
  });
});

describe('the call log', () => {
  test('has each signed call with its code, and the last use of the token', async () => {
    const creator = await api.creator();
    const program = await openProgram(api, creator);
    await program.call('query-order', { page: 2, out_trade_no: 'a,b' });
    await program.call('send-msg', { recipient: 'r', content: 'a secret text' });
    const { list, total_count } = await logOf(creator);
    expect(total_count).toBe(2);
    const { token_id } = program;
    expect(list).toMatchObject([
      { name: 'send-msg', ec: 40300, token_id, params: '{"recipient":"r"}' },
      { name: 'query-order', ec: 200, token_id, params: '{"page":"2","out_trade_no":"a,b"}' },
    ]);
    expect(list[1]?.bytes).toBeGreaterThan(50);
    const { data } = await api.call(listOpenTokens, {}, creator);
    expect(data.list[0]?.last_used_time).toBe(list[0]?.time);
    expect((await logOf(await api.creator())).list).toEqual([]);
  });

  test('has about 1,000 calls of a creator, each of 2 KiB at most, for 30 days', async () => {
    const creator = await api.creator();
    const { token_id, call } = await openProgram(api, creator);
    const one = {
      creator_id: creator.user_id,
      token_id,
      name: 'ping',
      params: '{}',
      ec: 200,
      bytes: 1,
      ms: 1,
    };
    const many = Array.from({ length: 1_200 }, () =>
      api.deps.accounts.openCalls.record({ ...one, at: clock.now() }),
    );
    await Promise.all(many);
    const { total_count } = await logOf(creator);
    expect(total_count).toBeGreaterThanOrEqual(1_000);
    expect(total_count).toBeLessThanOrEqual(1_050);
    await call('query-order', { out_trade_no: 'x'.repeat(3_000) });
    expect((await logOf(creator)).list[0]?.params.length).toBeLessThan(100);
    await forgetExpired(api.deps.pool, clock.now() + 29 * DAY_MS);
    expect((await logOf(creator)).total_count).toBeGreaterThan(1_000);
    await forgetExpired(api.deps.pool, clock.now() + 31 * DAY_MS);
    expect((await logOf(await api.creator())).total_count).toBe(0);
    expect((await api.deps.pool.query('SELECT FROM accounts.open_calls')).rowCount).toBe(0);
  });
});

describe('the console', () => {
  test('makes a real call with a token of the creator, without showing it', async () => {
    const creator = await api.creator();
    const { token, token_id } = await openProgram(api, creator);
    const call = { token_id, name: 'ping', params: '{"page": 2}' } as const;
    const { data } = await api.call(tryOpenCall, call, creator);
    expect(data.answer).toMatchObject({ ec: 200, em: 'pong', data: { uid: creator.user_id, page: 2 } });
    expect(data.request).toMatchObject({ params: call.params, user_id: creator.user_id });
    expect(JSON.stringify(data)).not.toContain(token);
    expect((await logOf(creator)).list).toMatchObject([{ name: 'ping', token_id }]);
    const broken = await api.call(tryOpenCall, { ...call, params: '{' }, creator);
    expect([broken.ec, broken.data.answer.ec]).toEqual([200, 400003]);
  });

  test('takes no token of somebody else, and none that was revoked', async () => {
    const creator = await api.creator();
    const { token_id } = await openProgram(api, creator);
    const call = { token_id, name: 'ping', params: '{"a":1}' } as const;
    expect((await api.call(tryOpenCall, call, await api.creator())).ec).toBe(40400);
    await api.call(revokeOpenToken, { token_id }, creator);
    expect((await api.call(tryOpenCall, call, creator)).ec).toBe(40400);
    expect((await api.send(tryOpenCall, { ...call, name: 'x' }, creator)).ec).toBe(40000);
  });
});
