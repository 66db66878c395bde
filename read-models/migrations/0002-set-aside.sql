-- Streams that a read model leaves out, from the first of their events that it could not take in. The rows are written
-- in the transaction that moves the checkpoint past that event. A rebuild makes a new generation without them.
CREATE TABLE rm.set_aside (
  name       text    NOT NULL,
  generation integer NOT NULL,
  stream     text COLLATE "C" NOT NULL,
  -- The event that failed; later events of its stream are left out too.
  position   bigint  NOT NULL,
  type       text    NOT NULL,
  error      text    NOT NULL,
  at         timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (name, generation, stream),
  FOREIGN KEY (name, generation) REFERENCES rm.generations ON DELETE CASCADE
);

-- Hash of the statements that made the tables. A projection that changed follows the tables of the version before it
-- only if they are its own tables too.
ALTER TABLE rm.generations ADD COLUMN tables_hash text;
