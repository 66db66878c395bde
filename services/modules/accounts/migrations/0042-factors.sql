-- The second factor of a person: codes of an authenticator (RFC 6238), and recovery codes that replace them.
CREATE TABLE accounts.totp (
  user_id text PRIMARY KEY REFERENCES accounts.users,
  -- In the vault.
  secret_ref text NOT NULL,
  -- Null until a first code was right.
  confirmed_at bigint,
  -- The time step of the last code that was used: no code is valid twice.
  last_step bigint NOT NULL DEFAULT 0
);
-- Unused ones only.
CREATE TABLE accounts.recovery_codes (
  user_id text NOT NULL REFERENCES accounts.users,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);
-- Sign-ins that wait for the second factor. Their tokens open nothing else.
CREATE TABLE accounts.half_sessions (
  token_hash text PRIMARY KEY,
  user_id text NOT NULL REFERENCES accounts.users,
  expires_at bigint NOT NULL
);
CREATE INDEX half_sessions_by_user ON accounts.half_sessions (user_id);
ALTER TABLE accounts.sessions
  -- When the person signed in; a session that another one opened has its time.
  ADD COLUMN proved_at bigint NOT NULL DEFAULT 0,
  -- When a code confirmed an action of this session last.
  ADD COLUMN confirmed_at bigint NOT NULL DEFAULT 0;
UPDATE accounts.sessions SET proved_at = created_at;
