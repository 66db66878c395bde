import { bigint, boolean, id, integer, nullable, type Row, table } from '../engine/table.ts';

export const REDEEM_CODES = table(
  'redeem_codes',
  {
    code_id: id(),
    redeem_id: id(),
    batch_id: id(),
    /** place in its batch, from 0 */
    number: integer(),
    creator_id: id(),
    uses: integer(),
    held: integer(),
    used: integer(),
    revoked: boolean(),
  },
  {
    key: ['code_id'],
    fillfactor: 70,
    indexes: {
      redeem_codes_by_name: 'UNIQUE (redeem_id)',
      redeem_codes_of_batch: '(batch_id, number)',
    },
  },
);

export const REDEEM_BATCHES = table(
  'redeem_batches',
  {
    batch_id: id(),
    creator_id: id(),
    plan_id: id(),
    /** empty: any SKU of the plan, or the plan has none */
    sku_id: id(),
    /** 0 without a period */
    month: integer(),
    /** of each code */
    uses: integer(),
    /** Unix milliseconds; null: without end */
    valid_until: nullable(bigint()),
    codes: integer(),
    /** uses of all codes: held by unpaid orders, used, and withdrawn */
    held: integer(),
    used: integer(),
    revoked: integer(),
    /** log position of its first code, Unix milliseconds */
    created: bigint(),
    issued_at: bigint(),
  },
  {
    key: ['batch_id'],
    fillfactor: 70,
    indexes: {
      redeem_batches_of_creator: '(creator_id, created DESC)',
      redeem_batches_of_plan: '(plan_id, sku_id, created DESC)',
    },
  },
);

export type CodeRow = Row<typeof REDEEM_CODES>;
export type BatchRow = Row<typeof REDEEM_BATCHES>;
/** By how much a code's uses moved, and whether it was revoked just now. */
export type CodeMove = Pick<CodeRow, 'code_id' | 'held' | 'used' | 'revoked'>;
