-- Shown goals that are not reached, by which creators are listed. The worker writes them.
CREATE TABLE relations.near_goals (
  goal_id text PRIMARY KEY,
  creator_id text NOT NULL REFERENCES accounts.users,
  -- As in the read model of goals.
  type smallint NOT NULL,
  -- Ten-thousandths of the target, 0 to 9999.
  share integer NOT NULL,
  -- When it runs, Unix milliseconds; the end is not included.
  from_at bigint NOT NULL,
  until_at bigint NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX near_goals_of_creator ON relations.near_goals (creator_id);

-- Ballots count for hot scores now.
INSERT INTO relations.due_scores (kind, subject_id) SELECT 'post', post_id FROM content.votes;
