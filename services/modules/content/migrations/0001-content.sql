-- Texts of posts: the log has only their hashes. A row is one revision, written before the event that names it.
CREATE SCHEMA content;

CREATE TABLE content.texts (
  post_id text NOT NULL,
  -- SHA-256 of the salt and the text, in hexadecimal digits.
  text_hash text NOT NULL,
  creator_id text NOT NULL REFERENCES accounts.users,
  title text NOT NULL,
  content text NOT NULL,
  preview_text text NOT NULL,
  salt text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (post_id, text_hash)
);
CREATE INDEX ON content.texts (creator_id);
CREATE INDEX ON content.texts (created_at);

-- Posts that a creator's page shows first.
CREATE TABLE content.pins (
  post_id text PRIMARY KEY,
  creator_id text NOT NULL REFERENCES accounts.users,
  pinned_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX ON content.pins (creator_id);
