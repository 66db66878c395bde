-- Who changed a creator's team, and how: the newest 500 changes of each.
CREATE TABLE accounts.team_changes (
  change_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  creator_id text NOT NULL REFERENCES accounts.users,
  user_id text NOT NULL REFERENCES accounts.users,
  -- The creator, or the member who left
  by_id text NOT NULL REFERENCES accounts.users,
  -- The rights from then on; null: not in the team any more
  rights text[],
  changed_at bigint NOT NULL
);
CREATE INDEX team_changes_of_creator ON accounts.team_changes (creator_id, change_id DESC);
