-- Where a creator's money is paid out to; the details lie in the vault.
CREATE TABLE accounts.withdraw_methods (
  user_id text NOT NULL REFERENCES accounts.users,
  kind text NOT NULL CHECK (kind IN ('apy', 'pp', 'bank')),
  vault_ref text NOT NULL,
  -- active 1, under review 2, rejected 4
  status smallint NOT NULL,
  -- Why it was rejected, as the key of a sentence.
  remark text NOT NULL DEFAULT '',
  -- A withdrawal holds the reference: the vault keeps what it names, whatever becomes of this row.
  used boolean NOT NULL DEFAULT false,
  updated_at bigint NOT NULL,
  PRIMARY KEY (user_id, kind)
);

-- Which one is taken unless said otherwise: 1 apy, 2 pp, 7 bank.
CREATE TABLE accounts.withdraw_defaults (
  user_id text PRIMARY KEY REFERENCES accounts.users,
  withdraw_type smallint NOT NULL
);

-- A bank card that waits for its SMS code.
CREATE TABLE accounts.bank_drafts (
  user_id text PRIMARY KEY REFERENCES accounts.users,
  vault_ref text NOT NULL,
  created_at bigint NOT NULL
);
