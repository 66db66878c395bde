-- Lists of people for staff: each order has an index, so that a page costs the same among a million people.
CREATE INDEX users_by_time ON accounts.users (created_at, id) WHERE deleted_at IS NULL AND imported_by IS NULL;
CREATE INDEX users_by_status ON accounts.users (status, created_at, id)
  WHERE deleted_at IS NULL AND imported_by IS NULL AND status <> 2;
CREATE INDEX users_by_name ON accounts.users (name_folded COLLATE "C", id)
  WHERE deleted_at IS NULL AND imported_by IS NULL;
CREATE INDEX creators_by_time ON accounts.creators (created_at, user_id) WHERE status > 0;
CREATE INDEX special_rights_by_name ON accounts.special_rights (name, user_id);
CREATE INDEX rights_taken_by_name ON accounts.rights_taken (name, user_id);

-- When a person used the site last, also after its sessions are gone; exact to an hour.
CREATE TABLE accounts.last_seen (
  user_id text PRIMARY KEY REFERENCES accounts.users,
  seen_at bigint NOT NULL,
  -- Vault entry of the IP address of the latest sign-in, and when that was.
  ip_ref text,
  ip_at bigint
) WITH (fillfactor = 80);
CREATE INDEX last_seen_by_time ON accounts.last_seen (seen_at, user_id);
INSERT INTO accounts.last_seen (user_id, seen_at)
SELECT user_id, max(seen_at) FROM accounts.sessions GROUP BY user_id;
