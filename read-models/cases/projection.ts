import type { ClientBase } from 'pg';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { Moved, Projection } from '../engine/projection.ts';
import { upsertRows } from '../engine/rows.ts';
import { selected } from '../engine/table.ts';
import { CASES, type CaseRow } from './tables.ts';

const TYPES = [
  'CaseOpened',
  'CaseMessageAdded',
  'CaseDeclined',
  'CaseRefundRequested',
  'CaseRefundDeclined',
  'CaseAccepted',
  'CasePassedOn',
  'CaseClosed',
] as const;
type CaseEvent = RecordedEvent<(typeof TYPES)[number]>;

/** The same rule as in services/commerce/cases/case.ts. */
function phaseAfter({ phase }: CaseRow, { type, data }: CaseEvent): CaseRow['phase'] {
  switch (type) {
    case 'CaseDeclined':
      return 'declined';
    case 'CaseAccepted':
      return 'accepted';
    case 'CasePassedOn':
      return 'escalated';
    case 'CaseClosed':
      return 'closed';
    case 'CaseMessageAdded':
      if (phase === 'open' && data.by === 'creator') return 'answered';
      return phase === 'answered' && data.by === 'fan' ? 'open' : phase;
    default:
      return phase;
  }
}

const isOfCase = (event: RecordedEvent): event is CaseEvent => TYPES.some((type) => type === event.type);

async function project(events: readonly RecordedEvent[], tx: ClientBase): Promise<Moved> {
  const found = events.filter(isOfCase);
  const { rows } = await tx.query<CaseRow>(
    `SELECT ${selected(CASES.columns)} FROM cases WHERE case_id = ANY ($1)`,
    [[...new Set(found.map(({ data }) => data.case_id))]],
  );
  const cases = new Map(rows.map((row) => [row.case_id, row]));
  for (const event of found) {
    const { type, data, position, metadata } = event;
    const { creator_id, at } = metadata;
    if (type === 'CaseOpened') {
      const { case_id, out_trade_no, user_id, due_at } = data;
      const of = { case_id, out_trade_no, creator_id, user_id };
      cases.set(case_id, { ...of, phase: 'open', due_at, moved_at: at, declined_at: null, opened: position });
      continue;
    }
    const row = cases.get(data.case_id);
    if (row === undefined) throw new Error(`case ${data.case_id} has news but was never opened`);
    const declined_at = type === 'CaseDeclined' ? at : row.declined_at;
    cases.set(data.case_id, { ...row, phase: phaseAfter(row, event), moved_at: at, declined_at });
  }
  const moved = [...cases.values()];
  await upsertRows(tx, CASES, moved);
  const creators = new Set(moved.map(({ creator_id }) => creator_id));
  return { creators, users: new Set([...creators, ...moved.map(({ user_id }) => user_id)]) };
}

/** What fans ask for about their orders, for the lists of creators and staff. */
export const cases: Projection = {
  name: 'cases',
  version: 3,
  types: TYPES,
  whole: ['case'],
  tables: [CASES],
  project,
};
