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
    -- the affiliate code that it carries, and whose part of the total is so many percent
    affiliate_code  text,
    partner_id      text COLLATE "C",
    affiliate_percent smallint NOT NULL,
    refunded        bigint NOT NULL,
    refund_count    integer NOT NULL,
    -- none 0, part 1, full 2
    refund_state    smallint NOT NULL,
    -- money that came too late and went back
    returned        bigint NOT NULL,
    -- pending 1, success 2, cancel 3
    status          smallint NOT NULL,
    custom_order_id text NOT NULL,
    imported        boolean NOT NULL,
    -- as it was asked to be paid; 3: by the redeem code below
    py_type         text NOT NULL,
    redeem_id       text,
    cart_order_no   text COLLATE "C",
    -- 0: no bundle
    bundle_count    integer NOT NULL,
    is_upgrade      boolean NOT NULL,
    -- tickets that were ordered, void ones too
    ticket_count    integer NOT NULL,
    -- lines of random replies that it is to get
    reply_units     integer NOT NULL,
    -- the membership it gave: null from when nothing is given (yet), null until when it never ends
    member_from     bigint,
    member_until    bigint,
    -- when a refund took it back
    member_back_at  bigint,
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
    at           bigint NOT NULL,
    -- creator, finance or import
    decided_by   text NOT NULL,
    reason       text NOT NULL,
    -- fen; net is the creator's part
    amount       bigint NOT NULL,
    net          bigint NOT NULL,
    -- {sku_id, count}[] that came back with it, and tickets that it made void
    units        json NOT NULL,
    ticket_count integer NOT NULL,
    -- when the provider had sent it; null: not yet
    sent_at      bigint,
    PRIMARY KEY (out_trade_no, refund_id)
  );
  -- How many orders a list holds and on which days they lie, so that no page counts them. plan_id is empty for
  -- all of them, and a product type behind a # for all of that type.
  CREATE TABLE order_days (
    creator_id text COLLATE "C" NOT NULL,
    plan_id    text COLLATE "C" NOT NULL,
    day        date NOT NULL,
    pending    integer NOT NULL,
    success    integer NOT NULL,
    cancelled  integer NOT NULL,
    -- of those that succeeded
    part_refund integer NOT NULL,
    full_refund integer NOT NULL,
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
  CREATE INDEX IF NOT EXISTS orders_refunded
    ON orders (creator_id, placed_day, placed_at, out_trade_no) WHERE refund_state > 0;
  CREATE INDEX IF NOT EXISTS orders_of_cart ON orders (cart_order_no) WHERE cart_order_no IS NOT NULL;
  CREATE INDEX IF NOT EXISTS orders_of_code
    ON orders (creator_id, lower(affiliate_code), placed_day, placed_at, out_trade_no)
    WHERE affiliate_code IS NOT NULL;
  CREATE INDEX IF NOT EXISTS orders_of_fan ON orders (user_id, placed_at, out_trade_no);
  CREATE INDEX IF NOT EXISTS orders_paid
    ON orders (creator_id, paid_day, paid_at, out_trade_no) WHERE paid_day IS NOT NULL;
  CREATE INDEX IF NOT EXISTS orders_paid_by_fan
    ON orders (creator_id, user_id, paid_at, out_trade_no) WHERE paid_day IS NOT NULL;
  CREATE INDEX IF NOT EXISTS order_refunds_of_day ON order_refunds (creator_id, day);`;
