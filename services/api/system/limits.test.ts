import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import type { Endpoint, InputOf } from '#services/contract/endpoint.ts';
import { addressOf } from '#services/contract/endpoint.ts';
import { startTestApi } from '../testing/test-api.ts';
import { limitsOfAddresses } from './testing/limits/addresses.ts';
import { limitsOfCodes } from './testing/limits/codes.ts';
import { limitsOfContent } from './testing/limits/content.ts';
import { limitsOfOrders } from './testing/limits/orders.ts';
import { limitsOfPeople } from './testing/limits/people.ts';
import { limitsOfPrograms } from './testing/limits/programs.ts';
import type { Asking, Callers, Row } from './testing/limits/row.ts';
import { limitsOfSignIn } from './testing/limits/sign-in.ts';

/** Two API processes on one database, with all limits. */
const api = fixture(() => startTestApi({ config: { rateLimits: true } }));
let apps: (typeof api.app)[] = [];
/** Both have one time, also after a row that moves it. */
let atOneTime: () => void;
beforeAll(async () => {
  const other = await api.another();
  await api.join();
  await other.join();
  apps = [api.app, other.app];
  atOneTime = () => other.deps.clock.setOffset(api.deps.clock.offset);
  await vi.waitFor(() => expect(api.deps.replicas.others()).toHaveLength(1), { timeout: 20_000 });
});
const at = (n: number) => apps[n % 2]!;

let addresses = 0;
/** One that nothing was counted at. */
const newAddress = (): string => {
  addresses += 1;
  return `2001:db8:${addresses.toString(16)}::1`;
};

/** The `ec` of a call at the n-th server; 42900 also for HTTP 429. */
async function ask(n: number, url: string, asking: Asking): Promise<number> {
  const { as, headers, address = newAddress(), ...rest } = asking;
  const { statusCode, body } = await at(n).inject({
    url,
    remoteAddress: address,
    headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...headers },
    ...rest,
  });
  if (statusCode === 429) return 42900;
  return (JSON.parse(body) as { ec?: number }).ec ?? statusCode;
}
function call<E extends Endpoint>(n: number, endpoint: E, input: InputOf<E>, asking: Asking = {}) {
  const { url, rest } = addressOf(endpoint, input);
  if (endpoint.method !== 'GET') return ask(n, url, { method: 'POST', payload: rest, ...asking });
  const query = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  return ask(n, url, { query, ...asking });
}

const callers: Callers = { api: () => api, ask, call, newAddress };
/** Every limit of calls, each with a caller who reaches it. */
const rows = [
  limitsOfAddresses,
  limitsOfSignIn,
  limitsOfCodes,
  limitsOfPeople,
  limitsOfOrders,
  limitsOfContent,
  limitsOfPrograms,
].flatMap((limits) => limits(callers));

const WINDOW_STAYS_MS = 60_000;

/** Everything that was counted by this row becomes `count`, and `today`. */
async function setCount({ counter }: Row, count: number, today = count): Promise<void> {
  const { pool, clock } = api.deps;
  // However slow the machine is, the window does not end during the calls that follow.
  const open = [count, today, clock.now() + WINDOW_STAYS_MS];
  const attempts = 'UPDATE accounts.attempts SET count = $1, day_count = $2, window_start = $3';
  const changed = () => {
    if (typeof counter === 'function')
      return pool.query(`${attempts} WHERE subject = $4`, [...open, counter()]);
    return typeof counter === 'string'
      ? pool.query(attempts, open)
      : pool.query('UPDATE runtime.shared_counts SET count = $1 WHERE key ~ $2', [count, counter.source]);
  };
  // Rough counts are shared within a second.
  await vi.waitFor(async () => expect((await changed()).rowCount).toBeGreaterThan(0), 20_000);
}

const TRIES = 10;

describe.each(rows.filter((row) => row.counter !== 'own'))('$limit: $most of $what', (row) => {
  test('over two processes', async () => {
    const { pool } = api.deps;
    const guess = await row.setUp();
    atOneTime();
    await pool.query('DELETE FROM accounts.attempts');
    await pool.query('DELETE FROM runtime.shared_counts');
    expect(await guess(0)).not.toBe(42900);
    if (row.isRough) {
      await setCount(row, row.most);
      for (const n of [0, 1])
        await expect.poll(() => guess(n), { timeout: 20_000, interval: 50 }).toBe(42900);
      return;
    }
    const left = Math.min(4, row.most - 1);
    const allowed = async () => {
      const answers = await Promise.all(Array.from({ length: TRIES }, (_, n) => guess(n + 1)));
      return answers.filter((ec) => ec !== 42900).length;
    };
    await setCount(row, row.most - left);
    expect(await allowed()).toBe(left);
    if (row.perDay === undefined) return;
    await setCount(row, 0, row.perDay - left);
    expect(await allowed()).toBe(left);
  });
});

describe.each(rows.filter((row) => row.counter === 'own'))('$limit: $most of $what', (row) => {
  test('over two processes', async () => {
    const act = await row.setUp();
    atOneTime();
    const answers = await Promise.all(Array.from({ length: row.most + TRIES }, (_, n) => act(n)));
    expect(answers.filter((ec) => ec === 200)).toHaveLength(row.most);
  });
});

/** Files that refuse with 42900 by none of these limits. */
const OTHERS: Readonly<Record<string, string>> = {
  'services/api/http/refusals.ts': 'the type',
  'services/api/http/refusal-text.ts': 'the sentence',
  'services/api/http/errors.ts': 'HTTP 429 of the library',
  'services/api/http/access.ts': 'rows of the second factor',
  'services/api/accounts/binding.routes.ts': 'rows of codes',
  'services/api/withdrawals/withdraw-methods.routes.ts': 'rows of codes and text messages',
  'services/api/accounts/factors.routes.ts': 'rows of codes and of the second factor',
  'services/api/payments/payments.routes.ts': 'HTTP 429 of the library',
  'services/api/orders/receipts.routes.ts': 'printers that are busy now, not a count',
};
const REFUSING = /'too_many_requests'|tooManyCalls\(reply/;
const COUNTING = /(attempts|guesses|signIns|forgeries)(\(request\))?\.reserve\(|counts\.(exactly|roughly)\(/g;
/** Values of limits: one place can count by several. */
const LIMIT = /\{ most[^{}]*\bwindowMs:/g;
/** Each of its values is named in the row of the file that counts. */
const SHARED = 'services/modules/accounts/attempts.ts';

test('every place that counts, and every file that refuses, has its rows', async () => {
  const missing: string[] = [];
  for await (const found of glob('services/**/*.ts')) {
    const file = found.replaceAll('\\', '/');
    if (/\.test\.ts$|\/testing\//.test(file)) continue;
    const text = readFileSync(file, 'utf8');
    const own = rows.filter(({ limit }) => limit.startsWith(`${file} `)).length;
    const places = text.match(COUNTING)?.length ?? 0;
    const values = file === SHARED ? 0 : (text.match(LIMIT)?.length ?? 0);
    if (Math.max(places, values) > own) missing.push(`${file}: ${own} rows`);
    if (REFUSING.test(text) && own === 0 && !(file in OTHERS)) missing.push(file);
  }
  expect(missing).toEqual([]);
});
