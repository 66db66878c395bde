-- Former keys of the seals, each with its successor's signature.
CREATE TABLE audit.seal_keys (
  -- The last seal that it made.
  through    bigint PRIMARY KEY,
  -- Ed25519, SPKI, PEM
  public_key text   NOT NULL,
  successor  text   NOT NULL,
  -- By the successor: the seals up to that one are of the former key.
  signature  bytea  NOT NULL
);
