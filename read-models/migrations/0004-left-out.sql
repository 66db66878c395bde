-- Whose events are set aside and what they have in common: one user's failures are told from a general fault by these.
ALTER TABLE rm.set_aside
  ADD COLUMN creator_id text NOT NULL DEFAULT '',
  -- Who bought or acted.
  ADD COLUMN person     text NOT NULL DEFAULT '',
  -- SQLSTATE or class of the error.
  ADD COLUMN kind       text NOT NULL DEFAULT '';
CREATE INDEX set_aside_causes ON rm.set_aside (name, generation, type, kind, at);

-- Streams that a read model leaves out by an operator's decision, from a position on, also in rebuilt tables.
CREATE TABLE rm.skipped (
  name     text   NOT NULL,
  stream   text COLLATE "C" NOT NULL,
  -- The first position whose events are left out.
  position bigint NOT NULL,
  decider  text   NOT NULL,
  reason   text   NOT NULL,
  at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (name, stream)
);

-- Counts decisions, so that a projector that does not know one cannot move the checkpoint.
ALTER TABLE rm.generations ADD COLUMN decisions integer NOT NULL DEFAULT 0;

-- All that a generation leaves out.
CREATE VIEW rm.left_out AS
  SELECT name, generation, stream, position, at FROM rm.set_aside
  UNION ALL
  SELECT s.name, g.generation, s.stream, s.position, s.at FROM rm.skipped s JOIN rm.generations g USING (name);
