-- What people mean to buy, before it is an order: a few rows per person that come and go. Orders and prices are
-- decided from the log when somebody buys.
CREATE SCHEMA cart;

CREATE TABLE cart.entries (
  cart_id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES accounts.users,
  creator_id text NOT NULL,
  plan_id text NOT NULL,
  -- What tells two entries of one plan apart: what was chosen of a bundle; empty for everything else.
  choice_key text NOT NULL,
  -- {sku: [{sku_id, count}], month, bundle_count}
  choice jsonb NOT NULL,
  -- The remark lies in the vault.
  remark_ref text,
  picked boolean NOT NULL,
  -- Number of the cart order that is being placed with this entry: if that stands, the entry is bought.
  ordering text,
  created_at bigint NOT NULL,
  UNIQUE (user_id, plan_id, choice_key)
);
