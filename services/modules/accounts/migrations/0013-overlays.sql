-- Overlays for streaming programs. A link names its generation, so that a renewed link ends the older ones. The link
-- itself is not stored.
CREATE TABLE accounts.overlays (
  creator_id text PRIMARY KEY REFERENCES accounts.users,
  generation integer NOT NULL DEFAULT 1,
  style jsonb
);

-- Whether public lists of supporters show a user's name.
ALTER TABLE accounts.users ADD COLUMN shown_as_supporter boolean NOT NULL DEFAULT true;
