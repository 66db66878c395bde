-- Requests that changed a cart, by their idempotency key: a repetition finds its first result, also after the purchase.
CREATE TABLE cart.requests (
  user_id text NOT NULL REFERENCES accounts.users,
  key text NOT NULL,
  request_hash text NOT NULL,
  -- The entry of the first result. It may be gone.
  cart_id text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX ON cart.requests (created_at);
