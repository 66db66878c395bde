import { bigint, id, integer, nullable, type Row, table, text } from '../../engine/table.ts';

/** The newest agreement of a fan for a plan. */
export const AGREEMENTS = table(
  'agreements',
  {
    plan_id: id(),
    user_id: id(),
    creator_id: id(),
    plan_name: text(),
    /** fen, and months of each renewal */
    amount: bigint(),
    months: integer(),
    /** Unix milliseconds */
    agreed_at: bigint(),
    until_at: bigint(),
    ended_at: nullable(bigint()),
    /** Why it ended; empty while it runs */
    reason: text(),
    /** Paid renewals, and the order of the last one; empty before */
    renewals: integer(),
    last_order: text(),
    /** The order to charge; empty without one */
    open_order: text(),
    /** Its declined tries, and the next one */
    failed: integer(),
    next_at: nullable(bigint()),
  },
  {
    key: ['plan_id', 'user_id'],
    fillfactor: 80,
    indexes: {
      agreements_of_user: '(user_id, agreed_at)',
      agreements_of_creator: '(creator_id, user_id)',
    },
  },
);

export type AgreementRow = Row<typeof AGREEMENTS>;
