-- Up to which post a person has seen the own feed, and the posts of a sponsored creator: the position of a publication.
CREATE TABLE relations.seen_posts (
  user_id text NOT NULL REFERENCES accounts.users,
  -- Empty: the feed
  creator_id text NOT NULL,
  sn bigint NOT NULL,
  PRIMARY KEY (user_id, creator_id)
);
CREATE INDEX ON relations.seen_posts (creator_id) WHERE creator_id <> '';

-- Creators whose posts no feed shows: few, beside all accounts.
CREATE INDEX users_not_shown ON accounts.users (id) WHERE status <> 2 AND deleted_at IS NULL;
