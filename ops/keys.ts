import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { Problem } from '#ops/problem.ts';
import { type Env, runProgram, withDatabase } from '#ops/program.ts';
import { forgettable, isUnused, type RecordedKey, recordedKeys } from '#services/runtime/keys/registry.ts';
import {
  presentRings,
  type Rings,
  SECRET_BYTES,
  type SecretName,
  secretNames,
  variableOf,
} from '#services/runtime/secrets.ts';

/** `npm run keys`, with the server running or not. */
const USAGE = `use: npm run keys
     npm run keys -- new
     npm run keys -- forget NAME ID
Without words: the keys of the database by their ids, and how far values are rewritten with the newest ones.
new prints a new key for each setting of an installation, and saves none.
forget gives a key up, although something of it is still valid. NAME: ${forgettable.join(', ')}.`;

type Request = { action: 'status' } | { action: 'new' } | { action: 'forget'; name: SecretName; id: string };

/** Why a key is not given up. */
const REASONS: Readonly<Partial<Record<SecretName, string>>> = {
  vault: 'personal data, messages and reply texts are encrypted with it',
  lookup: 'accounts and names of ticket holders are found by it',
  'log-sealing': 'the seals over the log are verified with it',
};

/** What is no longer valid without the key. */
const EFFECTS: Readonly<Partial<Record<SecretName, string>>> = {
  'ticket-signing':
    'QR codes that were printed or saved are refused as forged; a ticket’s page shows its new one',
  'sandbox-notices': 'notices with its signature are refused; the worker repeats them',
  'session-signing': 'people with its sessions sign in again',
};

export function readRequest(words: readonly string[]): Request {
  const [action, word, id] = words;
  if (words.length === 0) return { action: 'status' };
  if (action === 'new' && words.length === 1) return { action };
  if (action !== 'forget' || words.length !== 3 || !word || !id) throw new Problem(USAGE);
  const name = secretNames.find((one) => one === word);
  if (name === undefined) throw new Problem(`${word}: unknown key; use one of ${forgettable.join(', ')}`);
  const reason = REASONS[name];
  if (reason !== undefined)
    throw new Problem(`${name} is not given up: ${reason}; add the new key before it (docs/operating.md)`);
  return { action: 'forget', name, id };
}

function stateOf(key: RecordedKey, ring: Rings[SecretName] | undefined): string {
  const day = (at: Date): string => at.toISOString().slice(0, 10);
  const missing = ring && !ring.some(({ id }) => id === key.key_id) ? ', not in the settings' : '';
  if (key.retired_at === null) return `newest since ${day(key.used_since)}${missing}`;
  const use = isUnused(key) ? 'nothing needs it: remove it' : 'still in use';
  return `former since ${day(key.retired_at)}, ${use}${missing}`;
}

interface Progress {
  name: SecretName;
  done: number;
  begun: number;
  rewritten: number;
}

async function status(pool: Pool, rings: Partial<Rings>): Promise<string[]> {
  const keys = await recordedKeys(pool);
  if (keys.length === 0) return ['no key is recorded yet: the first start of a server records them'];
  const { rows } = await pool.query<Progress>(
    `SELECT name, count(done_at)::int AS done, count(*)::int AS begun, sum(rewritten)::int AS rewritten
       FROM runtime.key_passes GROUP BY name`,
  );
  return secretNames.flatMap((name) => {
    const own = keys.filter((key) => key.name === name);
    const lines = own.map((key) => `  ${key.key_id}  ${stateOf(key, rings[name])}`);
    const next = rings[name]?.filter(({ id }) => !own.some((key) => key.key_id === id)) ?? [];
    const accepted = next.map(({ id }) => `  ${id}  in the settings, not used yet`);
    const pass = rows.find((row) => row.name === name);
    const waits = own.some((key) => key.retired_at !== null && !isUnused(key));
    const progress =
      pass && waits
        ? [`  rewritten: ${pass.rewritten} values, ${pass.done} of ${pass.begun} begun tables complete`]
        : [];
    return [variableOf(name), ...lines, ...accepted, ...progress];
  });
}

async function forget(pool: Pool, name: SecretName, id: string): Promise<string[]> {
  const keys = (await recordedKeys(pool)).filter((key) => key.name === name);
  if (!keys.some((key) => key.key_id === id)) {
    throw new Problem(
      `${name} has no key with id ${id}; it has ${keys.map(({ key_id }) => key_id).join(', ') || 'none'}`,
    );
  }
  await pool.query(
    `UPDATE runtime.keys SET removed_at = now(), retired_at = coalesce(retired_at, now())
      WHERE name = $1 AND key_id = $2`,
    [name, id],
  );
  return [
    `${variableOf(name)}: id ${id} is given up. Remove it, and start every server.`,
    `${EFFECTS[name]}.`,
  ];
}

/** Settings of a new installation. */
const newKeys = (): string[] =>
  secretNames.map((name) => `${variableOf(name)}=${randomBytes(SECRET_BYTES).toString('base64')}`);

/** Carries a request out. @returns the lines to print */
export async function keys(request: Request, env: Env): Promise<string[]> {
  if (request.action === 'new') return newKeys();
  return withDatabase(env, 'keys', { max: 2, keys: false }, async ({ config, pool }) => {
    if (request.action === 'forget') return await forget(pool, request.name, request.id);
    const { dataDir, production } = config;
    return await status(pool, presentRings({ dataDir, production, env }));
  });
}

if (import.meta.main) {
  await runProgram(USAGE, async () => {
    for (const line of await keys(readRequest(process.argv.slice(2)), process.env)) console.info(line);
  });
}
