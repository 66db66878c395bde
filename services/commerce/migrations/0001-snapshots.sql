-- Folds of long streams, so that loading one does not read it from its beginning. Always safe to delete.
CREATE SCHEMA commerce;

CREATE TABLE commerce.snapshots (
  stream   text COLLATE "C" PRIMARY KEY,
  -- Shape of the state: a fold of another shape is not read.
  shape    integer NOT NULL,
  version  integer NOT NULL,
  position bigint  NOT NULL,
  state    json    NOT NULL
);
