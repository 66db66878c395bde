import { differenceId } from '#events/ids.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { DataOf } from '#events/registry.ts';
import type { KnownFacts } from './facts.ts';
import type { Item } from './item.ts';
import { itemOfLine, type OurMove, orderOfLine, ourMove, providersName } from './our-moves.ts';
import type { ItemVersions } from './versions.ts';

const idOf = ({ provider, kind, reference }: Pick<Item, 'provider' | 'kind' | 'reference'>): string =>
  differenceId(provider, kind, reference);

type Line = DataOf<'StatementLineRecorded'>;

/** The rows that an event needs, to be loaded before. */
export interface RowsToLoad {
  ids: string[];
  /** Items by the provider's id of them. */
  named: { provider: string; kind: string; provider_reference: string }[];
}

export function rowsToLoad(event: RecordedEvent, facts: KnownFacts): RowsToLoad {
  if (event.type === 'StatementLineRecorded') {
    const { provider, kind } = event.data;
    const provider_reference = providersName(event.data);
    const named = provider_reference === '' ? [] : [{ provider, kind, provider_reference }];
    return { ids: [idOf(itemOfLine(event.data))], named };
  }
  if (event.type === 'DifferenceResolved' || event.type === 'DifferenceReopened') {
    return { ids: [idOf(event.data)], named: [] };
  }
  const move = ourMove(event, facts);
  if (!move) return { ids: [], named: [] };
  const orphan =
    move.provider_reference === '' ? [] : [idOf({ ...move, reference: move.provider_reference })];
  return { ids: [idOf(move), ...orphan], named: [] };
}

function withMove(item: Item, move: OurMove, position: number, at: number): Item {
  const ours = (item.ours ?? 0) + move.amount;
  // What had failed and moves again is on the statement of that day: the former one can be covered already.
  const isNew = item.due_at === null || (item.ours === 0 && move.amount !== 0);
  const due_at = move.done && isNew ? at : item.due_at;
  return {
    ...item,
    ours,
    due_at,
    at: due_at ?? at,
    ours_position: position,
    provider_reference: move.provider_reference || item.provider_reference,
    // A cart's charge pays several orders: the item shows the first.
    out_trade_no: item.out_trade_no ?? move.out_trade_no,
    user_id: item.user_id ?? move.user_id,
    withdrawal_id: item.withdrawal_id ?? move.withdrawal_id,
  };
}

function withLine(item: Item, line: Line, position: number): Item {
  const first = item.lines === 0;
  return {
    ...item,
    theirs: (item.theirs ?? 0) + line.amount,
    lines: item.lines + 1,
    fee: item.fee + line.fee,
    line_amount: first ? line.amount : item.line_amount,
    lines_alike: first || (item.lines_alike && item.line_amount === line.amount),
    at: item.due_at ?? (first ? line.at : Math.min(item.at, line.at)),
    line_position: position,
    out_trade_no: item.out_trade_no ?? orderOfLine(line),
    provider_reference: item.provider_reference || line.provider_reference,
  };
}

/** The row under the provider's id merges into ours, now that the two ids are linked. */
function joined(item: Item, orphan: Item): Item {
  const first = item.lines === 0;
  const alike = first || (item.lines_alike && item.line_amount === orphan.line_amount);
  return {
    ...item,
    theirs: (item.theirs ?? 0) + (orphan.theirs ?? 0),
    lines: item.lines + orphan.lines,
    fee: item.fee + orphan.fee,
    line_amount: first ? orphan.line_amount : item.line_amount,
    lines_alike: alike && orphan.lines_alike,
    line_position: Math.max(item.line_position ?? 0, orphan.line_position ?? 0),
  };
}

const withoutLines = (item: Item): Item => ({
  ...item,
  theirs: null,
  lines: 0,
  fee: 0,
  line_amount: 0,
  lines_alike: true,
  line_position: null,
  provider_reference: '',
});

function foldMove(move: OurMove, event: RecordedEvent, items: ItemVersions): void {
  const { position } = event;
  const { at } = event.metadata;
  let next = withMove(items.get(move), move, position, at);
  const waiting = { ...move, reference: move.provider_reference };
  const orphan = move.provider_reference === '' ? undefined : items.find(idOf(waiting));
  if (orphan && orphan.ours === null && orphan.lines > 0) {
    next = joined(next, orphan);
    items.set(withoutLines(orphan), position);
    items.moveLines(idOf(orphan), idOf(move));
  }
  items.set(next, position);
}

/** Applies one event to the items it affects. */
export function fold(event: RecordedEvent, facts: KnownFacts, items: ItemVersions): void {
  const { position } = event;
  switch (event.type) {
    case 'StatementLineRecorded': {
      const line = event.data;
      const known = items.named(line.provider, line.kind, providersName(line));
      const item = known ?? items.get(itemOfLine(line));
      items.set(withLine(item, line, position), position);
      items.addLine(line, position, idOf(item));
      return;
    }
    case 'DifferenceResolved': {
      const { seen, written_off, reason, by } = event.data;
      const item = items.get(event.data);
      const resolution = { position, at: event.metadata.at, by, reason, ...seen };
      items.set({ ...item, written_off: item.written_off + written_off, resolution }, position);
      return;
    }
    case 'DifferenceReopened': {
      const item = items.get(event.data);
      const written_off = item.written_off - event.data.written_back;
      items.set({ ...item, written_off, resolution: null }, position);
      return;
    }
    default: {
      const move = ourMove(event, facts);
      if (move) foldMove(move, event, items);
    }
  }
}
