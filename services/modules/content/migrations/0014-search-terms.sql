-- Terms apart from the texts: a search looks at many rows of the index, and at few texts. Arrays are out of line, so that
-- a hundred rows are on a page.
DROP INDEX content.search_posts_newest;
ALTER TABLE content.search_posts ADD CONSTRAINT search_posts_newest UNIQUE (sn) INCLUDE (bytes);
CREATE TABLE content.search_terms (
  -- Of search_posts
  sn bigint PRIMARY KEY REFERENCES content.search_posts (sn) ON DELETE CASCADE,
  -- Terms of what everybody may find.
  open_terms integer[] STORAGE EXTERNAL NOT NULL,
  -- Terms of all of it, with the creator mixed in; none of a post for everybody.
  locked_terms integer[] STORAGE EXTERNAL NOT NULL
) WITH (toast_tuple_target = 128);
INSERT INTO content.search_terms SELECT sn, open_terms, locked_terms FROM content.search_posts;
ALTER TABLE content.search_posts DROP COLUMN open_terms, DROP COLUMN locked_terms;
-- A list of waiting rows would be read by every search.
CREATE INDEX search_terms_open ON content.search_terms USING gin (open_terms) WITH (fastupdate = off);
CREATE INDEX search_terms_locked ON content.search_terms USING gin (locked_terms) WITH (fastupdate = off)
  WHERE locked_terms <> '{}';
