-- A post's own title and description for search engines, previews of links and feeds; a post without a row has
-- those of its text.
CREATE TABLE content.shares (
  post_id text PRIMARY KEY,
  creator_id text NOT NULL REFERENCES accounts.users,
  share_title text NOT NULL,
  share_text text NOT NULL
);
CREATE INDEX ON content.shares (creator_id);
