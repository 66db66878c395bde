import type { ClientBase } from 'pg';
import type { AgreementEvent } from '#events/memberships.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { Moved, Projection } from '../../engine/projection.ts';
import { relation, upsertRows } from '../../engine/rows.ts';
import { pick, selected } from '../../engine/table.ts';
import { AGREEMENTS, type AgreementRow } from './tables.ts';

type Parties = Pick<AgreementRow, 'plan_id' | 'user_id' | 'creator_id'>;
const keyOf = ({ plan_id, user_id }: Pick<AgreementRow, 'plan_id' | 'user_id'>): string =>
  `${plan_id} ${user_id}`;

const NO_OPEN_ORDER = { open_order: '', failed: 0, next_at: null };

/** The row after an event. */
function changed(
  row: AgreementRow | undefined,
  { type, data }: AgreementEvent,
  at: number,
): AgreementRow | undefined {
  if (type === 'AgreementMade') {
    const { plan_id, user_id, creator_id, plan_name, amount, months, until: until_at } = data;
    const terms = { plan_id, user_id, creator_id, plan_name, amount, months, until_at, agreed_at: at };
    return { ...terms, ended_at: null, reason: '', renewals: 0, last_order: '', ...NO_OPEN_ORDER };
  }
  if (row === undefined) return undefined;
  switch (type) {
    case 'RenewalPlaced':
      return { ...row, open_order: data.out_trade_no, failed: 0, next_at: at };
    case 'RenewalFailed':
      return { ...row, failed: data.attempt, next_at: data.next_at };
    case 'RenewalPaid': {
      const { until: until_at, out_trade_no: last_order } = data;
      return { ...row, ...NO_OPEN_ORDER, until_at, last_order, renewals: row.renewals + 1 };
    }
    case 'AgreementEnded':
      return { ...row, next_at: null, ended_at: at, reason: data.reason };
    default:
      return row;
  }
}

async function project(events: readonly RecordedEvent[], tx: ClientBase): Promise<Moved> {
  const parties = new Map(events.map(({ data }) => [keyOf(data as Parties), data as Parties])); // every type has them
  const { sql, values } = relation(pick(AGREEMENTS, 'plan_id', 'user_id'), [...parties.values()]);
  const { rows } = await tx.query<AgreementRow>(
    `SELECT ${selected(AGREEMENTS.columns, 'a.')} FROM ${sql} JOIN agreements a USING (plan_id, user_id)`,
    values,
  );
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  const written = new Map<string, AgreementRow>();
  for (const event of events) {
    const key = keyOf(event.data as Parties);
    const row = changed(
      written.get(key) ?? found.get(key),
      event as RecordedEvent & AgreementEvent,
      event.metadata.at,
    );
    if (row) written.set(key, row);
  }
  await upsertRows(tx, AGREEMENTS, [...written.values()]);
  const all = [...parties.values()];
  return {
    creators: new Set(all.map(({ creator_id }) => creator_id)),
    users: new Set(all.map(({ user_id }) => user_id)),
  };
}

/** Which memberships are renewed by agreement, and how their last charges ended. */
export const agreements: Projection = {
  name: 'agreements',
  version: 1,
  types: [
    'AgreementOffered',
    'AgreementMade',
    'RenewalPlaced',
    'RenewalFailed',
    'RenewalPaid',
    'AgreementEnded',
  ],
  whole: ['agreement'],
  tables: [AGREEMENTS],
  project,
};
