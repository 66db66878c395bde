-- Days whose statement could not be taken: later days go on, and these are requested again.
CREATE TABLE payments.missing_statements (
  provider  text NOT NULL,
  day       text NOT NULL,
  -- `too_large`, `unreadable`, `no_answer`
  problem   text NOT NULL,
  since     bigint NOT NULL,
  retry_at  bigint NOT NULL,
  PRIMARY KEY (provider, day)
);
