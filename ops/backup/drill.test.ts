import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { answerTo, overHttp } from '#ops/actors/client.ts';
import {
  becomeCreator,
  goodsForm,
  newPerson,
  putOnSale,
  signIn,
  somebody,
  unitsOf,
} from '#ops/actors/people.ts';
import { workOnBackups } from '#ops/backup.ts';
import { runningEmbedded, startEmbedded } from '#ops/postgres/embedded.ts';
import { workOnProjections } from '#ops/projections.ts';
import { restore } from '#ops/restore.ts';
import {
  descendantsOf,
  processesOf,
  type RunningServer,
  removeFolder,
  startServer,
  temporaryFolder,
} from '#ops/testing/run-server.ts';
import { formOf } from '#services/api/testing/form.ts';
import { pictures } from '#services/api/testing/pictures.ts';
import { login } from '#services/contract/accounts/accounts.ts';
import { deleteAccount } from '#services/contract/accounts/deletion.ts';
import { uploaded, uploadPicture } from '#services/contract/media/upload-forms.ts';
import { createOrder } from '#services/contract/orders/orders.ts';
import { sandboxPay } from '#services/contract/payments/sandbox-payments.ts';
import { BACKUP_COPY_MARK } from '#services/runtime/database.ts';
import { copiesIn } from './copies.ts';
import { backupUntil } from './recover.ts';
import { lsnOf, SEGMENT_BYTES, segmentName } from './wal-names.ts';

const TIMEOUT = { timeout: 120_000, interval: 200 };

async function folder(): Promise<string> {
  const path = await temporaryFolder('fanwatt-backup-');
  onTestFinished(() => removeFolder(path));
  return path;
}

/** Everything that counts: the newest event, and what the accounts of the books hold. */
async function stateOf(dataDir: string): Promise<{ head: number; orders: string[]; books: unknown[] }> {
  const client = new Client({ connectionString: (await runningEmbedded(dataDir)) ?? '' });
  await client.connect();
  try {
    const head = await client.query<{ head: number }>('SELECT max(position)::int AS head FROM log.events');
    const orders = await client.query<{ stream: string }>(
      "SELECT stream FROM log.events WHERE type = 'OrderPaid' ORDER BY position",
    );
    const books = await client.query(
      'SELECT position::int, kind, amount::text, net::text FROM rm.ledger_entries ORDER BY position',
    );
    return {
      head: head.rows[0]?.head ?? 0,
      orders: orders.rows.map(({ stream }) => stream),
      books: books.rows,
    };
  } finally {
    await client.end();
  }
}

