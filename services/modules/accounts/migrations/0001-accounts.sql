-- Times are milliseconds of UTC by the product's clock, which the sandbox can move.
CREATE SCHEMA accounts;

-- Public profiles. A contact that an import brought has no name here: a buyer's name from a file is
-- personal data and lies in the vault.
CREATE TABLE accounts.users (
  id text PRIMARY KEY,
  name text NOT NULL,
  avatar text NOT NULL DEFAULT '',
  cover text NOT NULL DEFAULT '',
  url_slug text NOT NULL DEFAULT '',
  -- pending 1, show 2, hide 3, ban 4 (overview specification 4)
  status smallint NOT NULL DEFAULT 2,
  is_verified smallint NOT NULL DEFAULT 0,
  language text NOT NULL DEFAULT 'zh-CN',
  -- The creator whose import made this contact; null for whoever can sign in.
  imported_by text,
  -- Vault entry of an imported contact's name, and the blind index by which it is found.
  name_ref text,
  name_index bytea,
  created_at bigint NOT NULL
);
CREATE UNIQUE INDEX users_by_slug ON accounts.users (lower(url_slug)) WHERE url_slug <> '';
CREATE INDEX users_by_name_index ON accounts.users (imported_by, name_index) WHERE name_index IS NOT NULL;

CREATE TABLE accounts.creators (
  user_id text PRIMARY KEY REFERENCES accounts.users,
  status smallint NOT NULL DEFAULT 1,
  doing text NOT NULL DEFAULT '',
  category_id text NOT NULL DEFAULT '',
  type smallint NOT NULL DEFAULT 1,
  detail text NOT NULL DEFAULT '',
  watermark smallint NOT NULL DEFAULT 1,
  theme_color text NOT NULL DEFAULT 'rgb(148,108,230)',
  created_at bigint NOT NULL
);
CREATE INDEX creators_by_category ON accounts.creators (category_id, created_at, user_id);

-- E-mail addresses and phone numbers: found by a keyed hash, read from the vault.
CREATE TABLE accounts.logins (
  account_index bytea PRIMARY KEY,
  user_id text NOT NULL REFERENCES accounts.users,
  kind text NOT NULL CHECK (kind IN ('email', 'phone')),
  vault_ref text NOT NULL
);
CREATE UNIQUE INDEX logins_by_user ON accounts.logins (user_id, kind);

CREATE TABLE accounts.passwords (
  user_id text PRIMARY KEY REFERENCES accounts.users,
  argon2id text NOT NULL,
  changed_at bigint NOT NULL
);

CREATE TABLE accounts.verify_codes (
  account_index bytea NOT NULL,
  scene text NOT NULL,
  -- Null when no code went out (nobody to send it to): no answer tells the difference.
  code_hash bytea,
  tries_left smallint NOT NULL,
  sent_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (account_index, scene)
);

CREATE TABLE accounts.reset_tokens (
  token_hash text PRIMARY KEY,
  user_id text NOT NULL REFERENCES accounts.users,
  expires_at bigint NOT NULL
);

-- Tries by account in a window of time, over all processes.
CREATE TABLE accounts.attempts (
  subject bytea PRIMARY KEY,
  window_start bigint NOT NULL,
  count integer NOT NULL
);

CREATE TABLE accounts.sessions (
  token_hash text PRIMARY KEY,
  user_id text NOT NULL REFERENCES accounts.users,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX sessions_by_user ON accounts.sessions (user_id);

CREATE TABLE accounts.roles (
  user_id text NOT NULL REFERENCES accounts.users,
  role text NOT NULL CHECK (role IN ('support', 'finance', 'admin')),
  granted_at bigint NOT NULL,
  PRIMARY KEY (user_id, role)
);

-- A key per person, wrapped by the master key. Without its row nothing of the person can be read again.
CREATE TABLE accounts.person_keys (
  user_id text PRIMARY KEY,
  wrapped bytea NOT NULL
);

CREATE TABLE accounts.vault (
  ref text PRIMARY KEY,
  user_id text NOT NULL,
  kind text NOT NULL,
  sealed bytea NOT NULL
);
CREATE INDEX vault_by_user ON accounts.vault (user_id);

-- Every look of staff at personal data.
CREATE TABLE accounts.staff_reads (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  staff_id text NOT NULL,
  ref text NOT NULL,
  reason text NOT NULL,
  at bigint NOT NULL
);
