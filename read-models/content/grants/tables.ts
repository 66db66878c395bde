import { bigint, boolean, id, nullable, type Row, table } from '../../engine/table.ts';

const grantColumns = {
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
  /** Unix milliseconds: when the order gave it, or was handed over with it */
  given_at: bigint(),
  /** null never ends */
  from_at: bigint(),
  until_at: nullable(bigint()),
  /** Ended early by this order: its own refund, or an upgrade */
  ended_at: nullable(bigint()),
  ended_by: id(),
  refunded: boolean(),
};

/**
 * What an order has given a fan: a membership of a plan for a time, or units of a SKU. It runs from `from_at` until the
 * earlier of `until_at` and `ended_at`.
 */
export const GRANTS = table('grants', grantColumns, {
  key: ['out_trade_no', 'key'],
  fillfactor: 80,
  keys: { grants_of_fan: '(creator_id, user_id, membership)' },
  indexes: { grants_of_key: '(key, user_id)', grants_of_user: '(user_id, creator_id)' },
});
export type GrantRow = Row<typeof GRANTS>;

/**
 * A membership as it was before a later order or a refund changed its times: access as of a past time. A purchase has
 * its end in `grants`, and is here as the account had it that it was handed over from.
 */
export const PAST_GRANTS = table(
  'past_grants',
  {
    ...grantColumns,
    /** The event that changed it, and its time */
    superseded_by: bigint(),
    superseded_at: bigint(),
  },
  {
    key: ['out_trade_no', 'key', 'superseded_by'],
    indexes: { past_grants_of_fan: '(creator_id, user_id)' },
  },
);
export type PastGrantRow = Row<typeof PAST_GRANTS>;
