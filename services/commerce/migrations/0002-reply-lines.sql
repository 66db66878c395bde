-- Texts of random replies, as their creator wrote them: sealed, since a line is worth what it was sold for.
-- Written before the event that names their fill; a fill that no event names was never added.
CREATE TABLE commerce.reply_lines (
  fill_id text NOT NULL,
  -- place in the fill, from 0
  place integer NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (fill_id, place)
);
