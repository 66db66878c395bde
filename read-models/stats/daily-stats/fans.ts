import type { ClientBase } from 'pg';
import { DAY_MS } from '#events/time.ts';
import { relation, upsertRows } from '../../engine/rows.ts';
import { id, json, pick, type Row, selected, table } from '../../engine/table.ts';
import { changesBetween, type DayChange, type Runs, withDays } from './paying-runs.ts';

/** The paying days of a creator's fans, numbered since 1970-01-01. */
export const DAILY_FANS = table(
  'daily_fans',
  {
    creator_id: id(),
    user_id: id(),
    /** by plan, empty for all: first and last day of each run of paying days */
    runs: json<[plan_id: string, runs: number[]][]>(),
    /** first paying day of each month */
    paid: json<number[]>(),
  },
  { key: ['creator_id', 'user_id'], fillfactor: 60 },
);
type FanRow = Row<typeof DAILY_FANS>;
export type FanKey = Pick<FanRow, 'creator_id' | 'user_id'>;

export const fanKey = ({ creator_id, user_id }: FanKey): string => `${creator_id}\u0000${user_id}`;

const monthOf = (day: number): number => {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

/** A fan of a creator in a batch. */
export class Fan {
  readonly key: FanKey;
  readonly #runs: Map<string, Runs>;
  #paid: readonly number[];
  changed = false;

  constructor({ runs = '[]', paid = '[]', ...key }: FanKey & Partial<FanRow>) {
    this.key = key;
    this.#runs = new Map(JSON.parse(runs) as [string, Runs][]);
    this.#paid = JSON.parse(paid) as number[];
  }

  get paid(): readonly number[] {
    return this.#paid;
  }

  get row(): FanRow {
    return { ...this.key, runs: JSON.stringify([...this.#runs]), paid: JSON.stringify(this.#paid) };
  }

  /** Adds a paying day of a plan, and returns what changes for the days' figures. */
  addDay(plan_id: string, day: number): readonly DayChange[] {
    const before = this.#runs.get(plan_id) ?? [];
    const after = withDays(before, [day]);
    const changes = changesBetween(before, after);
    if (changes.length > 0) this.changed = true;
    this.#runs.set(plan_id, after);
    return changes;
  }

  isFirstOfMonth(day: number): boolean {
    const month = monthOf(day);
    return !this.#paid.some((one) => one <= day && monthOf(one) === month);
  }

  /** Changes nothing unless the day is the first of its month. */
  addFirstOfMonth(day: number): void {
    if (!this.isFirstOfMonth(day)) return;
    const month = monthOf(day);
    this.changed = true;
    this.#paid = [...this.#paid.filter((one) => monthOf(one) !== month), day].sort(
      (one, other) => one - other,
    );
  }
}

/** The fans of a batch. */
export async function loadFans(tx: ClientBase, keys: readonly FanKey[]) {
  const wanted = new Map(
    keys.map(({ creator_id, user_id }) => [fanKey({ creator_id, user_id }), { creator_id, user_id }]),
  );
  const { sql, values } = relation(pick(DAILY_FANS, 'creator_id', 'user_id'), [...wanted.values()]);
  const text = `SELECT ${selected(DAILY_FANS.columns)} FROM daily_fans JOIN ${sql} USING (creator_id, user_id)`;
  const { rows } = wanted.size === 0 ? { rows: [] } : await tx.query<FanRow>(text, values);
  const known = new Map(rows.map((row) => [fanKey(row), row]));
  const fans = new Map([...wanted].map(([key, fan]) => [key, new Fan({ ...fan, ...known.get(key) })]));
  return {
    /** Throws for a fan who was not loaded. */
    of(key: FanKey): Fan {
      const fan = fans.get(fanKey(key));
      if (!fan) throw new Error('a fan of the batch was not loaded');
      return fan;
    },
    save: (): Promise<void> =>
      upsertRows(
        tx,
        DAILY_FANS,
        [...fans.values()].filter(({ changed }) => changed).map(({ row }) => row),
      ),
  };
}

export type Fans = Awaited<ReturnType<typeof loadFans>>;
