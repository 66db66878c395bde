-- Where a person has things sent. Name, phone and street lie in the vault as one sealed text; the province
-- (six digits of GB/T 2260) stands here because it decides what sending costs.
CREATE TABLE accounts.addresses (
  address_id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES accounts.users,
  vault_ref text NOT NULL,
  province text NOT NULL,
  is_default boolean NOT NULL,
  -- An order holds the reference: the vault keeps what it names, whatever becomes of this row.
  used boolean NOT NULL DEFAULT false,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX addresses_by_user ON accounts.addresses (user_id);
CREATE UNIQUE INDEX addresses_default ON accounts.addresses (user_id) WHERE is_default;

-- Who may be named on a ticket: name and resident identity number lie in the vault as one sealed text.
CREATE TABLE accounts.identities (
  identity_id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES accounts.users,
  vault_ref text NOT NULL,
  -- Keyed hash over person and number: the same number of two people looks different.
  number_index bytea NOT NULL,
  -- A ticket holds the reference, as above.
  used boolean NOT NULL DEFAULT false,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  UNIQUE (user_id, number_index)
);
