CREATE SCHEMA payments;
CREATE SCHEMA sandbox;

-- Every payment notice that came in and what became of it. The guard against paying twice is the order's
-- stream; this is the record of who told us what.
CREATE TABLE payments.notices (
  notice_key   text PRIMARY KEY,
  provider     text NOT NULL,
  notice_id    text,
  charge_id    text,
  verdict      text NOT NULL CHECK (verdict IN ('accepted', 'refused')),
  reason       text NOT NULL DEFAULT '',
  body_sha256  text NOT NULL,
  received_at  bigint NOT NULL,
  copies       integer NOT NULL DEFAULT 1
);
COMMENT ON COLUMN payments.notices.notice_key IS
  'provider and notice id of a genuine notice; for the others provider, reason and digest of the body';
CREATE INDEX notices_charge ON payments.notices (charge_id) WHERE charge_id IS NOT NULL;

-- The sandbox provider's own books. Nothing of ours reads them but through the provider port.
CREATE TABLE sandbox.charges (
  charge_id    text PRIMARY KEY,
  out_trade_no text NOT NULL,
  amount       bigint NOT NULL CHECK (amount > 0),
  currency     text NOT NULL,
  status       text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'failed', 'paid')),
  created_at   bigint NOT NULL,
  expires_at   bigint NOT NULL,
  paid_at      bigint,
  refunded     bigint NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND amount)
);

CREATE TABLE sandbox.refunds (
  refund_id          text PRIMARY KEY,
  provider_refund_id text NOT NULL UNIQUE,
  charge_id          text NOT NULL REFERENCES sandbox.charges,
  amount             bigint NOT NULL CHECK (amount > 0),
  created_at         bigint NOT NULL
);

-- Notices that the sandbox provider owes us. One row per sending that was asked for.
CREATE TABLE sandbox.notices (
  notice_id       text NOT NULL,
  copy            integer NOT NULL,
  charge_id       text NOT NULL,
  outcome         text NOT NULL CHECK (outcome IN ('paid', 'failed')),
  occurred_at     bigint NOT NULL,
  due_at          bigint NOT NULL,
  attempts        integer NOT NULL DEFAULT 0,
  acknowledged_at bigint,
  last_error      text,
  PRIMARY KEY (notice_id, copy)
);
CREATE INDEX notices_due ON sandbox.notices (due_at) WHERE acknowledged_at IS NULL;

-- Where our own API listens: the sandbox provider posts its notices there.
CREATE TABLE sandbox.endpoint (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  base_url text NOT NULL
);
