import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { freePort } from './postgres/server.ts';
import { serversOfTest } from './testing/servers-of-test.ts';

const { folder, start } = serversOfTest();

describe('npm start', () => {
  it('ends with one line when EventStoreDB does not answer', async () => {
    const server = await start({ EVENT_LOG: 'esdb://admin:changeit@127.0.0.1:1?tls=false' });
    expect(await server.ended).toBe(1);
    expect(server.said()).toMatch(
      /EVENT_LOG: no EventStoreDB at esdb:\/\/127\.0\.0\.1:1.*: check that it runs\n/,
    );
    expect(server.said()).not.toContain('changeit');
  });
});

describe('errors end it with one line that has the remedy', () => {
  const oneLine = async (env: NodeJS.ProcessEnv, words?: readonly string[]): Promise<string> => {
    const server = await start(env, words);
    expect(await server.ended).toBe(1);
    const lines = server.said().trim().split('\n');
    expect(lines).toHaveLength(1);
    return lines[0] ?? '';
  };

  it('a bad setting', async () => {
    expect(await oneLine({ PORT: '70000' })).toBe('PORT=70000: must be a whole number from 0 to 65535');
    expect(await oneLine({ BUSINESS_TIME_ZONE: 'Mars/Base' })).toContain('BUSINESS_TIME_ZONE=Mars/Base');
  });

  it('a bad number of API processes', async () => {
    for (const replicas of ['0', '9', '1.5', 'many', '']) {
      expect(await oneLine({}, ['--replicas', replicas])).toBe(
        `--replicas ${replicas}: must be a whole number from 1 to 8`,
      );
    }
    expect(await oneLine({}, ['--replica', '2'])).toContain('use npm start -- --replicas N');
  });

  it('a port in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    expect(await oneLine({ PORT: port })).toContain(`port ${port} of 127.0.0.1 is in use: stop the program`);
    await new Promise((resolve) => other.close(resolve));
  });

  it('a data directory that cannot be written', async () => {
    await writeFile(join(folder(), 'file'), '');
    expect(await oneLine({ DATA_DIR: join(folder(), 'file', 'data') })).toMatch(
      /cannot write to DATA_DIR .*set DATA_DIR/,
    );
  });

  it('a data directory that can never be made', async ({ skip }) => {
    skip(!existsSync('/proc/self'), 'no /proc');
    expect(await oneLine({ DATA_DIR: '/proc/none/data' })).toContain(
      'cannot write to DATA_DIR /proc/none/data',
    );
  });

  it('production without mail and keys: a line for each', async () => {
    const server = await start({ NODE_ENV: 'production', SANDBOX: '0', RATE_LIMITS: 'on', PORT: '70000' });
    expect(await server.ended).toBe(1);
    expect(
      server
        .said()
        .trim()
        .split('\n')
        .map((line) => line.split(/[:=]/)[0]),
    ).toEqual([
      'PORT',
      'SMTP_URL',
      'PUBLIC_URL',
      'FANWATT_SECRET_VAULT',
      'FANWATT_SECRET_LOOKUP',
      'FANWATT_SECRET_SANDBOX_NOTICES',
      'FANWATT_SECRET_TICKET_SIGNING',
      'FANWATT_SECRET_LOG_SEALING',
      'FANWATT_SECRET_SESSION_SIGNING',
    ]);
  });

  it('a sandbox that others could reach', async () => {
    expect(await oneLine({ HOST: '0.0.0.0' })).toContain('SANDBOX_PUBLIC=1');
  });

  it('an unreachable database', async () => {
    const port = await freePort();
    const line = await oneLine({ DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/none` });
    expect(line).toContain(`cannot reach the database 127.0.0.1:${port}/none`);
    expect(line).not.toContain('secret');
  });

  it('a database that its server does not have', async () => {
    const database = await createTestDatabase([]);
    const line = await oneLine({ DATABASE_URL: `${database.url}_not` });
    expect(line).toMatch(/cannot reach the database .* \(database ".*_not" does not exist\)/);
    await database.drop();
  });

  it('a database of another data directory', async () => {
    const database = await createTestDatabase('whole');
    await database.pool.query("INSERT INTO accounts.person_keys VALUES ('somebody', '')");
    expect(await oneLine({ DATABASE_URL: database.url })).toContain('has another key: use the DATA_DIR');
    await database.drop();
  });

  it('a database of a newer version', async () => {
    const database = await createTestDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      "CREATE TABLE public.migrations (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()); INSERT INTO public.migrations VALUES ('log/9999-later.sql', '')",
    );
    await client.end();
    expect(await oneLine({ DATABASE_URL: database.url })).toContain('made by a newer version');
    await database.drop();
  });
});
