-- Hours of every business day without mails and pushes that can wait, in minutes since 0:00. The end can be earlier: then
-- they go over midnight.
ALTER TABLE accounts.notify_times
  ALTER COLUMN digest SET DEFAULT 'never',
  ADD COLUMN quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 1439),
  ADD COLUMN quiet_to smallint CHECK (quiet_to BETWEEN 0 AND 1439),
  ADD CHECK ((quiet_from IS NULL) = (quiet_to IS NULL) AND quiet_from IS DISTINCT FROM coalesce(quiet_to, -1));

-- When a kind of message was last pushed to a person: one push of it an hour.
CREATE TABLE accounts.last_pushes (
  user_id text NOT NULL REFERENCES accounts.users,
  template text NOT NULL,
  pushed_at bigint NOT NULL,
  PRIMARY KEY (user_id, template)
);
