-- The private address of a creator's feed for one reader: what the reader can read is in it.
CREATE TABLE content.feed_addresses (
  user_id text NOT NULL REFERENCES accounts.users,
  creator_id text NOT NULL REFERENCES accounts.users,
  key text NOT NULL UNIQUE,
  PRIMARY KEY (user_id, creator_id)
);
CREATE INDEX ON content.feed_addresses (creator_id);
