-- Accounts at Stripe through which creators are paid: one for each creator.
CREATE TABLE payments.stripe_accounts (
  user_id    text PRIMARY KEY,
  account_id text NOT NULL,
  created_at bigint NOT NULL
);
