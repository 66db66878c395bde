import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { USER_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { getMyProfile, login } from '#services/contract/accounts/accounts.ts';
import { enterByToken } from '#services/contract/accounts/binding.ts';
import { confirmTotp, setUpTotp } from '#services/contract/accounts/factors.ts';
import { changePassword, quickLogin, sendQlCode } from '#services/contract/accounts/passport.ts';
import { revokeSessions } from '#services/contract/accounts/sessions.ts';
import { changeUserStatus } from '#services/contract/staff/users.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { leaver, PASSWORD } from '../testing/leaving.ts';
import { atOneTime, confirmedBy, mailedCode, shownCode } from '../testing/second-factor.ts';
import { type Answer, type Servers, startServers } from '../testing/servers.ts';
import { startTestApi, type TestApi, type TestUser } from '../testing/test-api.ts';
import { withoutLocks } from '../testing/without-locks.ts';

const GATE = 7_001;
const POLL = { interval: 10, timeout: 30_000 };

/** A new session waits at the gate before it is written, while `closed` runs. */
async function addGate({ deps: { pool } }: TestApi): Promise<void> {
  await pool.query(
    `CREATE FUNCTION accounts.wait_at_gate() RETURNS trigger LANGUAGE plpgsql
       AS 'BEGIN PERFORM pg_advisory_xact_lock_shared(${GATE}); RETURN NEW; END'`,
  );
  await pool.query(
    `CREATE TRIGGER wait_at_gate BEFORE INSERT ON accounts.sessions
       FOR EACH ROW EXECUTE FUNCTION accounts.wait_at_gate()`,
  );
}

async function whileGateIsClosed<T>({ deps: { pool } }: TestApi, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [GATE]);
    return await work();
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [GATE]);
    client.release();
  }
}

/** Statements that wait for a lock in this database. */
async function waiting({ deps: { pool } }: TestApi): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE NOT granted AND datname = current_database()`,
  );
  return rows[0]?.n ?? 0;
}

const api = fixture(() => startTestApi({ projections: false }));
const guarded = fixture(async () => {
  await addGate(api);
  return startServers(api);
});
/** The control: nothing locks the person. */
let open: TestApi;
let careless: Servers;
beforeAll(async () => {
  open = await startTestApi({ projections: false });
  await addGate(open);
  const { pool } = open.deps;
  const connect = pool.connect.bind(pool);
  const bare = withoutLocks(Object.assign(Object.create(pool), { connect }));
  // The pool’s own statements pass a callback.
  Object.assign(pool, { connect: (done?: never) => (done ? connect(done) : bare.connect()) });
  careless = await startServers(open);
});
afterAll(async () => {
  await careless?.close();
  await open?.close();
});

type Person = Awaited<ReturnType<typeof leaver>>;
type Act = (servers: Servers, on: TestApi, person: Person) => Promise<(n: number) => Promise<Answer<object>>>;

/** Prepares a sign-in, then does it. */
const signIns: Readonly<Record<string, Act>> = {
  password: async (servers, _, person) => (n) =>
    servers.call(n, login, { account: person.account, password: PASSWORD }, person),
  code: async (servers, on, person) => {
    await on.data(sendQlCode, { account: person.account, account_type: 'email' });
    const [message] = (await on.data(sandboxOutbox, { account: person.account })).list;
    return (n) => servers.call(n, quickLogin, { account: person.account, code: message?.code ?? '' }, person);
  },
  token: async (servers, on, person) => {
    const opened = await on.deps.accounts.sessions.open(person.user_id);
    const atn = on.app.sessionTokens.issue(opened);
    return (n) => servers.call(n, enterByToken, { atn }, person);
  },
};

/** Prepares what ends all other sessions, then does it. */
const changes: Readonly<Record<string, Act>> = {
  'a second factor is switched on': async (servers, on, person) => {
    const headers = confirmedBy(await mailedCode(on, person));
    const { secret } = await on.data(setUpTotp, {}, person, headers);
    return (n) => servers.call(n, confirmTotp, { code: shownCode(on, secret) }, person);
  },
  'the password is changed': async (servers, _, person) => (n) =>
    servers.call(n, changePassword, { old_password: PASSWORD, new_password: 'another horse' }, person),
  'everything is signed out': async (servers, _, person) => (n) =>
    servers.call(n, revokeSessions, {}, person),
  'the person is banned': async (servers, on, { user_id }) => {
    const admin = await on.staff('admin');
    const change = { user_id, status: USER_STATUS.banned, reason: 'reported' } as const;
    return (n) => servers.call(n, changeUserStatus, change, admin);
  },
};

/** Whether a session that one server is writing outlives the change at the other server. */
async function outlives(on: TestApi, servers: Servers, signIn: Act, change: Act): Promise<boolean> {
  const person = await leaver(on);
  const [enter, act] = [await signIn(servers, on, person), await change(servers, on, person)];
  atOneTime(servers);
  const [entered, changed] = await whileGateIsClosed(on, async () => {
    const entering = enter(0);
    await vi.waitFor(async () => expect(await waiting(on)).toBe(1), POLL);
    let isDone = false;
    const changing = act(1).finally(() => {
      isDone = true;
    });
    await vi.waitFor(async () => expect(isDone || (await waiting(on)) > 1).toBe(true), POLL);
    return [entering, changing] as const;
  }).then((both) => Promise.all(both));
  expect(changed.ec).toBe(200);
  const { auth_token: token } = entered.data as { auth_token?: string };
  if (token === undefined) return false;
  const session: TestUser = { ...person, token };
  return (await servers.call(1, getMyProfile, {}, session)).ec === 200;
}

describe.each(Object.entries(changes))('while %s, a session that opens ends', (_, change) => {
  test.each(Object.entries(signIns))('by %s', async (_way, signIn) => {
    expect(await outlives(api, guarded, signIn, change)).toBe(false);
  });
});

test('negative control: without the lock of the person it stays', async () => {
  const [byPassword, byToken] = [signIns.password, signIns.token];
  const change = changes['a second factor is switched on'];
  if (!byPassword || !byToken || !change) throw new Error('no such act');
  expect(await outlives(open, careless, byPassword, change)).toBe(true);
  expect(await outlives(open, careless, byToken, change)).toBe(true);
});
