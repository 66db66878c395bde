-- Accounts of a messenger that sign in here.
CREATE TABLE accounts.messenger_links (
  -- The person's number at the messenger.
  subject text PRIMARY KEY,
  user_id text NOT NULL UNIQUE REFERENCES accounts.users,
  linked_at bigint NOT NULL
);
-- Somebody of the messenger who has no account here yet; the token links one.
CREATE TABLE accounts.messenger_tokens (
  token_hash text PRIMARY KEY,
  subject text NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX ON accounts.messenger_tokens (expires_at);
