-- Whose ended memberships a person removed from the own list.
CREATE TABLE relations.left_creators (
  user_id text NOT NULL REFERENCES accounts.users,
  creator_id text NOT NULL,
  -- Unix seconds: memberships that ended until then are not listed.
  left_at bigint NOT NULL,
  PRIMARY KEY (user_id, creator_id)
);
CREATE INDEX ON relations.left_creators (creator_id);
CREATE INDEX ON relations.left_creators (left_at);
