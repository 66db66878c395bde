-- Whom a creator lets stand at the door and see orders. A name here is what the creator calls them.
CREATE TABLE accounts.team_members (
  creator_id text NOT NULL REFERENCES accounts.users,
  user_id text NOT NULL REFERENCES accounts.users,
  member_name text NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (creator_id, user_id)
);
CREATE INDEX team_members_by_user ON accounts.team_members (user_id);
