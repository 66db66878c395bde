-- What was done once to this database and is not to be done again: the demo.
CREATE SCHEMA IF NOT EXISTS runtime;

CREATE TABLE runtime.marks (
  name text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now()
);
