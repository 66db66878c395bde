import { expect, onTestFinished, test, vi } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { accessToken, oauthPerson } from '#services/contract/open/oauth.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { oauthProgram } from '../../testing/oauth-calls.ts';
import { startTestApi } from '../../testing/test-api.ts';

const MINUTE_MS = 60_000;

const clock = movableClock();
const api = fixture(() => startTestApi({ clock, projections: false, config: { rateLimits: true } }));
const owner = fixture(() => api.creator('Lin'));
const shop = fixture(() => oauthProgram(api, owner));

/** The tables that these calls write, and the log. */
async function stored() {
  const { pool, log } = api.deps;
  const { rows } = await pool.query('SELECT * FROM accounts.oauth_grants ORDER BY grant_id');
  return { rows, counts: await counts(), head: await log.head() };
}
const counts = async () =>
  (await api.deps.pool.query('SELECT * FROM accounts.attempts ORDER BY subject')).rows;
/** All that was counted so far becomes this many. */
const counted = (count: number) =>
  api.deps.pool.query('UPDATE accounts.attempts SET count = $1, day_count = $1', [count]);

test('a person allows applications 30 times in 15 minutes', async () => {
  const fan = await api.user();
  expect((await shop.allow(fan)).ec).toBe(200);
  await counted(29);
  expect((await shop.allow(fan)).ec).toBe(200);
  const before = await stored();
  expect((await shop.allow(fan)).ec).toBe(42900);
  expect(await stored()).toEqual(before);
  // Another person is not affected, and the limit passes.
  expect((await shop.allow(await api.user())).ec).toBe(200);
  clock.setOffset(clock.offset + 16 * MINUTE_MS);
  expect((await shop.allow(fan)).ec).toBe(200);
});

test('an application calls for tokens 600 times a minute; its code stays valid', async () => {
  const fan = await api.user();
  const { data } = await shop.exchange(await shop.code(fan));
  const code = await shop.code(fan);
  await counted(600);
  const before = await stored();
  const answers = [await shop.exchange(code), await shop.revoke(data.access_token)];
  for (const answer of answers) {
    expect([answer.status, answer.ec, answer.error]).toEqual([429, 42900, 'temporarily_unavailable']);
  }
  expect(await stored()).toEqual(before);
  clock.setOffset(clock.offset + 2 * MINUTE_MS);
  expect((await shop.exchange(code)).ec).toBe(200);
});

test('strangers cannot use up the calls of a program whose id everybody knows', async () => {
  const { client_id } = await oauthProgram(api, owner, false);
  const wrongCode = async (remoteAddress: string) => {
    const payload = { client_id, grant_type: 'authorization_code', code: 'wrong' };
    const answer = await api.app.inject({ method: 'POST', url: accessToken.path, payload, remoteAddress });
    return answer.json().error;
  };
  expect(await wrongCode('192.0.2.66')).toBe('invalid_grant');
  await counted(600);
  expect(await wrongCode('192.0.2.66')).toBe('temporarily_unavailable');
  expect(await wrongCode('192.0.2.67')).toBe('invalid_grant');
  clock.setOffset(clock.offset + 2 * MINUTE_MS);
});

test('an address reads persons 1,200 times a minute, with right and wrong tokens', async () => {
  const fan = await api.user();
  const { data } = await shop.exchange(await shop.code(fan));
  const read = async (token: string, remoteAddress = '192.0.2.1') => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await api.app.inject({ method: 'GET', url: oauthPerson.path, headers, remoteAddress });
    const { ec, error } = answer.json();
    return [answer.statusCode, ec, error];
  };
  // The minute does not pass, however slow the machine is.
  const frozen = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => frozen.mockRestore());
  expect(await read(data.access_token)).toEqual([200, 200, undefined]);
  for (let n = 1; n < 1_200; n += 1) expect((await read('wrong'))[0]).toBe(401);
  expect(await read(data.access_token)).toEqual([429, 42900, 'temporarily_unavailable']);
  expect((await read(data.access_token, '192.0.2.2'))[0]).toBe(200);
}, 60_000);

test('an address guesses 20 secrets a minute; then a right one is refused, too', async () => {
  const fan = await api.user();
  const code = await shop.code(fan);
  const before = await stored();
  const { client_secret } = shop;
  for (let n = 0; n < 20; n += 1) {
    const { status, error } = await shop.exchange(code, { client_secret: `wrong ${n}` });
    expect([status, error]).toEqual([401, 'invalid_client']);
  }
  for (const secret of ['wrong', client_secret ?? '']) {
    const { status, ec, error } = await shop.exchange(code, { client_secret: secret });
    expect([status, ec, error]).toEqual([429, 42900, 'temporarily_unavailable']);
  }
  expect(await stored()).toEqual(before);
});
