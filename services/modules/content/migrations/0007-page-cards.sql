-- Title and description of pages that articles show as cards.
CREATE TABLE content.page_cards (
  -- SHA-256 of the address, in hexadecimal digits.
  url_hash text PRIMARY KEY,
  -- Empty of a page that could not be read.
  title text NOT NULL,
  description text NOT NULL,
  read_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON content.page_cards (read_at);
