import { Client, Pool } from 'pg';
import { expect, it } from 'vitest';
import { databaseUrl, socketFolderOf, socketSetting } from './address.ts';

const hostOf = (url: string): string => new Client({ connectionString: url }).host;

it('is the socket file in the cluster, for any path', () => {
  const socketFolder = socketFolderOf('/srv/my data/100% "fanwatt"/postgres');
  const address = { port: 5433, socketFolder };
  const url = databaseUrl(address, 'secret');
  expect(hostOf(url)).toBe(socketFolder);
  // Tools of ours take it apart, and put another database in.
  const other = new URL(url);
  other.pathname = '/other';
  expect(hostOf(other.href)).toBe(socketFolder);
  expect(new Pool({ connectionString: other.href }).options.connectionString).toContain(':5433/other');
  expect(socketSetting(address)).toBe('"/srv/my data/100% ""fanwatt""/postgres"');
});

it('is a port of this machine where the path is too long for a socket', () => {
  const cluster = `/srv/${'long/'.repeat(18)}postgres`;
  expect(socketFolderOf(cluster)).toBeUndefined();
  const address = { port: 5433, socketFolder: undefined };
  expect(databaseUrl(address, 'secret')).toBe('postgres://fanwatt:secret@127.0.0.1:5433/fanwatt');
  expect(socketSetting(address)).toBe('');
});
