-- Articles have rich text, posts have files. `form` says which fields the hash covers: 1 the first three, 2 all five.
ALTER TABLE content.texts
  -- JSON of the document, as it was stored; empty for plain text.
  ADD COLUMN rich text NOT NULL DEFAULT '',
  -- JSON of the ids of the files; empty without files.
  ADD COLUMN media text NOT NULL DEFAULT '',
  ADD COLUMN form smallint NOT NULL DEFAULT 1;
