import { expect, test } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { DatabaseError, requireDatabase } from './database.ts';

const database = fixture(createTestDatabase);

/** A connection to a server of another version. */
const serverOf = (number: number, version: string) =>
  ({ query: async () => ({ rows: [{ number, version }] }) }) as never;

test('PostgreSQL 16 and newer are accepted, older versions are refused with one line', async () => {
  await requireDatabase(database.pool, database.url);
  await requireDatabase(serverOf(160_000, '16.0'), database.url);
  const old = requireDatabase(serverOf(150_014, '15.14 (Debian 15.14-0+deb12u1)'), database.url);
  await expect(old).rejects.toThrow(DatabaseError);
  await expect(old).rejects.toThrow(
    /^PostgreSQL 15\.14 \(Debian 15\.14-0\+deb12u1\) is too old: PostgreSQL 16 or newer is needed$/,
  );
});
