-- Which tables answer for each read model, and how far each has come in the log.
CREATE SCHEMA rm;

CREATE TABLE rm.generations (
  name        text    NOT NULL,
  -- Its tables lie in the schema rm_<name>_<generation>.
  generation  integer NOT NULL,
  -- Version of the projection, with what else decides its rows; another one means: build anew.
  fingerprint text    NOT NULL,
  state       text    NOT NULL CHECK (state IN ('building', 'checking', 'live', 'retired')),
  -- Every event at or below it is in the tables. Moves in the transaction that writes them.
  position    bigint  NOT NULL DEFAULT 0 CHECK (position >= 0),
  -- Unix milliseconds of the newest event considered.
  true_at     bigint  NOT NULL DEFAULT 0,
  PRIMARY KEY (name, generation)
) WITH (fillfactor = 50);

CREATE UNIQUE INDEX generations_live ON rm.generations (name) WHERE state = 'live';

CREATE VIEW rm.checkpoints AS SELECT name, position, true_at FROM rm.generations WHERE state = 'live';
