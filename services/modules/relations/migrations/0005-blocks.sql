-- Whom a person blocks, and whom a creator rejects.
CREATE TABLE relations.blocks (
  user_id text NOT NULL REFERENCES accounts.users,
  kind text NOT NULL CHECK (kind IN ('block', 'reject')),
  other_id text NOT NULL REFERENCES accounts.users,
  -- Orders a person's list, the newest first.
  place bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  -- Unix milliseconds
  created_at bigint NOT NULL,
  PRIMARY KEY (user_id, kind, other_id)
);
CREATE INDEX ON relations.blocks (user_id, kind, place);
CREATE INDEX ON relations.blocks (other_id, kind);
