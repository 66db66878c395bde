import { bigint, id, nullable, type Row, table } from '../engine/table.ts';

/**
 * A refund that waits for a second person or for the provider, a late payment to be returned, a refund that failed, or a
 * dispute that its bank has to decide.
 */
export type RefundStep = 'request' | 'refund' | 'late' | 'failed' | 'dispute';

export const REFUND_STEPS = table(
  'refund_steps',
  {
    step_key: id(),
    step: id<RefundStep>(),
    out_trade_no: id(),
    /** Of late money, its charge; of a dispute, its id. */
    refund_id: id(),
    creator_id: id(),
    /** fen */
    amount: bigint(),
    /** log position, Unix milliseconds */
    position: bigint(),
    since: bigint(),
    /** log position; null while it is open */
    ended: nullable(bigint()),
  },
  {
    key: ['step_key'],
    fillfactor: 80,
    indexes: {
      refund_steps_open: '(step, since) WHERE ended IS NULL',
      refund_steps_of_order: '(out_trade_no)',
    },
  },
);

export type RefundStepRow = Row<typeof REFUND_STEPS>;
