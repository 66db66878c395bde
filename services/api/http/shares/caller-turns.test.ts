import type { ServerResponse } from 'node:http';
import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asUserId, type UserId } from '#events/ids.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { createPool } from '#services/runtime/database.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { takeTurns } from './caller-turns.ts';

const database = fixture(createTestDatabase);

let app: FastifyInstance;
/** Whose calls have begun, in order. */
let begun: string[] = [];
let answering: (() => void)[] = [];

beforeEach(async () => {
  begun = [];
  answering = [];
  app = fastify();
  app.decorateRequest('session', null);
  app.decorateRequest('address', '');
  app.addHook('onRequest', async (request) => {
    const { user, address = '' } = request.headers;
    request.address = String(address);
    if (typeof user === 'string') request.session = { ...session, user_id: asUserId(user) };
  });
  takeTurns(app);
  app.get('/api/waits', async ({ headers: { user, address } }) => {
    begun.push(String(user ?? address));
    await new Promise<void>((answer) => answering.push(answer));
    return {};
  });
  await app.ready();
});
afterEach(() => app.close());

const session = {
  user_id: '' as UserId,
  sid: 'a session',
  roles: [],
  is_creator: false,
  has_factor: false,
  confirmed_at: 0,
};
const send = (headers: Record<string, string>, times: number) =>
  Array.from({ length: times }, () => app.inject({ url: '/api/waits', headers }));
const answerAll = () => {
  for (const answer of answering.splice(0)) answer();
};

test.each([[{ user: 'busy' }], [{ address: '192.0.2.1' }]])(
  'many calls of one caller leave room for those of others: %o',
  async (busy) => {
    const many = send(busy, 30);
    await expect.poll(() => begun).toHaveLength(8);
    const other = send({ user: 'other' }, 1);
    await expect.poll(() => begun.at(-1)).toBe('other');
    expect(begun).toHaveLength(9);
    while (begun.length < 31) {
      answerAll();
      await new Promise(setImmediate);
    }
    answerAll();
    const answers = await Promise.all([...many, ...other]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(31).fill(200));
  },
);

test('calls that take long leave their places to others of the same caller', async () => {
  const calls = send({ user: 'busy' }, 12);
  await expect.poll(() => begun).toHaveLength(8);
  await expect.poll(() => begun, { timeout: 3_000 }).toHaveLength(12);
  answerAll();
  await Promise.all(calls);
});

test('live streams take no places', async () => {
  app = fastify();
  app.decorateRequest('session', null);
  app.decorateRequest('address', '');
  takeTurns(app);
  const streams: ServerResponse[] = [];
  app.get('/api/streams', async (_, reply) => {
    streams.push(reply.raw);
    return reply.hijack();
  });
  const calls = Array.from({ length: 30 }, () => app.inject('/api/streams'));
  await expect.poll(() => streams, { timeout: 900 }).toHaveLength(30);
  for (const stream of streams) stream.end();
  await Promise.all(calls);
});

test('changes that wait for one row leave transactions to others', async () => {
  const pool = createPool(database.url, { name: 'test', max: 12 });
  await pool.query('CREATE TABLE people (id text PRIMARY KEY)');
  await pool.query(`INSERT INTO people VALUES ('busy'), ('other')`);
  app = fastify();
  app.decorateRequest('session', null);
  app.decorateRequest('address', '');
  app.addHook('onRequest', async (request) => {
    request.session = { ...session, user_id: asUserId(String(request.headers.user)) };
  });
  takeTurns(app);
  app.get('/api/changes', ({ headers: { user } }) =>
    inTransaction(pool, async (client) => {
      await client.query('SELECT FROM people WHERE id = $1 FOR UPDATE', [user]);
      return {};
    }),
  );
  const change = (user: string) => app.inject({ url: '/api/changes', headers: { user } });
  const held = await pool.connect();
  try {
    await held.query('BEGIN');
    await held.query(`SELECT FROM people WHERE id = 'busy' FOR UPDATE`);
    const many = Array.from({ length: 8 }, () => change('busy'));
    const waits = async () => {
      const { rows } = await pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length;
    };
    await expect.poll(waits).toBe(3);
    expect((await change('other')).statusCode).toBe(200);
    await held.query('COMMIT');
    await Promise.all(many);
  } finally {
    held.release();
    await pool.end();
  }
});
