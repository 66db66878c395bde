import { beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { businessCalendar, DEFAULT_TIME_ZONE } from '#events/time.ts';
import { type SandboxLine, sandboxStatement } from './statement.ts';
import { type StatementErrors, withErrors } from './statement-errors.ts';

const calendar = businessCalendar(DEFAULT_TIME_ZONE);
const DAY = 86_400_000;
const FIRST = calendar.startOf('2026-03-01');

const database = fixture(() => createTestDatabase('whole'));
beforeAll(async () => {
  const charge = (id: string, amount: number, at: number) =>
    database.pool.query(
      `INSERT INTO sandbox.charges (charge_id, out_trade_no, amount, currency, status, created_at, expires_at, paid_at)
       VALUES ($1, $1, $2, 'CNY', 'paid', $3, $3, $3)`,
      [id, amount, at],
    );
  await charge('c1', 10_000, FIRST + 1_000);
  await charge('c2', 50, FIRST + DAY + 1_000);
  await charge('c3', 5_000, FIRST + 2 * DAY + 1_000);
  await database.pool.query(
    `INSERT INTO sandbox.charges (charge_id, out_trade_no, amount, currency, created_at, expires_at)
     VALUES ('unpaid', 'unpaid', 1, 'CNY', $1, $1)`,
    [FIRST],
  );
  await database.pool.query(
    `INSERT INTO sandbox.refunds (refund_id, provider_refund_id, charge_id, amount, created_at)
     VALUES ('r1', 're_1', 'c1', 4000, $1)`,
    [FIRST + DAY + 2_000],
  );
  const payout = (id: string, status: string) =>
    database.pool.query(
      `INSERT INTO sandbox.payouts (payout_id, provider_reference, user_id, withdrawal_id, kind, amount, status, settles_at, created_at)
       VALUES ($1, 'po_' || $1, 'u', $1, 'apy', 600, $2, $3, $3)`,
      [id, status, FIRST + 2 * DAY + 2_000],
    );
  await payout('w1', 'accepted');
  await payout('w2', 'failed');
});

async function stated(days: number, from = FIRST, mistakes: StatementErrors = {}): Promise<SandboxLine[]> {
  const lines = sandboxStatement(database.pool, calendar, { from, to: FIRST + days * DAY });
  const found: SandboxLine[] = [];
  for await (const line of withErrors(lines, mistakes)) found.push(line);
  return found;
}
const summary = (lines: readonly SandboxLine[]) =>
  lines.map(({ kind, reference, amount, fee }) => [kind, reference, amount, fee]);

describe('the sandbox’s statement', () => {
  it('has incoming and outgoing money, fees, and each day’s transfer to the bank', async () => {
    expect(summary(await stated(4))).toEqual([
      ['charge', 'c1', 10_000, 60],
      ['transfer', '', -9_940, 0],
      ['charge', 'c2', 50, 0],
      ['refund', 'r1', -4_000, 0],
      // Our debt waits for incoming money.
      ['charge', 'c3', 5_000, 30],
      ['payout', 'w1', -600, 20],
      ['transfer', '', -400, 0],
    ]);
  });

  it('has the lines of its period, with ids that stay the same', async () => {
    const second = await stated(2, FIRST + DAY);
    expect(summary(second)).toEqual([
      ['charge', 'c2', 50, 0],
      ['refund', 'r1', -4_000, 0],
    ]);
    const whole = await stated(4);
    const ids = whole.map(({ line_id }) => line_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(second.map(({ line_id }) => line_id)).toEqual(ids.slice(2, 4));
    expect(whole.map(({ at }) => at)).toEqual(whole.map(({ at }) => at).sort((a, b) => a - b));
  });

  it('transfers nothing before the day is over', async () => {
    expect(summary(await stated(0.9)).map(([kind]) => kind)).toEqual(['charge']);
  });

  it('contains the requested errors', async () => {
    const wrong = await stated(4, FIRST, { missing: 'r1', doubled: '1', other_amount: 'c3' });
    expect(summary(wrong).filter(([kind]) => kind !== 'transfer')).toEqual([
      ['charge', 'c1', 10_000, 60],
      ['charge', 'c1', 10_000, 60],
      ['charge', 'c2', 50, 0],
      ['charge', 'c3', 5_100, 30],
      ['payout', 'w1', -600, 20],
    ]);
    expect(wrong[0]?.line_id).not.toBe(wrong[1]?.line_id);
  });
});
