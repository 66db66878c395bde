-- Tries are bound twice: in a window of minutes, and in a day.
ALTER TABLE accounts.attempts
  ADD COLUMN day_start bigint NOT NULL DEFAULT 0,
  ADD COLUMN day_count integer NOT NULL DEFAULT 0;