async function closedIn(dataDir: string): Promise<number> {
  const client = new Client({ connectionString: (await runningEmbedded(dataDir)) ?? '' });
  await client.connect();
  try {
    return (await client.query("SELECT FROM log.events WHERE type = 'AccountClosed'")).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** The time of the newest copy, as the metrics read it. */
async function markedCopy(dataDir: string): Promise<number | undefined> {
  const client = new Client({ connectionString: (await runningEmbedded(dataDir)) ?? '' });
  await client.connect();
  try {
    const { rows } = await client.query<{ at: Date }>('SELECT at FROM runtime.marks WHERE name = $1', [
      BACKUP_COPY_MARK,
    ]);
    return rows[0]?.at.getTime();
  } finally {
    await client.end();
  }
}

async function start(env: NodeJS.ProcessEnv): Promise<RunningServer> {
  const server = await startServer(env);
  onTestFinished(async () => {
    server.supervisor.kill('SIGTERM');
    await server.ended;
  });
  await server.untilPrinted('Fanwatt is ready');
  return server;
}

// Eight restorations.
test('a lost disk comes back to a chosen second, with equal books, keys and files', {
  timeout: 400_000,
}, async () => {
  const [dataDir, backupDir] = [await folder(), await folder()];
  const settings = { SANDBOX: '1', RATE_LIMITS: 'off', BACKUP_DIR: backupDir };
  const server = await start({ ...settings, DATA_DIR: dataDir });
  const [person, owner] = [somebody('fan'), somebody('seller')];
  const [seller, fan] = [await newPerson(server.base, owner), await newPerson(server.base, person)];
  await becomeCreator(seller, { name: 'Seller', url_slug: 'backups' });
  const leaver = somebody('leaver');
  const leaving = await newPerson(server.base, leaver);
  const postcard = unitsOf(
    await putOnSale(seller, goodsForm('Postcard', { name: 'Large', price: '10.00' })),
    1,
  );
  async function orders(count: number): Promise<string[]> {
    const numbers: string[] = [];
    for (let n = 0; n < count; n += 1) {
      const { data } = await answerTo(fan, createOrder, postcard);
      numbers.push(`order-${data.out_trade_no}`);
      await answerTo(fan, sandboxPay, { charge_id: data.pay.charge_id, outcome: 'success' });
    }
    return numbers;
  }
  const settled = async (numbers: readonly string[]) => {
    await expect.poll(async () => (await stateOf(dataDir)).orders.length, TIMEOUT).toBe(numbers.length);
    await expect
      .poll(async () => (await stateOf(dataDir)).books.length, TIMEOUT)
      .toBeGreaterThanOrEqual(numbers.length);
    await expect
      .poll(async () => (await fetch(`${server.base}/readyz`)).json(), TIMEOUT)
      .toMatchObject({ status: 'ready', lag: 0 });
  };
  const backedUp = async () => {
    const now = Date.now();
    await expect.poll(() => backupUntil(backupDir), TIMEOUT).toBeGreaterThan(now);
  };

  const first = await orders(5);
  await expect.poll(async () => (await copiesIn(backupDir)).copies.length, TIMEOUT).toBe(1);
  const { headers, payload: body } = formOf(pictures.png);
  const upload = await seller.send({ method: 'POST', url: uploadPicture.path, body, headers });
  expect(upload.status).toBe(200);
  const { url } = uploaded.parse(upload.data);
  const second = await orders(5);
  await settled([...first, ...second]);
  const then = await stateOf(dataDir);
  const at = new Date();
  // The next commit is in a later second, so that the chosen one is between two.
  await expect.poll(() => Date.now()).toBeGreaterThan(at.getTime() + 1_000);
  const { password } = leaver;
  expect(await answerTo(leaving, deleteAccount, { password })).toMatchObject({ ec: 200 });
  await expect
    .poll(() => readFile(join(backupDir, 'closed-accounts'), 'utf8'), TIMEOUT)
    .toMatch(/^\d+\t[0-9a-f]{32}\n$/);
  // Neither the end of the process nor one of the database leaves a gap.
  for (const { pid, command } of await processesOf(dataDir))
    if (command.includes('backup/main.ts')) process.kill(pid, 'SIGKILL');
  const third = await orders(5);
  await settled([...first, ...second, ...third]);
  const later = await stateOf(dataDir);
  await backedUp();
  const copied = (await copiesIn(backupDir)).copies.at(-1)?.ended_at ?? 0;
  await expect.poll(() => markedCopy(dataDir), TIMEOUT).toBe(copied);
  await expect
    .poll(
      async () =>
        (await readdir(join((await copiesIn(backupDir)).copies[0]?.folder ?? '', 'data'))).includes('media'),
      TIMEOUT,
    )
    .toBe(true);

  // The machine is lost.
  const { pid = 0 } = server.supervisor;
  for (const one of [...(await descendantsOf(pid)), pid])
    try {
      process.kill(one, 'SIGKILL');
    } catch (error) {
      // A process may end by itself since it was listed.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  await server.ended;
  await expect
    .poll(() => rm(dataDir, { recursive: true, force: true }).then(() => existsSync(dataDir)), TIMEOUT)
    .toBe(false);

  const restored = async (words: string[]) => {
    const target = await folder();
    const lines: string[] = [];
    await restore(words, { ...settings, DATA_DIR: target }, (line) => lines.push(line));
    return { target, lines };
  };
  const old = await restored(['--to', at.toISOString()]);
  expect(old.lines.join()).toContain('compared with their seals');
  expect(old.lines.join()).toContain('accounts that were closed later, and are erased again: 1');
  const env = { SANDBOX: '1', RATE_LIMITS: 'off', DATA_DIR: old.target };
  const back = await start(env);
  await expect
    .poll(async () => (await fetch(`${back.base}/readyz`)).json(), TIMEOUT)
    .toMatchObject({ status: 'ready', lag: 0 });
  const now = await stateOf(old.target);
  expect(now.orders.sort()).toEqual([...first, ...second].sort());
  expect(now.books).toEqual(then.books);
  // The worker of the restored server may have added events of its own.
  expect(now.head).toBeGreaterThanOrEqual(then.head);
  const lines: string[] = [];
  expect(await workOnProjections(['check', 'all'], env, (line) => lines.push(line)), lines.join('\n')).toBe(
    true,
  );
  // Keys and files: passwords, personal data and pictures are there.
  const again = overHttp(back.base);
  await signIn(again, person);
  // Who closed the account later does not come back, in the log either.
  expect(await answerTo(again, login, leaver)).toMatchObject({ ec: 40000 });
  await expect.poll(() => closedIn(old.target), TIMEOUT).toBe(1);
  const picture = await fetch(new URL(url, back.base));
  expect([picture.status, (await picture.arrayBuffer()).byteLength > 50]).toEqual([200, true]);
  back.supervisor.kill('SIGTERM');
  await back.ended;

  // The newest state has every order that was confirmed before the last second.
  const newest = await restored([]);
  await start({ ...settings, BACKUP_DIR: undefined, DATA_DIR: newest.target });
  expect((await stateOf(newest.target)).orders).toEqual(later.orders);

  // What cannot be restored is refused in one line, and the folder stays usable.
  const refused = async (words: string[], line: string | RegExp) =>
    expect(restored(words)).rejects.toThrow(line);
  await refused(['--to', '2020-01-01T00:00:00Z'], 'before the oldest copy');
  await refused(['--to', new Date(Date.now() + 3_600_000).toISOString()], 'after the end of the backup');
  await refused(['--to', '2026-11-30 12:00'], 'must be a time with its zone');
  await expect(restore([], { ...settings, DATA_DIR: newest.target }, () => undefined)).rejects.toThrow(
    'is not empty',
  );
  const [copy] = (await copiesIn(backupDir)).copies;
  const file = join(copy?.folder ?? '', 'database', 'global', 'pg_control');
  const bytes = await readFile(file);
  await writeFile(file, Buffer.concat([bytes.subarray(0, 100), Buffer.from('x'), bytes.subarray(101)]));
  await refused([], 'database/global/pg_control has 8192 bytes of other content');
  await truncate(file, 100);
  await refused([], 'pg_control has 100 bytes');
  await writeFile(file, bytes);
  // WAL that was cut or changed is not taken for the newest state; earlier seconds stay.
  const [, position = ''] = (await readFile(join(backupDir, 'until'), 'utf8')).split(' ');
  const end = lsnOf(position);
  const wal = join(backupDir, 'wal', `${segmentName(copy?.timeline ?? 0, end)}.partial`);
  const received = await readFile(wal);
  const at_end = Number(end % BigInt(SEGMENT_BYTES));
  const other = Buffer.from(received);
  other.fill('x', at_end - 200, at_end - 100);
  for (const damaged of [received.subarray(0, at_end - 4_096), other]) {
    await writeFile(wal, damaged);
    await refused([], /wal is cut or damaged: it ends at .*; what is before it can be restored with --to 20/);
  }
  expect((await restored(['--to', at.toISOString()])).lines.join()).toContain('compared with their seals');
  await writeFile(wal, received);
  // A cut transfer of the folder: the list is missing.
  const list = join(copy?.folder ?? '', 'files.tsv');
  await rename(list, `${list}.x`);
  await refused([], 'the list of its files is missing');
  await rename(`${list}.x`, list);
  // Of another installation: another list.
  await cp(list, `${list}.x`);
  await writeFile(list, `${await readFile(list, 'utf8')}x`);
  await refused([], 'the list of its files was changed');
  await rename(`${list}.x`, list);
});

test('a copy without a running server can be restored alone', async () => {
  const [dataDir, backupDir] = [await folder(), await folder()];
  const env = { SANDBOX: '1', DATA_DIR: dataDir, BACKUP_DIR: backupDir };
  const server = await start({ ...env, BACKUP_DIR: undefined });
  const before = await stateOf(dataDir);
  server.supervisor.kill('SIGTERM');
  await server.ended;
  const lines: string[] = [];
  await workOnBackups([], env, (line) => lines.push(line));
  await workOnBackups(['list'], env, (line) => lines.push(line));
  expect(lines.join('\n')).toMatch(/are copied to .*\n.* events /);
  const target = await folder();
  await restore([], { ...env, DATA_DIR: target }, () => undefined);
  await start({ ...env, BACKUP_DIR: undefined, DATA_DIR: target });
  expect((await stateOf(target)).head).toBeGreaterThanOrEqual(before.head);
  // With the keys of another installation nothing of it can be read.
  const FANWATT_SECRET_VAULT = randomBytes(32).toString('base64');
  const foreign = { SANDBOX_PUBLIC: '1', FANWATT_SECRET_VAULT };
  await expect(
    restore([], { ...env, ...foreign, DATA_DIR: await folder() }, () => undefined),
  ).rejects.toThrow(/FANWATT_SECRET_VAULT is id \w+, the database has id \w+/);

  const elsewhere = await folder();
  await (await startEmbedded(elsewhere, 'a test')).stop();
  const other = workOnBackups([], { ...env, DATA_DIR: elsewhere }, () => undefined);
  await expect(other).rejects.toThrow(
    'is a copy of another installation: set BACKUP_DIR to a folder of its own',
  );
  expect((await copiesIn(backupDir)).copies).toHaveLength(1);
});
