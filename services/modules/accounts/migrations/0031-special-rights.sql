-- Rights that a creator has only when they were given: larger uploads.
CREATE TABLE accounts.special_rights (
  user_id text NOT NULL REFERENCES accounts.users,
  name text NOT NULL,
  given_at bigint NOT NULL,
  PRIMARY KEY (user_id, name)
);
