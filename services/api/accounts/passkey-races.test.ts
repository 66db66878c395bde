import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { renewRecoveryCodes } from '#services/contract/accounts/factors.ts';
import { signInByPasskey } from '#services/contract/accounts/passkeys.ts';
import { alwaysWritten } from '../testing/always-written.ts';
import { leaver } from '../testing/leaving.ts';
import { challengeFor, confirmingSignature, signedBy, withPasskey } from '../testing/passkeys.ts';
import { goesWrong } from '../testing/race.ts';
import { atOneTime, pass } from '../testing/second-factor.ts';
import { type Servers, startServers } from '../testing/servers.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));
const guarded = fixture(() => startServers(api));
const open = fixture(() => startTestApi({ projections: false }));
const careless = fixture(async () => {
  // The control: a used challenge gets another name, and counters stay.
  const { pool } = open.deps;
  const challenge = { table: 'accounts.used_challenges', column: 'challenge', value: 'gen_random_uuid()' };
  await alwaysWritten(pool, challenge);
  await alwaysWritten(pool, { table: 'accounts.passkeys', column: 'counter', value: '0' });
  return startServers(open);
});

/** Sign-ins by one signature, sent to both servers at the same time. */
async function openedByOne(on: TestApi, servers: Servers): Promise<number> {
  pass(on, 900_000);
  const { authenticator } = await withPasskey(on, await leaver(on));
  const { data, cookie } = await challengeFor(on);
  const credential = authenticator.sign(data);
  atOneTime(servers);
  const answers = await Promise.all(
    [0, 1].map((n) => servers.callWith(n, signInByPasskey, { credential }, { cookie })),
  );
  return answers.filter(({ ec }) => ec === 200).length;
}

test('one signature at two servers opens one session', async () => {
  for (let round = 0; round < 10; round += 1) expect(await openedByOne(api, guarded)).toBe(1);
});

test('negative control: without the used challenges it opens two', async () => {
  expect(await goesWrong(async () => (await openedByOne(open, careless)) > 1)).toBe(true);
});

/** Calls that one signature confirms in two sessions, sent to both servers at the same time. */
test('one signature confirms on one server, and only in its session', async () => {
  for (let round = 0; round < 5; round += 1) {
    const user = await leaver(api);
    const { authenticator } = await withPasskey(api, user);
    pass(api, 300_000);
    const session = await api.deps.accounts.sessions.open(user.user_id);
    const other = api.app.sessionTokens.issue(session);
    const header = signedBy(await confirmingSignature(api, user, authenticator));
    atOneTime(guarded);
    const answers = await Promise.all(
      [user.token, other].map((token, n) =>
        guarded.callWith(n, renewRecoveryCodes, {}, { authorization: `Bearer ${token}`, ...header }),
      ),
    );
    // New codes end the other sessions: one that comes later is refused as ended.
    const [first, second] = answers.map(({ ec }) => ec);
    expect(first).toBe(200);
    expect([40_104, 40_101]).toContain(second);
  }
});
