-- Of a text: what everybody reads of an article, and how long it is. They follow from the text, so no hash covers them.
ALTER TABLE content.texts
  -- Plain text and JSON of what is before the line of the paywall.
  ADD COLUMN teaser text NOT NULL DEFAULT '',
  ADD COLUMN rich_teaser text NOT NULL DEFAULT '',
  -- Without spaces.
  ADD COLUMN characters integer NOT NULL DEFAULT 0,
  -- That reading takes.
  ADD COLUMN minutes integer NOT NULL DEFAULT 0;
