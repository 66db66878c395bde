import type { ClientBase } from 'pg';
import type { Moved, ProjectedEvent, Projection } from '../engine/projection.ts';
import { type Columns, relation } from '../engine/rows.ts';

interface WithdrawalRow {
  withdrawal_id: string;
  user_id: string;
  /** Log position at which it was asked for. */
  position: number;
}

const COLUMNS: Columns<WithdrawalRow> = { withdrawal_id: 'text', user_id: 'text', position: 'bigint' };

const DDL = `
  CREATE TABLE withdrawals (
    withdrawal_id text COLLATE "C" PRIMARY KEY,
    user_id       text COLLATE "C" NOT NULL,
    position      bigint NOT NULL,
    -- waiting 1, success 2, error 3, pp_error 4, bank_error 7, transfering 8
    status        smallint NOT NULL DEFAULT 1
  );`;

const INDEXES = `
  CREATE INDEX IF NOT EXISTS withdrawals_by_status ON withdrawals (status, position);
  CREATE INDEX IF NOT EXISTS withdrawals_by_position ON withdrawals (position);`;

/** The status that an event gives a withdrawal; undefined when it changes none. */
function statusOf(event: ProjectedEvent): number | undefined {
  switch (event.type) {
    case 'WithdrawalRejected':
      return 3;
    case 'WithdrawalRetried':
    case 'PayoutSent':
      return 8;
    case 'PayoutSucceeded':
      return 2;
    case 'PayoutFailed':
      return event.data.status;
    default:
      return undefined;
  }
}

async function project(events: readonly ProjectedEvent[], tx: ClientBase): Promise<Moved> {
  const fresh: WithdrawalRow[] = [];
  const changed = new Map<string, number>();
  const creators = new Set<string>();
  for (const event of events) {
    creators.add(event.metadata.creator_id);
    if (event.type === 'WithdrawalRequested') {
      const { withdrawal_id, user_id } = event.data;
      fresh.push({ withdrawal_id, user_id, position: event.position });
      continue;
    }
    const status = statusOf(event);
    // Every type that gives a status names its withdrawal.
    if (status !== undefined) changed.set((event.data as { withdrawal_id: string }).withdrawal_id, status);
  }
  const { sql, names, values } = relation(COLUMNS, fresh);
  await tx.query(`INSERT INTO withdrawals (${names}) SELECT ${names} FROM ${sql}`, values);
  await tx.query(
    `UPDATE withdrawals w SET status = given.status
       FROM unnest($1::text[], $2::smallint[]) AS given (withdrawal_id, status)
      WHERE w.withdrawal_id = given.withdrawal_id`,
    [[...changed.keys()], [...changed.values()]],
  );
  return { creators, users: new Set() };
}

/** Whose every withdrawal is and how far it is; what else there is to it, its balance's stream tells. */
export const withdrawals: Projection = {
  name: 'withdrawals',
  version: 1,
  types: [
    'WithdrawalRequested',
    'WithdrawalRejected',
    'WithdrawalRetried',
    'PayoutSent',
    'PayoutSucceeded',
    'PayoutFailed',
  ],
  whole: [],
  tables: ['withdrawals'],
  ddl: DDL,
  indexes: INDEXES,
  project,
};
