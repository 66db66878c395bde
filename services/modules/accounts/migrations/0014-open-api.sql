-- Tokens of creators' programs. The signature of a call needs the token itself, so it is sealed and not hashed.
CREATE TABLE accounts.open_tokens (
  token_id text PRIMARY KEY,
  creator_id text NOT NULL REFERENCES accounts.users,
  name text NOT NULL,
  scopes text[] NOT NULL,
  sealed bytea NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint,
  revoked_at bigint
);
CREATE INDEX open_tokens_of_creator ON accounts.open_tokens (creator_id, created_at);

-- Calls with a valid signature: parameters that name something, no texts and no answers.
CREATE TABLE accounts.open_calls (
  call_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  creator_id text NOT NULL,
  token_id text NOT NULL,
  name text NOT NULL,
  params text NOT NULL CHECK (octet_length(params) <= 2048),
  ec integer NOT NULL,
  bytes integer NOT NULL,
  ms integer NOT NULL,
  at bigint NOT NULL
);
CREATE INDEX open_calls_of_creator ON accounts.open_calls (creator_id, call_id);
CREATE INDEX open_calls_by_time ON accounts.open_calls (at);
