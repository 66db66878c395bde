-- When a person gets mails of what is new; without a row never.
CREATE TABLE accounts.notify_times (
  user_id text PRIMARY KEY REFERENCES accounts.users,
  digest text NOT NULL CHECK (digest IN ('never', 'daily', 'weekly')),
  -- Unix milliseconds of the next digest; 0: the worker sets it, because the choice is new. NULL: never.
  digest_due_at bigint CHECK ((digest_due_at IS NULL) = (digest = 'never')),
  -- Unix milliseconds up to which the last digest went; NULL before the first was planned.
  digest_until bigint
);
CREATE INDEX ON accounts.notify_times (digest_due_at) WHERE digest_due_at IS NOT NULL;
