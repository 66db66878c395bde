import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture, temporaryFolder } from '#events/testing/fixture.ts';
import { businessCalendar } from '#events/time.ts';
import { allProjections } from '#read-models/all.ts';
import { migrate } from '#services/runtime/migrate.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import { programEnvironment } from '#services/runtime/testing/program-environment.ts';

const database = fixture(createTestDatabase);
const folder = temporaryFolder();

test('a worker that starts first has all read models before its processes read them', async () => {
  await migrate(database.pool, allMigrations);
  const child = fork('services/worker/main.ts', [], {
    env: { ...programEnvironment, DATABASE_URL: database.url, DATA_DIR: folder.path, SANDBOX: '1' },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'close');
  try {
    await once(child, 'message');
    const { rows } = await database.pool.query<{ name: string }>(
      `SELECT name FROM rm.generations WHERE state = 'live' ORDER BY name`,
    );
    const names = allProjections(businessCalendar('Asia/Shanghai')).map(({ name }) => name);
    expect(rows.map(({ name }) => name)).toEqual(names.toSorted());
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
});
