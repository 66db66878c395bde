-- Shown in the list of a person's sessions: the kind of browser that signed in, and the last use, exact to an hour.
ALTER TABLE accounts.sessions
  ADD COLUMN browser text NOT NULL DEFAULT 'other',
  ADD COLUMN system text NOT NULL DEFAULT '',
  ADD COLUMN seen_at bigint NOT NULL DEFAULT 0;
UPDATE accounts.sessions SET seen_at = created_at;
