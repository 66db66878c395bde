-- What the log does not have of an album. A row is written before the event that begins it.
CREATE TABLE content.albums (
  album_id text PRIMARY KEY,
  creator_id text NOT NULL REFERENCES accounts.users,
  title text NOT NULL,
  content text NOT NULL,
  cover text NOT NULL,
  changed_at bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON content.albums (creator_id);
