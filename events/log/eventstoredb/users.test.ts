import { beforeEach, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { held, write } from '../contract/sample-events.ts';
import { logMigrations } from '../postgres/postgres-log.ts';
import { openEventStoreLog } from './event-store-log.ts';
import { EventStoreProblem } from './rows.ts';
import { hasOpenssl, openCertificates } from './testing/certificates.ts';
import { startEventStoreServer } from './testing/event-store-server.ts';

const USER = 'writer:se%20cret';
const database = fixture(() => createTestDatabase([logMigrations]));
const certificates = fixture(openCertificates);
let streams = 0;
const one = () => [write(`stock-of-users${streams++}`, 'no_stream', held())];
beforeEach(({ skip }) => skip(!hasOpenssl, 'no openssl'));

/** A server with TLS and a user, and the host of its address. */
async function secured(users?: string) {
  const own = certificates.make('127.0.0.1');
  const tls = { ...own, ...(users !== undefined && { users }) };
  const server = await startEventStoreServer('23.10.0', { tls, user: 'writer:se cret' });
  return { server, host: new URL(server.url).host, ca: `tlsCAFile=${own.certFile}` };
}

/** The server for each kind of address. */
const kinds = {
  async 'without a user'() {
    const server = await startEventStoreServer();
    return { server, url: server.url };
  },
  async 'with a user and a password'() {
    const { server, host, ca } = await secured();
    return { server, url: `esdb://${USER}@${host}?tls=true&${ca}` };
  },
  async "with a user's certificate"() {
    const { cert, certFile, keyFile } = certificates.make('writer');
    const { server, host, ca } = await secured(cert);
    const files = `userCertFile=${certFile}&userKeyFile=${keyFile}`;
    return { server, url: `esdb://${host}?tls=true&${ca}&${files}` };
  },
};

describe.each(Object.entries(kinds))('an address %s', (_, prepare) => {
  test.each([-3_000, 3_000])('appends to a server whose clock is %i ms ahead', async (ahead_ms) => {
    const { server, url } = await prepare();
    server.ahead_ms = ahead_ms;
    const log = await openEventStoreLog(url, database.pool, { stream: `s-${streams}` });
    expect(await log.append(one())).toMatchObject({ ok: true });
    expect(server.batches).toBe(0);
    await log.close();
    server.close();
    await database.pool.query('TRUNCATE log.events; UPDATE log.head SET position = 0');
  });
});

describe('a start is refused in one sentence', () => {
  async function refusal(url: string): Promise<string> {
    const error: unknown = await openEventStoreLog(url, database.pool).then(
      (log) => log.close(),
      (reason: unknown) => reason,
    );
    if (!(error instanceof EventStoreProblem)) throw new Error('the start was not refused', { cause: error });
    expect(error.message).not.toMatch(/\n|cret/);
    return error.message;
  }

  test('with a wrong user or authority, and with TLS on one side only', async () => {
    const { server, host, ca } = await secured();
    const stranger = certificates.make('stranger');
    const at = (rest: string) => refusal(`esdb://${rest}`);
    expect(await at(`writer:cret@${host}?tls=true&${ca}`)).toBe(
      'EventStoreDB refuses the user or the password',
    );
    expect(await at(`${host}?tls=true&${ca}`)).toBe(
      'the address has no user, and the stream fanwatt needs one',
    );
    expect(await at(`${USER}@${host}?tls=true&tlsCAFile=${stranger.certFile}`)).toMatch(
      /^the authority of EventStoreDB at esdb:\/\/\S+ is unknown/,
    );
    expect(await at(`${USER}@${host}?tls=false`)).toMatch(/has TLS: the address needs tls=true$/);
    const files = `userCertFile=${stranger.certFile}&userKeyFile=${stranger.keyFile}`;
    expect(await at(`${host}?tls=true&${ca}&${files}`)).toBe(
      'the user may not read and write the stream fanwatt',
    );
    expect(await at(`${host}?tls=true&${ca}&userCertFile=${stranger.certFile}`)).toMatch(
      /^the address cannot be used \(userCertFile .* userKeyFile\)$/,
    );
    expect(await at(`${host}?tls=true&${ca}&userCertFile=/no/such.crt`)).toBe(
      'the address names a file that does not exist: /no/such.crt',
    );
    server.close();
    const open = await startEventStoreServer();
    expect(await at(`${USER}@${new URL(open.url).host}?tls=true&${ca}`)).toMatch(
      /has no TLS: the address needs tls=false$/,
    );
    open.close();
  });

  test('with a certificate of the user that is unknown or missing', async () => {
    const { server, host, ca } = await secured(certificates.make('writer').cert);
    const { certFile, keyFile } = certificates.make('stranger');
    const address = `esdb://${host}?tls=true&${ca}`;
    expect(await refusal(`${address}&userCertFile=${certFile}&userKeyFile=${keyFile}`)).toMatch(
      /refuses the certificate of the user: name another one as userCertFile$/,
    );
    expect(await refusal(address)).toMatch(/needs a certificate of the user: name it, as userCertFile=/);
    server.close();
  });

  test('with a name that the certificate does not have', async () => {
    const other = certificates.make('other.example');
    const server = await startEventStoreServer('23.10.0', { tls: other });
    expect(await refusal(`${server.url}&tlsCAFile=${other.certFile}`)).toMatch(
      /^the certificate of EventStoreDB at \S+ has another name: use a name that it has$/,
    );
    server.close();
  });
});
