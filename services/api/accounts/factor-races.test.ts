import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { login } from '#services/contract/accounts/accounts.ts';
import { secondFactor } from '#services/contract/accounts/factors.ts';
import { alwaysWritten } from '../testing/always-written.ts';
import { leaver, PASSWORD } from '../testing/leaving.ts';
import { goesWrong } from '../testing/race.ts';
import { atOneTime, nextCode, pass, withTotp } from '../testing/second-factor.ts';
import { type Servers, startServers } from '../testing/servers.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));
const guarded = fixture(() => startServers(api));
const open = fixture(() => startTestApi({ projections: false }));
const careless = fixture(async () => {
  // The control: the last step is never raised, and a used recovery code comes back.
  const value = 'CASE WHEN OLD.confirmed_at IS NULL THEN NEW.last_step ELSE OLD.last_step END';
  const step = { table: 'accounts.totp', column: 'last_step', value, on: 'UPDATE' } as const;
  await alwaysWritten(open.deps.pool, step);
  return startServers(open);
});

/** Sessions that one code opens, typed at two sign-ins at the same time. */
async function openedByOne(on: TestApi, servers: Servers): Promise<number> {
  pass(on, 900_000);
  const user = await leaver(on);
  const { secret } = await withTotp(on, user);
  const halves = await Promise.all(
    [0, 1].map(async () => (await on.call(login, { account: user.account, password: PASSWORD })).data),
  );
  const code = nextCode(on, secret);
  atOneTime(servers);
  const answers = await Promise.all(
    halves.map(({ half_token = '' }, n) => servers.call(n, secondFactor, { half_token, code }, user)),
  );
  return answers.filter(({ ec }) => ec === 200).length;
}

test('one code at two sign-ins on two servers opens one session', async () => {
  for (let round = 0; round < 10; round += 1) expect(await openedByOne(api, guarded)).toBe(1);
});

test('negative control: without the last step it opens two', async () => {
  expect(await goesWrong(async () => (await openedByOne(open, careless)) > 1)).toBe(true);
});

test('of 60 guesses at the second step on two servers ten are checked', async () => {
  pass(api, 900_000);
  const user = await leaver(api);
  await withTotp(api, user);
  const { data } = await api.call(login, { account: user.account, password: PASSWORD });
  const { half_token = '' } = data;
  atOneTime(guarded);
  const tries = Array.from({ length: 60 }, (_, n) =>
    guarded.call(n, secondFactor, { half_token, code: `AAAAA-0${n + 1000}` }, user),
  );
  const codes = (await Promise.all(tries)).map(({ ec }) => ec);
  expect(codes.filter((code) => code === 40000)).toHaveLength(10);
  expect(codes.filter((code) => code === 42900)).toHaveLength(50);
});
