import { expect, it } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { noticeLog } from './notice-log.ts';

const database = fixture(() => createTestDatabase([new URL('./migrations/', import.meta.url)]));

const rows = async (verdict: string): Promise<number> => {
  const { rows: found } = await database.pool.query(
    'SELECT count(*)::int AS n FROM payments.notices WHERE verdict = $1',
    [verdict],
  );
  return found[0].n;
};

it('records a flood of different forgeries up to a bound, and genuine notices all the same', async () => {
  const log = noticeLog(database.pool);
  const common = { provider: 'sandbox', charge_id: undefined, received_at: 0 };
  const forged = (text: string, received_at = 0) =>
    log.write({
      ...common,
      notice_id: undefined,
      verdict: 'refused',
      reason: 'signature_wrong',
      rawBody: Buffer.from(text),
      received_at,
    });
  await Promise.all(Array.from({ length: 2_500 }, (_, n) => forged(`forgery ${n}`)));
  expect(await rows('refused')).toBe(2_000);
  await log.write({
    ...common,
    notice_id: 'nt_1',
    verdict: 'accepted',
    reason: '',
    rawBody: Buffer.from('{}'),
  });
  expect(await rows('accepted')).toBe(1);
  await forged('in the next minute', 60_000);
  expect(await rows('refused')).toBe(2_001);
});

it('counts the copies of a notice, also if two processes record them concurrently', async () => {
  const [one, two] = [noticeLog(database.pool), noticeLog(database.pool)];
  const notices = Array.from({ length: 200 }, (_, n) => ({
    provider: 'sandbox',
    notice_id: `both_${n}`,
    charge_id: undefined,
    verdict: 'accepted' as const,
    reason: '',
    rawBody: Buffer.from('{}'),
    received_at: 0,
  }));
  const counts = await Promise.all([
    ...notices.map((notice) => one.write(notice)),
    ...notices.toReversed().map((notice) => two.write(notice)),
  ]);
  expect(counts.filter((copies) => copies === 1)).toHaveLength(200);
  expect(counts.filter((copies) => copies === 2)).toHaveLength(200);
});
