CREATE SCHEMA audit;

-- A seal over each closed range of positions, chained to the one before it and signed.
CREATE TABLE audit.seals (
  -- from 1, without gaps
  number         bigint  PRIMARY KEY,
  first_position bigint  NOT NULL UNIQUE,
  last_position  bigint  NOT NULL CHECK (last_position >= first_position),
  -- Merkle root over the range's events
  root           bytea   NOT NULL CHECK (length(root) = 32),
  -- hash of the seal before it; zeros for the first
  previous       bytea   NOT NULL CHECK (length(previous) = 32),
  -- Unix milliseconds, by the business clock
  sealed_at      bigint  NOT NULL,
  -- Ed25519 over the seal
  signature      bytea   NOT NULL,
  -- hash of each event in the range, one after the other: they tell which event differs, where the root only
  -- tells that one does
  leaves         bytea   NOT NULL CHECK (length(leaves) = 32 * (last_position - first_position + 1))
);
