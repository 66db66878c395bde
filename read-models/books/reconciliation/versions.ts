import type { ClientBase } from 'pg';
import { differenceId } from '#events/ids.ts';
import type { DataOf } from '#events/registry.ts';
import { insertRows, relation } from '../../engine/rows.ts';
import { pick, selected } from '../../engine/table.ts';
import { type Covered, causeOf, differenceOf, type Item, isOpen, newItem, stateOf } from './item.ts';
import { type ItemRow, type LineRow, NOW, RECONCILIATION_ITEMS, RECONCILIATION_LINES } from './tables.ts';

const idOf = ({ provider, kind, reference }: Pick<Item, 'provider' | 'kind' | 'reference'>): string =>
  differenceId(provider, kind, reference);

/** Items of a batch as they change from event to event, and the rows that this makes. */
export interface ItemVersions {
  /** The present state; empty for a new item. It was loaded before. */
  get(key: Pick<Item, 'provider' | 'kind' | 'reference'>): Item;
  find(difference_id: string): Item | undefined;
  /** By the provider's id; undefined when there is none, or the id is empty. */
  named(provider: string, kind: string, provider_reference: string): Item | undefined;
  set(item: Item, position: number): void;
  addLine(line: DataOf<'StatementLineRecorded'>, position: number, difference_id: string): void;
  /** Moves the lines of one item to another. */
  moveLines(from: string, to: string): void;
}

interface Life {
  item: Item;
  /** The stored row that must end here; null: it continues, or there is none. */
  ended: number | null;
  stored: boolean;
  rows: ItemRow[];
}

function rowOf(item: Item, since: number, covered: readonly Covered[]): ItemRow | undefined {
  const state = stateOf(item, covered);
  if (state === undefined) return undefined;
  const { resolution, ...rest } = item;
  return {
    difference_id: idOf(item),
    since,
    until: NOW,
    ...rest,
    state,
    cause: causeOf(item, state),
    open: isOpen(item, state),
    difference: differenceOf(item),
    resolved_position: resolution?.position ?? null,
    resolved_at: resolution?.at ?? null,
    resolved_by: resolution?.by ?? null,
    resolved_reason: resolution?.reason ?? null,
    resolved_ours: resolution?.ours ?? null,
    resolved_theirs: resolution?.theirs ?? null,
  };
}

function itemOf(row: ItemRow): Item {
  const { resolved_position: position, resolved_at: at, resolved_by: by, resolved_reason: reason } = row;
  const resolution =
    position === null || at === null || by === null || reason === null
      ? null
      : { position, at, by, reason, ours: row.resolved_ours, theirs: row.resolved_theirs };
  return {
    ...newItem(row.provider, row.kind, row.reference),
    ours: row.ours,
    due_at: row.due_at,
    theirs: row.theirs,
    lines: row.lines,
    line_amount: row.line_amount,
    lines_alike: row.lines_alike,
    fee: row.fee,
    written_off: row.written_off,
    resolution,
    at: row.at,
    provider_reference: row.provider_reference,
    out_trade_no: row.out_trade_no,
    user_id: row.user_id,
    withdrawal_id: row.withdrawal_id,
    ours_position: row.ours_position,
    line_position: row.line_position,
  };
}

const SELECTED = selected(RECONCILIATION_ITEMS.columns, 'i.');

interface ItemsToLoad {
  ids: readonly string[];
  named: readonly { provider: string; kind: string; provider_reference: string }[];
}

/**
 * Reads the newest row of each item in the order of the primary key. With the id alone and a table too young for
 * statistics, the planner would scan the list's index from end to end.
 */
export const ITEMS_BY_ID = `
  SELECT ${SELECTED}
    FROM unnest($1::text[]) AS given(difference_id)
   CROSS JOIN LATERAL (
           SELECT * FROM reconciliation_items o WHERE o.difference_id = given.difference_id
            ORDER BY o.since DESC LIMIT 1) AS i
   WHERE i.until = ${NOW}`;

