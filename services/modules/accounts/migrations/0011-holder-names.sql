-- Keyed hashes of the names of ticket holders and of their parts, by which the door finds a ticket. A row goes with
-- the vault's entry, so with the person. Entries from before this table are indexed by the worker when it starts.
CREATE TABLE accounts.holder_names (
  ref text NOT NULL REFERENCES accounts.vault ON DELETE CASCADE,
  name_index bytea NOT NULL,
  PRIMARY KEY (ref, name_index)
);
CREATE INDEX holder_names_by_index ON accounts.holder_names (name_index, ref);
