import type { ClientBase } from 'pg';
import type { IncomeLine } from '#events/income.ts';
import type { DataOf } from '#events/registry.ts';
import { nextMonth } from '#events/time.ts';
import { insertRows, relation, upsertRows } from '../../engine/rows.ts';
import { selected } from '../../engine/table.ts';
import { Tally } from '../../engine/tally.ts';
import { writeLater } from '../../engine/writes.ts';
import type { LineParts } from './booked-entry.ts';
import {
  type CommissionRow,
  type CreatorRow,
  type EntryRow,
  INCOME_CREATORS,
  INCOME_MONTHS,
  SETTLEMENTS,
} from './tables.ts';

/** The sums of a month; its positions are separate. */
export const STATS = [
  'orders',
  'gross',
  'payment_fee',
  'service_fee',
  'affiliate',
  'refunds',
  'commissions',
  'net',
] as const;
/** Counts of an open month; settlements have no number of lines. */
const MONTH_STATS = [...STATS, 'lines'] as const;
type Stat = (typeof MONTH_STATS)[number];

/** A line of a batch, of a month that may have been closed before it was written. */
export interface Line extends LineParts {
  position: number;
  kind: IncomeLine['kind'];
  user_id: string;
  month: string;
}

/** The seller's line of an entry; undefined where it is none. */
export function lineOf({ kind, month, ...entry }: EntryRow): Line[] {
  if ((kind !== 'order' && kind !== 'refund') || month === null) return [];
  const { position, user_id, amount, payment_fee, service_fee, affiliate, net } = entry;
  // They are null together (the table checks that they add up).
  if (amount === null || net === null) return [];
  const fees = { payment_fee: payment_fee ?? 0, service_fee: service_fee ?? 0, affiliate: affiliate ?? 0 };
  return [{ position, kind, user_id, month, amount, ...fees, net }];
}

/** A partner's line: all of it is the partner's. */
export const lineOfCommission = ({ position, kind, user_id, month, amount }: CommissionRow): Line => ({
  position,
  kind,
  user_id,
  month,
  amount,
  payment_fee: 0,
  service_fee: 0,
  affiliate: 0,
  net: amount,
});

/** The amounts that a line adds to its month. */
function statsOf({ kind, amount, ...parts }: Line): Record<Stat, number> {
  const { payment_fee, service_fee, affiliate, net } = parts;
  const own = kind === 'order' || kind === 'refund';
  return {
    orders: kind === 'order' ? 1 : 0,
    gross: kind === 'order' ? amount : 0,
    refunds: kind === 'refund' ? -amount : 0,
    commissions: own ? 0 : amount,
    payment_fee,
    service_fee,
    affiliate,
    net,
    lines: 1,
  };
}

export async function creatorsOf(
  tx: ClientBase,
  users: Iterable<string>,
): Promise<(user_id: string) => CreatorRow> {
  const { rows } = await tx.query<CreatorRow>(
    `SELECT ${selected(INCOME_CREATORS.columns)} FROM income_creators WHERE user_id = ANY ($1)`,
    [[...users]],
  );
  const known = new Map(rows.map((row) => [row.user_id, row]));
  return (user_id) => {
    const found = known.get(user_id) ?? { user_id, closed_through: '', refunded: 0, settled: 0, earned: 0 };
    known.set(user_id, found);
    return found;
  };
}

export async function writeCreators(tx: ClientBase, creators: readonly CreatorRow[]): Promise<void> {
  await upsertRows(tx, INCOME_CREATORS, creators);
}

/** A closed month never changes: later lines belong to the next open month. */
export const openMonth = (month: string, { closed_through }: CreatorRow): string =>
  month > closed_through ? month : nextMonth(closed_through);

export async function addToMonths(tx: ClientBase, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return;
  const sums = new Tally<{ user_id: string; month: string }, Stat>(MONTH_STATS);
  const positions = new Map<string, { first_position: number; last_position: number }>();
  for (const line of lines) {
    const { user_id, month, position } = line;
    sums.add({ user_id, month }, statsOf(line));
    const key = `${user_id} ${month}`;
    const known = positions.get(key);
    const first_position = Math.min(known?.first_position ?? position, position);
    const last_position = Math.max(known?.last_position ?? position, position);
    positions.set(key, { first_position, last_position });
  }
  const rows = sums.rows().map((row) => {
    const between = positions.get(`${row.user_id} ${row.month}`);
    return {
      ...row,
      first_position: between?.first_position ?? 0,
      last_position: between?.last_position ?? 0,
      settled: false,
    };
  });
  const { sql, names, values } = relation(INCOME_MONTHS.columns, rows);
  const added = MONTH_STATS.map((figure) => `${figure} = m.${figure} + excluded.${figure}`).join(', ');
  const text = `INSERT INTO income_months AS m (${names}) SELECT ${names} FROM ${sql}
     ON CONFLICT (user_id, month) DO UPDATE SET ${added},
       first_position = least(m.first_position, excluded.first_position),
       last_position = greatest(m.last_position, excluded.last_position)`;
  await writeLater(tx, { table: 'income_months', text, values });
}

