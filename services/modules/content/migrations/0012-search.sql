-- Texts of published posts as they are searched: folded, the present revision of each. Terms are numbers of two or three
-- neighbouring characters (services/modules/content/search/terms.ts).
CREATE TABLE content.search_posts (
  post_id text PRIMARY KEY,
  text_hash text NOT NULL,
  creator_id text NOT NULL,
  -- Log position of the publication, which orders hits.
  sn bigint NOT NULL,
  -- What everybody may find: 0 nothing, 1 the names, 2 also the body, now or once the post opens.
  open_part smallint NOT NULL,
  -- Title, preview text, and what is before an article's line, in lines.
  names text STORAGE MAIN NOT NULL,
  body text STORAGE MAIN NOT NULL,
  -- Terms of that part.
  open_terms integer[] STORAGE EXTERNAL NOT NULL,
  -- Terms of all of it, with the creator mixed in; none of a post for everybody.
  locked_terms integer[] STORAGE EXTERNAL NOT NULL,
  bytes integer GENERATED ALWAYS AS (octet_length(names) + octet_length(body)) STORED,
  FOREIGN KEY (post_id, text_hash) REFERENCES content.texts ON DELETE CASCADE
);
CREATE INDEX search_posts_newest ON content.search_posts (sn) INCLUDE (bytes);
-- A list of waiting rows would be read by every search.
CREATE INDEX search_posts_open ON content.search_posts USING gin (open_terms) WITH (fastupdate = off);
CREATE INDEX search_posts_locked ON content.search_posts USING gin (locked_terms) WITH (fastupdate = off)
  WHERE locked_terms <> '{}';

-- Titles and descriptions of albums as they are searched.
ALTER TABLE content.albums ADD COLUMN searched text
  GENERATED ALWAYS AS (accounts.folded(title || E'\n' || content)) STORED;
