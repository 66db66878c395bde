-- What a vote asks: the log has only the hash. A row is one revision, written before the event that names it.
CREATE TABLE content.votes (
  post_id text NOT NULL,
  -- SHA-256 of the salt, title and options, in hexadecimal digits.
  text_hash text NOT NULL,
  creator_id text NOT NULL REFERENCES accounts.users,
  title text NOT NULL,
  -- Names in the order of the options
  names text[] NOT NULL,
  salt text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (post_id, text_hash)
);
CREATE INDEX ON content.votes (creator_id);
CREATE INDEX ON content.votes (created_at);
