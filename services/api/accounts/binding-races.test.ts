import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import {
  bindAccount,
  changeAccountNo,
  checkChangeOldCode,
  sendBindCode,
  sendChangeNewCode,
  sendChangeOldCode,
} from '#services/contract/accounts/binding.ts';
import { quickLogin, sendQlCode } from '#services/contract/accounts/passport.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { openBinding } from '#services/modules/accounts/codes/binding.ts';
import { openSmsLimits } from '#services/modules/accounts/codes/sms-limits.ts';
import { openMembers } from '#services/modules/accounts/members.ts';
import { openPasswords } from '#services/modules/accounts/passwords.ts';
import { openVerifyCodes } from '#services/modules/accounts/verify-codes.ts';
import { blindIndexWith, keyedHash } from '#services/modules/messages/account-name.ts';
import { keptKeys } from '#services/runtime/keys/kept-keys.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { leaver } from '../testing/leaving.ts';
import { goesWrong } from '../testing/race.ts';
import { type Servers, startServers } from '../testing/servers.ts';
import { startTestApi, type TestApi, type TestUser } from '../testing/test-api.ts';
import { withoutLocks } from '../testing/without-locks.ts';

const api = fixture(() => startTestApi({ projections: false }));
const guarded = fixture(() => startServers(api));

/** The control: neither the person nor a kind of address is locked. */
let open: TestApi;
let careless: Servers;
beforeAll(async () => {
  open = await startTestApi({ projections: false });
  await open.deps.pool.query('DROP INDEX accounts.logins_by_user');
  const { pool, clock, vault, outbox, accounts } = open.deps;
  const { attempts, sessions, addressesOf } = accounts;
  const secrets = secretsOf(open.databaseUrl);
  const index = blindIndexWith(secrets.ring('lookup'));
  const ids = keyedHash((await keptKeys(pool, secrets)).ids);
  const passwords = openPasswords(pool, clock);
  const binding = openBinding({
    pool: withoutLocks(pool),
    clock,
    ids,
    vault,
    members: openMembers({ pool, clock, vault, passwords, index, ids }),
    codes: openVerifyCodes(pool, clock, attempts),
    outbox,
    sms: openSmsLimits({ pool, clock, attempts, perDay: 100_000 }),
    sessions,
    addressesOf,
  });
  careless = await startServers(open, true, { accounts: { ...accounts, binding } });
});
afterAll(async () => {
  await careless?.close();
  await open?.close();
});

const pass = ({ deps: { clock } }: TestApi, ms: number) => clock.setOffset(clock.offset + ms);
let numbers = 0;
const newPhone = () => {
  numbers += 1;
  return `+861390000${String(1_000 + numbers)}`;
};
const phone = (account: string) => ({ account, account_type: 'phone' }) as const;

async function codeTo(at: TestApi, account: string): Promise<string> {
  const { list } = await at.data(sandboxOutbox, { account });
  const code = list.find((one) => one.code !== '')?.code;
  if (code === undefined) throw new Error(`no code to ${account}`);
  return code;
}

async function rowsOf({ deps: { pool } }: TestApi, { user_id }: TestUser) {
  const counted = async (table: string): Promise<number> => {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM accounts.${table} WHERE user_id = $1 AND kind = 'phone'`,
      [user_id],
    );
    return rows[0]?.count ?? 0;
  };
  return { logins: await counted('logins'), vault: await counted('vault') };
}

/** With one proof each, from two devices of one person. */
async function changeTwice(at: TestApi, servers: Servers) {
  const user = await leaver(at);
  const proofs: { account: string; code: string; code_old_account: string }[] = [];
  for (const account of [newPhone(), newPhone()]) {
    await at.data(sendChangeOldCode, { account_type: 'email' }, user);
    const code = await codeTo(at, user.account);
    const { code_old_account } = await at.data(checkChangeOldCode, { account_type: 'email', code }, user);
    await at.data(sendChangeNewCode, { ...phone(account), code_old_account }, user);
    proofs.push({ account, code: await codeTo(at, account), code_old_account });
    pass(at, 181_000);
  }
  const answers = await Promise.all(proofs.map((proof, n) => servers.call(n, changeAccountNo, proof, user)));
  return { codes: answers.map(({ ec }) => ec).sort(), rows: await rowsOf(at, user) };
}

it('of two changes in the same second on two servers one succeeds, and nothing is left of the other', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { codes, rows } = await changeTwice(api, guarded);
    expect(codes).toEqual([200, 401]);
    expect(rows).toEqual({ logins: 1, vault: 1 });
  }
});

it('negative control: without locks a person ends with two numbers', async () => {
  const twice = async () => (await changeTwice(open, careless)).rows.logins > 1;
  expect(await goesWrong(twice, 12)).toBe(true);
});

it('of two people who prove one number at the same time one gets it', async () => {
  for (let round = 0; round < 4; round += 1) {
    const number = newPhone();
    const people = [await leaver(api), await leaver(api)];
    const proofs: string[] = [];
    for (const user of people) {
      await api.data(sendBindCode, phone(number), user);
      proofs.push(await codeTo(api, number));
    }
    const answers = await Promise.all(
      people.map((user, n) => guarded.call(n, bindAccount, { account: number, code: proofs[n] ?? '' }, user)),
    );
    expect(answers.map(({ ec }) => ec).sort()).toEqual([200, 40000]);
    const rows = await Promise.all(people.map((user) => rowsOf(api, user)));
    expect(rows.map(({ logins }) => logins).sort()).toEqual([0, 1]);
    expect(rows.map(({ vault }) => vault).sort()).toEqual([0, 1]);
  }
});

it('a code of a sign-in opens one session on two servers, and 400 guesses are counted together', async () => {
  const user = await leaver(api);
  await api.data(sendQlCode, { account: user.account, account_type: 'email' });
  const body = { account: user.account, code: await codeTo(api, user.account) };
  const uses = await Promise.all(
    Array.from({ length: 6 }, (_, n) => guarded.call(n, quickLogin, body, user)),
  );
  expect(uses.filter(({ ec }) => ec === 200)).toHaveLength(1);
  const guesses = Array.from({ length: 400 }, (_, n) =>
    guarded.call(n, quickLogin, { account: `nobody${n}@example.com`, code: '000000' }, user),
  );
  const judged = (await Promise.all(guesses)).filter(({ ec }) => ec === 40000);
  expect(judged.length).toBeLessThanOrEqual(30);
});
