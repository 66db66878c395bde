-- Charges at providers that have ids of their own, as they were requested and where they are paid.
CREATE TABLE payments.charges (
  charge_id    text PRIMARY KEY,
  provider     text NOT NULL,
  amount       bigint NOT NULL CHECK (amount > 0),
  method       text NOT NULL,
  requested_at bigint NOT NULL,
  -- The provider's id of it, and its page; null until the provider has answered.
  session_id   text,
  url          text
);
