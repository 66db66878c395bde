-- What a creator showed to be certified by. What is shown may say who somebody is: it lies in the vault.
CREATE TABLE accounts.certifications (
  user_id text PRIMARY KEY REFERENCES accounts.users,
  -- Null: certified by an admin without having asked.
  url_ref text,
  -- pending 0, approved 1, rejected 2, on hold 3
  status smallint NOT NULL,
  submitted_at bigint NOT NULL,
  decided_at bigint
);
CREATE INDEX certifications_waiting ON accounts.certifications (submitted_at) WHERE status IN (0, 3);

-- Every creator has every right, but for those that an admin took away.
CREATE TABLE accounts.rights_taken (
  user_id text NOT NULL REFERENCES accounts.users,
  name text NOT NULL,
  taken_at bigint NOT NULL,
  PRIMARY KEY (user_id, name)
);
