import { fastify } from 'fastify';
import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { AppendOutcomeUnknown, LogUnreachable } from '#events/log/log.ts';
import { answerFailures } from './errors.ts';

async function answerTo(error: Error) {
  const app = fastify();
  app.decorateRequest('session', null);
  answerFailures(app);
  app.get('/', () => {
    throw error;
  });
  const { statusCode, body } = await app.inject({ url: '/', headers: { 'locale-lang': 'en-US' } });
  return { status: statusCode, body, ...(JSON.parse(body) as { ec: number; em: string }) };
}

const coded = (code: string, syscall?: string) => Object.assign(new Error('x'), { code, syscall });
const fromServer = (code: string) => Object.assign(new DatabaseError('x', 1, 'error'), { code });

test.each<[string, Error]>([
  ['a log that cannot be reached', new LogUnreachable('away')],
  ['an append whose outcome is unknown', new AppendOutcomeUnknown('away')],
  ['a refused connection', coded('ECONNREFUSED', 'connect')],
  ['a server that shuts down', fromServer('57P01')],
  ['a server that starts up', fromServer('57P03')],
  ['a full disk of the database', fromServer('53100')],
  ['a database without memory', fromServer('53200')],
  ['a database with too many connections', fromServer('53300')],
  ['a full disk', coded('ENOSPC', 'write')],
  ['a disk whose quota is used up', coded('EDQUOT', 'write')],
  ['a broken connection', new Error('Connection terminated unexpectedly')],
  [
    'a connection that broke between two queries',
    new Error('Client has encountered a connection error and is not queryable'),
  ],
])('%s is answered 503, to be tried again', async (_, error) => {
  expect(await answerTo(error)).toMatchObject({ status: 503, ec: 50300 });
});

test.each<[string, Error]>([
  ['a missing file', coded('ENOENT', 'open')],
  ['a wrong statement', fromServer('42601')],
  ['a bug', new TypeError('client is not a function')],
])('%s is answered 500, without saying what broke', async (_, error) => {
  const answer = await answerTo(error);
  expect(answer).toMatchObject({ status: 500, ec: 50000 });
  expect(answer.body).not.toContain(error.message === 'x' ? 'stack' : error.message);
});
