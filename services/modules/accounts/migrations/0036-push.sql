-- Browsers to which notices are pushed. Each is of a session, and ends with it.
CREATE TABLE accounts.push_subscriptions (
  -- SHA-256 of the address at the push service.
  endpoint_hash bytea PRIMARY KEY,
  user_id text NOT NULL REFERENCES accounts.users,
  sid text NOT NULL REFERENCES accounts.sessions ON DELETE CASCADE,
  -- Address and keys of the browser.
  sealed bytea NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX ON accounts.push_subscriptions (user_id);
CREATE INDEX ON accounts.push_subscriptions (sid);
-- Who chose channels before this one wants it where they want mail.
ALTER TABLE accounts.notify_channels ADD COLUMN push boolean;
UPDATE accounts.notify_channels SET push = mail;
ALTER TABLE accounts.notify_channels ALTER COLUMN push SET NOT NULL;
