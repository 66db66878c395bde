import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { ConfigError } from '../config.ts';
import { createPool, requireDatabase } from '../database.ts';
import { startFailureText } from './process.ts';

test('a port in use is one line that names it and the remedy', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const address = holder.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const late = createServer().listen(port, '127.0.0.1');
  const error = await new Promise((resolve) => late.once('error', resolve));
  expect(startFailureText(error)).toBe(
    `port ${port} is in use: stop what listens there, or set PORT to another`,
  );
  await new Promise((resolve) => holder.close(resolve));
});

test('an unreachable database is one line without the password', async () => {
  const url = 'postgres://someone:topsecret@127.0.0.1:1/none';
  const pool = createPool(url, { name: 'test' });
  const error = await requireDatabase(pool, url).catch((reason: unknown) => reason);
  const text = startFailureText(error) ?? '';
  expect(text).toContain('127.0.0.1:1/none');
  expect(text).toContain('DATABASE_URL');
  expect(text).not.toContain('topsecret');
  expect(text).not.toContain('\n');
  await pool.end();
});

test('a bad setting is one line; a bug is not', () => {
  expect(startFailureText(new ConfigError('PORT=x: must be a number'))).toBe('PORT=x: must be a number');
  expect(startFailureText(new TypeError('undefined is not a function'))).toBeUndefined();
});
