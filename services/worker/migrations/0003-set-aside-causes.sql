-- Whose events are set aside and what they have in common, as in rm.set_aside.
ALTER TABLE runtime.set_aside
  ADD COLUMN creator_id text NOT NULL DEFAULT '',
  ADD COLUMN person     text NOT NULL DEFAULT '',
  ADD COLUMN kind       text NOT NULL DEFAULT '';
CREATE INDEX set_aside_causes ON runtime.set_aside (process, type, kind, at);
