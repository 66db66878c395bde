import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { accountIn } from './account.ts';
import { canEnter } from './placement.ts';

const PASSWD = ['root:x:0:0:root:/root:/bin/sh', 'nobody:x:65534:65534::/:/bin/false'];

it('runs PostgreSQL as postgres if that user exists, else as nobody, never as root', () => {
  const postgres = 'postgres:x:101:104::/var/lib/postgresql:/bin/sh';
  expect(accountIn([...PASSWD, postgres].join('\n'))).toEqual({ name: 'postgres', uid: 101, gid: 104 });
  expect(accountIn(PASSWD.join('\n'))).toEqual({ name: 'nobody', uid: 65_534, gid: 65_534 });
  expect(accountIn('root:x:0:0::/:\npostgres:x:0:0::/:')).toBeUndefined();
});

it('checks whether a user can enter a folder and all its parents', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fanwatt-enter-'));
  const stranger = { name: 'stranger', uid: 54_321, gid: 54_321 };
  const inside = join(folder, 'inside');
  await mkdir(inside, { mode: 0o755 });
  expect(await canEnter(inside, stranger)).toBe(false);
  await chmod(folder, 0o711);
  expect(await canEnter(inside, stranger)).toBe(true);
  await rm(folder, { recursive: true });
});
