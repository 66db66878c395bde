import { describe, expect, test } from 'vitest';
import { USER_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { listOpenCalls, listOpenTokens, revokeOpenToken } from '#services/contract/open/developer.ts';
import { checked, openProgram } from '../testing/open-calls.ts';
import { type Reply, sent } from '../testing/sent.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';
import { isSignedBy, signatureOf, signedCallOf } from './signed-call.ts';

const api = fixture(() => startTestApi({ projections: false }));
const creator = fixture(() => api.creator());
const program = fixture(() => openProgram(api, creator));
interface Answered {
  uid?: string;
  page?: number;
  explain?: string;
  debug?: { kv_string: string };
  request: { user_id: string; params: string; ts: number; sign: string };
}
const FORM = 'application/x-www-form-urlencoded';

/** A ping with this body; its answer fits the contract. */
async function ping(payload: object | string = '', type?: string, query = ''): Promise<Reply<Answered>> {
  const headers = type === undefined ? {} : { 'content-type': type };
  const url = `/api/open/ping${query}`;
  const answer = await sent<Answered>(api.app, { method: 'POST', url, payload, headers });
  checked('ping', answer);
  expect(answer.status).toBe(200);
  return answer;
}
const codeOf = async (payload: object | string, type?: string) => (await ping(payload, type)).ec;
const seconds = () => Math.floor(api.deps.clock.now() / 1000);

test('the published example has its signature', () => {
  const call = { params: '{"a":333}', ts: '1624339905', user_id: 'abc' };
  expect(signatureOf('123', call)).toBe('a4acc28b81598b7e5d84ebdc3e91710c');
  expect(isSignedBy('123', { ...call, sign: 'a4acc28b81598b7e5d84ebdc3e91710c' })).toBe(true);
  expect(isSignedBy('123', { ...call, sign: 'A4ACC28B81598B7E5D84EBDC3E91710C' })).toBe(false);
  expect(isSignedBy('124', { ...call, sign: 'a4acc28b81598b7e5d84ebdc3e91710c' })).toBe(false);
});

describe('fields arrive', () => {
  test.each([
    ['as JSON', () => ['application/json', JSON.stringify(program.signed({ a: 1 }))]],
    [
      'as JSON with a charset',
      () => ['application/json; charset=GBK', JSON.stringify(program.signed({ a: 1 }))],
    ],
    ['as a form', () => [FORM, String(new URLSearchParams(program.signed({ a: 1 })))]],
    [
      'as a form with a charset',
      () => [`${FORM};charset=utf-8`, String(new URLSearchParams(program.signed({ a: 1 })))],
    ],
  ])('%s', async (_, request) => {
    const [type = '', body = ''] = request();
    const { ec, em, data } = await ping(body, type);
    expect([ec, em, data.uid, data.page]).toEqual([200, 'pong', creator.user_id, 1]);
  });

  test('in the query, also with an empty body; the body has priority', async () => {
    const { sign, ...rest } = program.signed({ page: 7 });
    const query = `?${new URLSearchParams({ ...rest, sign })}`;
    expect((await ping('', undefined, query)).data.page).toBe(7);
    const wrong = `?${new URLSearchParams({ ...rest, sign: 'x' })}`;
    expect((await ping({ sign }, 'application/json', wrong)).ec).toBe(200);
    expect((await ping({ sign: 'x' }, 'application/json', query)).ec).toBe(400005);
  });

  test('with white space in params and numbers as they were written', async () => {
    expect(await codeOf(program.signed(' { "a" : 1 }\n'))).toBe(200);
    const ts = `${seconds()}.50`;
    const { sign, params, user_id } = program.signed({ a: 1 }, ts);
    const body = `{"user_id":"${user_id}","params":${JSON.stringify(params)},"ts":${ts},"sign":"${sign}"}`;
    const { ec, data } = await ping(body, 'application/json');
    expect([ec, data.request.ts]).toEqual([200, Number(ts)]);
  });

  test('with fields that are unknown: they are ignored', async () => {
    expect(await codeOf({ ...program.signed({ a: 1 }), version: 2, more: { deep: [] } })).toBe(200);
  });

  test('the token is never among them', () => {
    const call = signedCallOf(JSON.stringify({ ...program.signed({}), token: program.token }), {});
    expect(JSON.stringify(call)).not.toContain(program.token);
  });
});

describe('a ping', () => {
  test('echoes the request and the page, given as number or text', async () => {
    const call = program.signed({ page: '3' });
    const { data } = await ping(call);
    expect(data).toEqual({ uid: creator.user_id, page: 3, request: { ...call, ts: Number(call.ts) } });
    expect((await ping(program.signed({ page: 4 }))).data.page).toBe(4);
  });

  test('with empty params is refused; any key is enough', async () => {
    expect(await codeOf(program.signed({}))).toBe(400001);
    expect(await codeOf(program.signed({ dummy: '' }))).toBe(200);
  });
});

describe('errors', () => {
  const expectFailure = async (body: object | string, ec: number, em: string, explain: string) => {
    const answer = await ping(body);
    expect([answer.ec, answer.em]).toEqual([ec, em]);
    expect(answer.data.explain).toContain(explain);
    return answer.data;
  };

  test.each(['user_id', 'params', 'ts', 'sign'])('400001 without %s', async (field) => {
    const { [field as 'ts']: _, ...rest } = program.signed({ a: 1 });
    await expectFailure(rest, 400001, 'params incomplete', field);
    await expectFailure({ ...rest, [field]: null }, 400001, 'params incomplete', field);
  });

  test.each(['', '{', '[]', 'null', '\0', '{"user_id":'.repeat(10)])(
    '400001 for the body %j',
    async (body) => {
      expect(await codeOf(body, 'application/json')).toBe(400001);
    },
  );

  test('400002 for a time more than 3600 s away, in both directions', async () => {
    const at = (difference: number) => codeOf(program.signed({ a: 1 }, String(seconds() + difference)));
    expect(await Promise.all([at(-3_590), at(3_590)])).toEqual([200, 200]);
    expect(await Promise.all([at(-3_610), at(3_610)])).toEqual([400002, 400002]);
    const explain = 'ts is outdated, 3600s latency was allowed';
    const stale = program.signed({ a: 1 }, 'soon');
    expect((await expectFailure(stale, 400002, 'time was expired', explain)).request.ts).toBe(0);
    const endless = program.signed({ a: 1 }, '-Infinity');
    expect((await expectFailure(endless, 400002, 'time was expired', explain)).request.ts).toBe(0);
  });

  test.each(['{"a":1', 'a=1', '[1]', '"a"', '1', 'null'])('400003 for params %s', async (params) => {
    await expectFailure(program.signed(params), 400003, 'params was not valid json string', 'JSON');
  });

  test('400003 for params that are no string', async () => {
    await expectFailure(
      { ...program.signed({ a: 1 }), params: { a: 1 } },
      400003,
      'params was not valid json string',
      'JSON',
    );
  });

  test('for values that have no text of their own', async () => {
    const odd = { toString: 1 };
    for (const value of [odd, [odd]]) {
      expect(await codeOf({ user_id: value, params: '{}', ts: 1, sign: 'x' })).toBe(400001);
      expect(await codeOf({ ...program.signed({ a: 1 }), user_id: value })).toBe(400004);
      expect((await ping(program.signed({ page: value }))).data.page).toBe(1);
    }
  });

  test('400004 without a token, for an unknown creator, and for a token that was revoked', async () => {
    const other = await api.creator();
    const em = 'no valid token found';
    for (const user_id of [other.user_id, 'nobody', '\0']) {
      await expectFailure({ ...program.signed({ a: 1 }), user_id }, 400004, em, 'no token');
    }
    const [one, second] = [await openProgram(api, other), await openProgram(api, other)];
    expect(await codeOf(one.signed({ a: 1 }))).toBe(200);
    await api.call(revokeOpenToken, { token_id: one.token_id }, other);
    await expectFailure(one.signed({ a: 1 }), 400004, em, 'revoked');
    expect(await codeOf(second.signed({ a: 1 }))).toBe(200);
  });

  test('400004 for a creator who was banned', async () => {
    const other = await api.creator();
    const own = await openProgram(api, other);
    expect(await codeOf(own.signed({ a: 1 }))).toBe(200);
    const ban = 'UPDATE accounts.users SET status = $2 WHERE id = $1';
    await api.deps.pool.query(ban, [other.user_id, USER_STATUS.banned]);
    expect(await codeOf(own.signed({ a: 1 }))).toBe(400004);
  });

  test('400005 for a wrong signature, with the text that is signed', async () => {
    const call = { ...program.signed({ a: 1 }), sign: 'f'.repeat(32) };
    const data = await expectFailure(call, 400005, 'sign validation failed', 'md5');
    const kv_string = `params{"a":1}ts${call.ts}user_id${creator.user_id}`;
    expect(data.debug).toEqual({ kv_string });
    expect(data.request).toEqual({ ...call, ts: Number(call.ts) });
    expect(await codeOf({ ...call, sign: program.signed({ a: 1 }).sign.toUpperCase() })).toBe(400005);
  });

  test('none of them writes anything', async () => {
    const other = await api.creator();
    const own = await openProgram(api, other);
    const call = own.signed({ a: 1 });
    for (const wrong of [{ sign: 'x' }, { ts: '1' }, { params: '{' }, { user_id: '' }]) {
      expect(await codeOf({ ...call, ...wrong })).toBeGreaterThan(400_000);
    }
    // A call that would write.
    const { plan_id } = await savePlan(api, other, sponsorshipForm);
    const head = await api.deps.log.head();
    const reply = own.signed({ plan_id, auto_reply: 'hello' });
    for (const wrong of [{ sign: 'x' }, { ts: '1' }, { user_id: creator.user_id }]) {
      const payload = { ...reply, ...wrong };
      const answer = await sent(api.app, { method: 'POST', url: '/api/open/update-plan-reply', payload });
      expect([400002, 400005]).toContain(answer.ec);
    }
    expect(await api.deps.log.head()).toBe(head);
    expect((await api.call(listOpenCalls, {}, other)).data.total_count).toBe(0);
    expect((await api.call(listOpenTokens, {}, other)).data.list[0]?.last_used_time).toBe(null);
  });

  test('400001 for a form of many pairs, 400003 for params of many values', async () => {
    const form = String(new URLSearchParams(program.signed({ a: 1 })));
    expect(await codeOf(`${form}${'&a'.repeat(90)}`, FORM)).toBe(200);
    expect(await codeOf(`${form}${'&a'.repeat(30_000)}`, FORM)).toBe(400001);
    expect(await codeOf(program.signed({ a: Array(1_000).fill(1) }))).toBe(200);
    expect(await codeOf(program.signed({ a: Array(2_001).fill(1) }))).toBe(400003);
    expect(await codeOf({ ...program.signed({ a: 1 }), more: Array(2_001).fill(1) })).toBe(400001);
  });

  test('40000 for a body over 64 KiB; lines of replies have 1 MiB', async () => {
    const call = program.signed({ plan_id: 'a', auto_random_reply: 'x'.repeat(900_000) });
    expect((await ping(call)).ec).toBe(40000);
    const url = '/api/open/update-plan-reply';
    expect((await sent(api.app, { method: 'POST', url, payload: call })).ec).toBe(40300);
  });

  test('have HTTP status 200, also a body that is too large', async () => {
    const { ec, data } = await ping('x'.repeat(1_100_000), 'text/plain');
    expect([ec, data.request.sign]).toEqual([40000, '']);
  });
});

test('names outside the interface are not found; nothing redirects', async () => {
  for (const url of ['/api/open/nothing', '/api/open/ping/', '/api/open']) {
    const { status, ec } = await sent(api.app, { method: 'POST', url, payload: program.signed({ a: 1 }) });
    expect([status, ec]).toEqual([200, 40400]);
  }
});
