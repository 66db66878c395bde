-- Passkeys of people (WebAuthn): each signs in alone, and is a second factor.
CREATE TABLE accounts.passkeys (
  passkey_id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES accounts.users,
  -- Chosen by the authenticator, base64url.
  credential_id text NOT NULL UNIQUE,
  -- In COSE. It is no secret.
  public_key bytea NOT NULL,
  -- How often the authenticator has signed; 0: it does not count.
  counter bigint NOT NULL,
  -- How browsers reach the authenticator.
  transports text[] NOT NULL,
  -- The authenticator keeps copies on further devices.
  synced boolean NOT NULL,
  -- In the vault.
  name_ref text NOT NULL,
  created_at bigint NOT NULL,
  -- 0: never.
  used_at bigint NOT NULL DEFAULT 0,
  -- When the owner was told last that a copy was used; 0: never.
  warned_at bigint NOT NULL DEFAULT 0
);
CREATE INDEX passkeys_by_user ON accounts.passkeys (user_id, created_at);
-- Challenges are signed, so that only those that a genuine passkey has answered need a row.
CREATE TABLE accounts.used_challenges (
  challenge text PRIMARY KEY,
  expires_at bigint NOT NULL
);
