import { describe, expect, it } from 'vitest';
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

describe('a flood of forgeries over many minutes', () => {
  const MINUTE_MS = 60_000;
  const DAY_MS = 86_400_000;
  const log = () => noticeLog(database.pool);
  const forgery = (text: string, received_at: number) => ({
    provider: 'sandbox',
    notice_id: undefined,
    charge_id: undefined,
    received_at,
    verdict: 'refused' as const,
    reason: 'signature_wrong',
    rawBody: Buffer.from(text),
  });
  const genuine = (notice_id: string, verdict: 'accepted' | 'refused', received_at: number) => ({
    provider: 'sandbox',
    notice_id,
    charge_id: 'ch_1',
    received_at,
    verdict,
    reason: verdict === 'refused' ? 'unknown_charge' : '',
    rawBody: Buffer.from(notice_id),
  });
  const storedCounts = async () => {
    const { rows: found } = await database.pool.query(
      `SELECT count(*) FILTER (WHERE notice_id IS NULL)::int AS forged, min(received_at)::float8 AS oldest,
              count(*) FILTER (WHERE notice_id LIKE 'kept%')::int AS genuine FROM payments.notices`,
    );
    return found[0];
  };

  it('leaves records of bounded number and age; genuine ones stay, also refused ones', async () => {
    const noticed = log();
    await database.pool.query('DELETE FROM payments.notices');
    for (let minute = 0; minute < 8; minute += 1) {
      const at = minute * MINUTE_MS;
      const flood = Array.from({ length: 2_100 }, (_, n) => noticed.write(forgery(`${minute} ${n}`, at)));
      await noticed.write(genuine(`kept ${minute}`, 'accepted', at));
      await noticed.write(genuine(`kept refused ${minute}`, 'refused', at));
      await Promise.all(flood);
    }
    const { forged, genuine: stayed } = await storedCounts();
    expect(stayed).toBe(16);
    expect(forged).toBeGreaterThanOrEqual(10_000);
    expect(forged).toBeLessThanOrEqual(11_000);
    // After a month only the genuine ones are left.
    await log().write(forgery('much later', 40 * DAY_MS));
    expect(await storedCounts()).toMatchObject({ forged: 1, genuine: 16 });
  });

  it('leaves room for genuine notices, which do not wait behind it', async () => {
    const noticed = log();
    const flood = Array.from({ length: 12_000 }, (_, n) =>
      noticed.write(forgery(`crowd ${n}`, 50 * DAY_MS + Math.floor(n / 2_000) * MINUTE_MS)),
    );
    const order: string[] = [];
    const first = noticed.write(genuine('in the crowd', 'accepted', 0)).then(() => order.push('genuine'));
    const all = await Promise.allSettled([
      ...flood.map((one) => one.then(() => order.push('forged'))),
      first,
    ]);
    // Negative control: those that share the queue of forgeries are refused, or late.
    expect(all.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    expect(all.at(-1)?.status).toBe('fulfilled');
    expect(order.indexOf('genuine')).toBeLessThan(1_000);
  });
});
