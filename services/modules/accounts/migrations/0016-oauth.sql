-- Sites and programs that people connect with their account. Without a secret: a program on people's own devices.
CREATE TABLE accounts.oauth_apps (
  client_id text PRIMARY KEY,
  creator_id text NOT NULL REFERENCES accounts.users,
  name text NOT NULL,
  redirect_uris text[] NOT NULL,
  secret_hash text,
  created_at bigint NOT NULL
);
CREATE INDEX oauth_apps_of_creator ON accounts.oauth_apps (creator_id, created_at);

-- What a person allowed an application once: the code, then the tokens that follow from it. Only hashes.
CREATE TABLE accounts.oauth_grants (
  grant_id text PRIMARY KEY,
  client_id text NOT NULL REFERENCES accounts.oauth_apps ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES accounts.users,
  scopes text[] NOT NULL,
  redirect_uri text NOT NULL,
  challenge text,
  code_hash text NOT NULL,
  code_used boolean NOT NULL DEFAULT false,
  access_hash text,
  access_expires_at bigint NOT NULL DEFAULT 0,
  refresh_hash text,
  used_hashes text[] NOT NULL DEFAULT '{}',
  created_at bigint NOT NULL,
  last_used_at bigint,
  -- Of the code, later of the refresh token.
  expires_at bigint NOT NULL
);
CREATE INDEX oauth_grants_of_user ON accounts.oauth_grants (user_id, client_id, created_at);
CREATE INDEX oauth_grants_of_app ON accounts.oauth_grants (client_id);
CREATE INDEX oauth_grants_by_expiry ON accounts.oauth_grants (expires_at);
