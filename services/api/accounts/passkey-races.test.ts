import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { renewRecoveryCodes } from '#services/contract/accounts/factors.ts';
import { signInByPasskey } from '#services/contract/accounts/passkeys.ts';
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
  await open.deps.pool.query(
    `CREATE FUNCTION accounts.other_name() RETURNS trigger LANGUAGE plpgsql
       AS 'BEGIN NEW.challenge := gen_random_uuid(); RETURN NEW; END'`,
  );
  await open.deps.pool.query(
    `CREATE TRIGGER other_name BEFORE INSERT ON accounts.used_challenges
       FOR EACH ROW EXECUTE FUNCTION accounts.other_name()`,
  );
  await open.deps.pool.query(
    `CREATE FUNCTION accounts.no_count() RETURNS trigger LANGUAGE plpgsql
       AS 'BEGIN NEW.counter := 0; RETURN NEW; END'`,
  );
  await open.deps.pool.query(
    `CREATE TRIGGER no_count BEFORE INSERT OR UPDATE ON accounts.passkeys
       FOR EACH ROW EXECUTE FUNCTION accounts.no_count()`,
  );
  return startServers(open);
});

async function post(origin: string, path: string, headers: Record<string, string>, body: object) {
  const answer = await fetch(new URL(path, origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  // The envelope that every route answers with.
  return ((await answer.json()) as { ec: number }).ec;
}

/** Sign-ins by one signature, sent to both servers at the same time. */
async function openedByOne(on: TestApi, servers: Servers): Promise<number> {
  pass(on, 900_000);
  const { authenticator } = await withPasskey(on, await leaver(on));
  const { data, cookie } = await challengeFor(on);
  const credential = authenticator.sign(data);
  atOneTime(servers);
  const codes = await Promise.all(
    [0, 1].map((n) => post(servers.origin(n), signInByPasskey.path, { cookie }, { credential })),
  );
  return codes.filter((ec) => ec === 200).length;
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
    const codes = await Promise.all(
      [user.token, other].map((token, n) =>
        post(guarded.origin(n), renewRecoveryCodes.path, { authorization: `Bearer ${token}`, ...header }, {}),
      ),
    );
    expect(codes).toEqual([200, 40104]);
  }
});
