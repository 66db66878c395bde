-- The sandbox payout provider's own books. Nothing of ours reads them but through the provider port.
CREATE TABLE sandbox.payouts (
  payout_id          text PRIMARY KEY,
  provider_reference text NOT NULL UNIQUE,
  -- What we sent along, to be told with the news.
  user_id            text NOT NULL,
  withdrawal_id      text NOT NULL,
  kind               text NOT NULL,
  amount             bigint NOT NULL CHECK (amount > 0),
  status             text NOT NULL CHECK (status IN ('accepted', 'failed')),
  cause              text NOT NULL DEFAULT '',
  -- Unix milliseconds; accepted before, paid from then on
  settles_at         bigint NOT NULL,
  created_at         bigint NOT NULL
);
CREATE INDEX payouts_of_withdrawal ON sandbox.payouts (withdrawal_id, created_at);
