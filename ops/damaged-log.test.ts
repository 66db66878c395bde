import { expect, test } from 'vitest';
import { secondBeginningsLine } from '#events/log/postgres/second-beginnings.ts';
import { addDamagedLog, BEGUN_TWICE } from '#events/testing/begun-twice.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { addLostMonths, LOST_MONTHS } from '#events/testing/lost-months.ts';
import { workOnProjections } from './projections.ts';

const database = fixture(() => createTestDatabase('whole'));

async function run(...words: string[]): Promise<{ well: boolean; lines: string[] }> {
  const lines: string[] = [];
  const well = await workOnProjections(words, { DATABASE_URL: database.url }, (line) => lines.push(line));
  return { well, lines };
}

test('streams that begin twice stop no read model; the check names them, the start says what to do', async () => {
  expect(await secondBeginningsLine(database.pool)).toBeUndefined();
  await addDamagedLog(database.pool);
  expect((await run('rebuild', 'all')).lines.filter((line) => line.includes('leaves'))).toEqual([]);
  const { well, lines } = await run('check', 'orders');
  expect(well).toBe(false);
  expect(lines[0]).toContain('orders: equal');
  const named = lines.filter((line) => line.includes('BEGINS TWICE, OrderPlaced at position'));
  expect(named.map((line) => line.split(':')[0])).toEqual(BEGUN_TWICE);
  const line = await secondBeginningsLine(database.pool);
  expect(line).toContain(
    `${BEGUN_TWICE.length} streams of the log begin twice (the first is ${BEGUN_TWICE[0]})`,
  );
});

test('memberships that end before their paid time are named, with what to do', async () => {
  const before = await run('check', 'memberships');
  expect(before.lines.join()).not.toContain('membership of');
  await addLostMonths(database.pool);
  await run('rebuild', 'memberships');
  const { well, lines } = await run('check', 'memberships');
  expect(well).toBe(false);
  expect(lines[0]).toContain('memberships: equal');
  expect(lines).toContain(LOST_MONTHS);
  expect(lines.at(-1)).toMatch(/^1 MEMBERSHIPS differ from their payments: a further order of the plan/);
});
