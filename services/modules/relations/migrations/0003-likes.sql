-- A like is a mark of its own kind: rows, counts and deletion are those of marks.
ALTER TABLE relations.marks DROP CONSTRAINT marks_kind_check;
ALTER TABLE relations.marks ADD CONSTRAINT marks_kind_check CHECK (kind IN ('creator', 'post', 'like'));
