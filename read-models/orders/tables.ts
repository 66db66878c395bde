import type { DeliveryState } from '#events/order.ts';
import type { Columns } from '../engine/rows.ts';

export const ORDERS_DDL = `
  CREATE TABLE orders (
    out_trade_no    text COLLATE "C" PRIMARY KEY,
    creator_id      text COLLATE "C" NOT NULL,
    user_id         text COLLATE "C" NOT NULL,
    plan_id         text COLLATE "C" NOT NULL,
    plan_name       text NOT NULL,
    product_type    smallint NOT NULL,
    -- OrderLine[], as they were sold
    lines           json NOT NULL,
    month           integer NOT NULL,
    -- fen
    show_amount     bigint NOT NULL,
    discount        bigint NOT NULL,
    shipping_fee    bigint NOT NULL,
    total_amount    bigint NOT NULL,
    -- the creator's part of the total
    net             bigint NOT NULL,
    refunded        bigint NOT NULL,
    -- money that came too late and went back
    returned        bigint NOT NULL,
    -- pending 1, success 2, cancel 3
    status          smallint NOT NULL,
    custom_order_id text NOT NULL,
    imported        boolean NOT NULL,
    -- the fan's remark and the creator's note: references into the vault
    remark_ref      text,
    remark_changes  smallint NOT NULL,
    creator_remark_ref text,
    need_address    boolean NOT NULL,
    address_ref     text,
    address_changes smallint NOT NULL,
    -- null until it is sent; the state is a DeliveryState
    shipped_at      bigint,
    company_id      text,
    express_no      text,
    delivery_state  text,
    -- units that came back by refunds
    units_back      integer NOT NULL,
    -- paid, and something of it has still to be sent
    to_send         boolean NOT NULL,
    -- Unix milliseconds, business days
    placed_at       bigint NOT NULL,
    placed_day      date NOT NULL,
    paid_at         bigint,
    paid_day        date,
    expires_at      bigint NOT NULL,
    -- version of the order's stream
    version         integer NOT NULL
  ) WITH (fillfactor = 80);
  CREATE TABLE order_refunds (
    out_trade_no text COLLATE "C" NOT NULL,
    refund_id    text COLLATE "C" NOT NULL,
    creator_id   text COLLATE "C" NOT NULL,
    plan_id      text COLLATE "C" NOT NULL,
    day          date NOT NULL,
    -- fen; net is the creator's part
    amount       bigint NOT NULL,
    net          bigint NOT NULL,
    PRIMARY KEY (out_trade_no, refund_id)
  );
  -- How many orders a list holds and on which days they lie, so that no page counts them (plan_id empty: all).
  CREATE TABLE order_days (
    creator_id text COLLATE "C" NOT NULL,
    plan_id    text COLLATE "C" NOT NULL,
    day        date NOT NULL,
    pending    integer NOT NULL,
    success    integer NOT NULL,
    cancelled  integer NOT NULL,
    PRIMARY KEY (creator_id, plan_id, day)
  ) WITH (fillfactor = 70);
  CREATE TABLE order_buyers (
    user_id    text COLLATE "C" NOT NULL,
    creator_id text COLLATE "C" NOT NULL,
    pending    integer NOT NULL,
    success    integer NOT NULL,
    cancelled  integer NOT NULL,
    PRIMARY KEY (user_id, creator_id)
  ) WITH (fillfactor = 80);
  CREATE TABLE plan_sales (
    plan_id text COLLATE "C" PRIMARY KEY,
    orders  bigint NOT NULL,
    units   bigint NOT NULL
  ) WITH (fillfactor = 70);`;