/** Reads items by the provider's id. The index has only those with one, which the join alone does not say. */
export function itemsByName(named: ItemsToLoad['named']) {
  const names = relation(pick(RECONCILIATION_ITEMS, 'provider', 'kind', 'provider_reference'), named);
  const sql = `
    SELECT ${SELECTED} FROM ${names.sql} JOIN reconciliation_items i USING (provider, kind, provider_reference)
     WHERE i.until = ${NOW} AND i.provider_reference <> '' ORDER BY i.difference_id`;
  return { sql, values: names.values };
}

async function load(tx: ClientBase, { ids, named }: ItemsToLoad): Promise<ItemRow[]> {
  const { rows } = await tx.query<ItemRow>(ITEMS_BY_ID, [ids]);
  if (named.length === 0) return rows;
  const { sql, values } = itemsByName(named);
  const { rows: further } = await tx.query<ItemRow>(sql, values);
  return [...rows, ...further];
}

export interface WritableVersions extends ItemVersions {
  write(tx: ClientBase): Promise<void>;
}

/** The items of a range of events. No other item may be read. */
export async function loadVersions(
  tx: ClientBase,
  wanted: ItemsToLoad,
  coveredOf: (provider: string) => readonly Covered[],
): Promise<WritableVersions> {
  const lives = new Map<string, Life>();
  /** Items of ours by the provider's id. */
  const names = new Map<string, string>();
  const nameOf = (provider: string, kind: string, name: string): string => `${provider} ${kind} ${name}`;
  const remember = ({ provider, kind, provider_reference, ours }: Item, id: string): void => {
    if (provider_reference === '' || ours === null) return;
    const name = nameOf(provider, kind, provider_reference);
    const known = names.get(name);
    // The choice of two is the same for any batching of the events.
    if (known === undefined || id < known) names.set(name, id);
  };
  for (const row of await load(tx, wanted)) {
    const item = itemOf(row);
    lives.set(row.difference_id, { item, ended: null, stored: true, rows: [] });
    remember(item, row.difference_id);
  }
  const lines: LineRow[] = [];
  const moves: { from: string; to: string }[] = [];

  return {
    get: ({ provider, kind, reference }) =>
      lives.get(differenceId(provider, kind, reference))?.item ?? newItem(provider, kind, reference),
    find: (difference_id) => lives.get(difference_id)?.item,
    named(provider, kind, provider_reference) {
      const id =
        provider_reference === '' ? undefined : names.get(nameOf(provider, kind, provider_reference));
      return id === undefined ? undefined : lives.get(id)?.item;
    },
    set(item, position) {
      const id = idOf(item);
      const life = lives.get(id) ?? { item, ended: null, stored: false, rows: [] };
      const last = life.rows.at(-1);
      if (last?.since === position) life.rows.pop();
      else if (last) last.until = Math.min(last.until, position);
      else if (life.stored) life.ended ??= position;
      const row = rowOf(item, position, coveredOf(item.provider));
      if (row) life.rows.push(row);
      // Items without a row are dropped, here and when the items for the next batch are loaded.
      const current = row ? item : newItem(item.provider, item.kind, item.reference);
      lives.set(id, { ...life, item: current });
      remember(current, id);
    },
    addLine(line, position, difference_id) {
      const { currency: _currency, ...rest } = line;
      lines.push({ ...rest, position, difference_id });
    },
    moveLines(from, to) {
      moves.push({ from, to });
      for (const line of lines) if (line.difference_id === from) line.difference_id = to;
    },
    async write(tx) {
      const ended = [...lives].flatMap(([difference_id, life]) =>
        life.ended === null ? [] : [{ difference_id, until: life.ended }],
      );
      if (ended.length > 0) {
        const { sql, values } = relation(pick(RECONCILIATION_ITEMS, 'difference_id', 'until'), ended);
        await tx.query(
          `UPDATE reconciliation_items i SET until = given.until FROM ${sql}
            WHERE i.difference_id = given.difference_id AND i.until = ${NOW}`,
          values,
        );
      }
      await insertRows(
        tx,
        RECONCILIATION_ITEMS,
        [...lives.values()].flatMap(({ rows }) => rows),
      );
      await insertRows(tx, RECONCILIATION_LINES, lines);
      for (const { from, to } of moves) {
        await tx.query('UPDATE reconciliation_lines SET difference_id = $2 WHERE difference_id = $1', [
          from,
          to,
        ]);
      }
    },
  };
}
