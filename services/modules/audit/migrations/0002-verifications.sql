-- Every time that somebody had the whole log verified, and what came out.
CREATE TABLE audit.verifications (
  number      bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- user id
  asked_by    text    NOT NULL,
  -- Unix milliseconds, by the business clock
  started_at  bigint  NOT NULL,
  -- position through which the log was sealed when it began, and which the work has reached
  head        bigint  NOT NULL,
  position    bigint  NOT NULL DEFAULT 0,
  finished_at bigint,
  -- what came out; null while it goes on, and when it broke off
  verdict     json,
  -- by the database's clock: one that is not heard of any more has died
  heard_at    timestamptz NOT NULL DEFAULT now()
);
-- One at a time, whoever asks for it.
CREATE UNIQUE INDEX verifications_unfinished ON audit.verifications ((true)) WHERE finished_at IS NULL;
