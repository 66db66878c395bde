import { bigint, boolean, id, nullable, type Row, table } from '../../engine/table.ts';

/**
 * What an order has given a fan: a membership of a plan for a time, or units of a SKU. It runs from `from_at` until the
 * earlier of `until_at` and `ended_at`.
 */
export const GRANTS = table(
  'grants',
  {
    out_trade_no: id(),
    /** The plan or the SKU */
    key: id(),
    creator_id: id(),
    user_id: id(),
    membership: boolean(),
    /** fen: the plan's price of a month when it was sold; 0 of a SKU */
    monthly_price: bigint(),
    /** of a SKU, without the returned ones; 0 of a membership */
    units: bigint(),
    /** Unix milliseconds; null never ends */
    from_at: bigint(),
    until_at: nullable(bigint()),
    /** Ended early by this order: its own refund, or an upgrade */
    ended_at: nullable(bigint()),
    ended_by: id(),
    refunded: boolean(),
  },
  {
    key: ['out_trade_no', 'key'],
    fillfactor: 80,
    keys: { grants_of_fan: '(creator_id, user_id, membership)' },
    indexes: { grants_of_key: '(key, user_id)' },
  },
);
export type GrantRow = Row<typeof GRANTS>;