export const ORDERS_INDEXES = `
  CREATE INDEX IF NOT EXISTS orders_of_creator ON orders (creator_id, placed_day, placed_at, out_trade_no);
  CREATE INDEX IF NOT EXISTS orders_of_plan ON orders (creator_id, plan_id, placed_day, placed_at, out_trade_no);
  CREATE INDEX IF NOT EXISTS orders_pending
    ON orders (creator_id, placed_day, placed_at, out_trade_no) WHERE status = 1;
  CREATE INDEX IF NOT EXISTS orders_cancelled
    ON orders (creator_id, placed_day, placed_at, out_trade_no) WHERE status = 3;
  CREATE INDEX IF NOT EXISTS orders_to_send
    ON orders (creator_id, placed_day, placed_at, out_trade_no) WHERE to_send;
  CREATE INDEX IF NOT EXISTS orders_of_fan ON orders (user_id, placed_at, out_trade_no);
  CREATE INDEX IF NOT EXISTS orders_paid
    ON orders (creator_id, paid_day, paid_at, out_trade_no) WHERE paid_day IS NOT NULL;
  CREATE INDEX IF NOT EXISTS orders_paid_by_fan
    ON orders (creator_id, user_id, paid_at, out_trade_no) WHERE paid_day IS NOT NULL;
  CREATE INDEX IF NOT EXISTS order_refunds_of_day ON order_refunds (creator_id, day);`;

export const PENDING = 1;
export const SUCCESS = 2;
export const CANCELLED = 3;
export type OrderStatus = typeof PENDING | typeof SUCCESS | typeof CANCELLED;

/** What news of an order can change. */
export interface OrderProgress {
  out_trade_no: string;
  refunded: number;
  returned: number;
  status: OrderStatus;
  paid_at: number | null;
  paid_day: string | null;
  remark_ref: string | null;
  remark_changes: number;
  creator_remark_ref: string | null;
  address_ref: string | null;
  address_changes: number;
  shipped_at: number | null;
  company_id: string | null;
  express_no: string | null;
  delivery_state: DeliveryState | null;
  units_back: number;
  to_send: boolean;
  version: number;
}

export const ORDER_PROGRESS: Columns<OrderProgress> = {
  out_trade_no: 'text',
  refunded: 'bigint',
  returned: 'bigint',
  status: 'smallint',
  paid_at: 'bigint',
  paid_day: 'date',
  remark_ref: 'text',
  remark_changes: 'smallint',
  creator_remark_ref: 'text',
  address_ref: 'text',
  address_changes: 'smallint',
  shipped_at: 'bigint',
  company_id: 'text',
  express_no: 'text',
  delivery_state: 'text',
  units_back: 'integer',
  to_send: 'boolean',
  version: 'integer',
};

/** What later news needs to know of an order, beside its progress. */
export interface OrderIdentity {
  creator_id: string;
  user_id: string;
  plan_id: string;
  /** JSON of OrderLine[] */
  lines: string;
  total_amount: number;
  placed_day: string;
  need_address: boolean;
  imported: boolean;
}

/** A row of `orders`. */
export interface OrderRow extends OrderProgress, OrderIdentity {
  plan_name: string;
  product_type: number;
  month: number;
  show_amount: number;
  discount: number;
  shipping_fee: number;
  net: number;
  custom_order_id: string;
  placed_at: number;
  expires_at: number;
}

export const ORDER_ROW: Columns<OrderRow> = {
  ...ORDER_PROGRESS,
  creator_id: 'text',
  user_id: 'text',
  plan_id: 'text',
  plan_name: 'text',
  product_type: 'smallint',
  lines: 'json',
  month: 'integer',
  show_amount: 'bigint',
  discount: 'bigint',
  shipping_fee: 'bigint',
  total_amount: 'bigint',
  net: 'bigint',
  custom_order_id: 'text',
  need_address: 'boolean',
  imported: 'boolean',
  placed_at: 'bigint',
  placed_day: 'date',
  expires_at: 'bigint',
};

export interface RefundRow {
  out_trade_no: string;
  refund_id: string;
  creator_id: string;
  plan_id: string;
  day: string;
  amount: number;
  net: number;
}

export const REFUND_ROW: Columns<RefundRow> = {
  out_trade_no: 'text',
  refund_id: 'text',
  creator_id: 'text',
  plan_id: 'text',
  day: 'date',
  amount: 'bigint',
  net: 'bigint',
};
