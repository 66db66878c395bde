-- What people follow and collect: the subject's id, and the creator whose it is. Further kinds need no other table.
CREATE SCHEMA relations;
CREATE TABLE relations.marks (
  user_id text NOT NULL REFERENCES accounts.users,
  kind text NOT NULL CHECK (kind IN ('creator', 'post')),
  subject_id text NOT NULL,
  creator_id text NOT NULL REFERENCES accounts.users,
  -- Orders a person's list, the newest first.
  place bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (user_id, kind, subject_id)
);
CREATE INDEX ON relations.marks (user_id, kind, place);
CREATE INDEX ON relations.marks (creator_id);
CREATE INDEX ON relations.marks (subject_id, kind);

CREATE TABLE relations.mark_counts (
  kind text NOT NULL,
  subject_id text NOT NULL,
  count bigint NOT NULL CHECK (count >= 0),
  PRIMARY KEY (kind, subject_id)
) WITH (fillfactor = 50);

-- Whatever adds or removes marks, a deletion of an account too, changes the counts in the same transaction.
CREATE FUNCTION relations.count_marks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In the order of the key: two transactions do not wait for each other.
  INSERT INTO relations.mark_counts AS counts (kind, subject_id, count)
  SELECT kind, subject_id, count(*) FROM changed GROUP BY kind, subject_id ORDER BY kind, subject_id
  ON CONFLICT (kind, subject_id) DO UPDATE
    SET count = counts.count + CASE TG_OP WHEN 'INSERT' THEN excluded.count ELSE -excluded.count END;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM relations.mark_counts WHERE count = 0 AND (kind, subject_id) IN (SELECT kind, subject_id FROM changed);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER marks_added AFTER INSERT ON relations.marks
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION relations.count_marks();
CREATE TRIGGER marks_removed AFTER DELETE ON relations.marks
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION relations.count_marks();