export interface Settled {
  evidence: DataOf<'MonthSettled'>;
  /** Log position, and Unix milliseconds of the settlement. */
  position: number;
  at: number;
  /** First month that is open then: where its late lines go. */
  next: string;
}

/** The first settlement of each creator, and those that follow on them. */
function firstOfEach(settled: readonly Settled[]): { first: Settled[]; rest: Settled[] } {
  const seen = new Set<string>();
  const first: Settled[] = [];
  const rest: Settled[] = [];
  for (const one of settled) {
    (seen.has(one.evidence.user_id) ? rest : first).push(one);
    seen.add(one.evidence.user_id);
  }
  return { first, rest };
}

/** Closes months in the given order: lines that one month passes on can pass through the next month, too. */
export async function closeMonths(tx: ClientBase, settled: readonly Settled[]): Promise<void> {
  for (let { first, rest } = firstOfEach(settled); first.length > 0; { first, rest } = firstOfEach(rest)) {
    await closeOnce(tx, first);
  }
}

/**
 * Closes months. A line written between the settlement's sum and this moves to the next month; at most a few creators
 * have one.
 */
async function closeOnce(tx: ClientBase, settled: readonly Settled[]): Promise<void> {
  const keys = relation(
    { user_id: 'text', month: 'text', last_position: 'bigint', next: 'text' },
    settled.map(({ evidence: { user_id, month, last_position }, next }) => ({
      user_id,
      month,
      last_position,
      next,
    })),
  );
  const { rows: late } = await tx.query<{
    user_id: string;
    month: string;
    next: string;
    covered: number | null;
  }>(
    `UPDATE income_months m SET settled = true FROM ${keys.sql}
      WHERE m.user_id = given.user_id AND m.month = given.month
      RETURNING m.user_id, m.month, given.next,
        CASE WHEN m.last_position > given.last_position THEN given.last_position::float8 END AS covered`,
    keys.values,
  );
  for (const { covered, ...of } of late) if (covered !== null) await passOn(tx, of, covered);
  const rows = settled.map(({ evidence: { reason: _, ...figures }, position, at }) => ({
    ...figures,
    position,
    settled_at: at,
  }));
  await insertRows(tx, SETTLEMENTS, rows);
}

/** Moves a month's lines after a position, with their sums, into the next open month. */
async function passOn(
  tx: ClientBase,
  { user_id, month, next }: { user_id: string; month: string; next: string },
  covered: number,
): Promise<void> {
  const moved = [user_id, month, covered, next];
  const { rows: sold } = await tx.query<Line>(
    `UPDATE ledger_entries SET month = $4 WHERE month = $2 AND user_id = $1 AND position > $3
     RETURNING position::float8 AS position, kind, user_id, month, amount::float8 AS amount,
       payment_fee::float8 AS payment_fee, service_fee::float8 AS service_fee,
       affiliate::float8 AS affiliate, net::float8 AS net`,
    moved,
  );
  const { rows: brought } = await tx.query<CommissionRow>(
    `UPDATE commission_lines SET month = $4 WHERE month = $2 AND user_id = $1 AND position > $3
     RETURNING position::float8 AS position, kind, user_id, month, amount::float8 AS amount`,
    moved,
  );
  const rows = [...sold, ...brought.map(lineOfCommission)];
  await addToMonths(tx, rows);
  const gone = rows.map(statsOf);
  const taken = MONTH_STATS.map((figure, index) => `${figure} = ${figure} - $${index + 4}`).join(', ');
  await tx.query(`UPDATE income_months SET last_position = $3, ${taken} WHERE user_id = $1 AND month = $2`, [
    user_id,
    month,
    covered,
    ...MONTH_STATS.map((figure) => gone.reduce((sum, one) => sum + one[figure], 0)),
  ]);
}
