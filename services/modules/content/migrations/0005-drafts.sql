-- What creators write and have not published.
CREATE TABLE content.drafts (
  draft_id text PRIMARY KEY,
  creator_id text NOT NULL REFERENCES accounts.users,
  -- The post that it changes; empty of a new one.
  post_id text NOT NULL DEFAULT '',
  -- Each save is one more.
  version integer NOT NULL,
  -- A request to publish (draftBody of the contract).
  body jsonb NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON content.drafts (creator_id, saved_at);
CREATE INDEX ON content.drafts (post_id) WHERE post_id <> '';
