import { expect, test } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { allPlaces } from './rewrite.ts';

const database = fixture(() => createTestDatabase('whole'));

/** Bytes that are not rewritten. */
const OTHERS: readonly string[] = [
  // Of no master key.
  'accounts.vault.sealed',
  'accounts.push_subscriptions.endpoint_hash',
  'accounts.verify_codes.code_hash',
  ...['leaves', 'previous', 'root', 'signature'].map((column) => `audit.seals.${column}`),
  'audit.seal_keys.signature',
  // Public keys of people's authenticators.
  'accounts.passkeys.public_key',
  // Hashes of a day, removed two days later.
  'stats.visitors.source',
  'stats.visitors.visitor',
  // By a kept key.
  'accounts.attempts.subject',
  'accounts.recovery_codes.code_hash',
  'accounts.verify_codes.account_index',
  // With the login that it names.
  'accounts.contact_proofs.account_index',
  // By its rows.
  'runtime.kept_keys.sealed',
  // The sandbox lists messages by it.
  'runtime.outbox.to_index',
];

test('every column of bytes is rewritten with a new key, or says why not', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT table_schema || '.' || table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE data_type = 'bytea' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const places = allPlaces(database.pool, secretsOf('any')).map(({ place }) => place);
  const unknown = rows
    .map(({ name }) => name)
    .filter((name) => !places.includes(name) && !OTHERS.includes(name));
  expect(unknown).toEqual([]);
});
