-- What lists are sorted and filtered by, for each published post that others find. The worker writes it.
CREATE TABLE relations.listed_posts (
  post_id text PRIMARY KEY,
  creator_id text NOT NULL REFERENCES accounts.users,
  -- Position and time (milliseconds) of the publication, as in the read model of posts.
  sn bigint NOT NULL,
  published_at bigint NOT NULL,
  -- What its present text shows.
  has_pictures boolean NOT NULL,
  has_video boolean NOT NULL,
  -- Hot score in Unix seconds (docs/domain/relations.md); null: it is not recommended.
  score bigint
) WITH (fillfactor = 80);
CREATE INDEX listed_posts_hot ON relations.listed_posts (score, sn) WHERE score IS NOT NULL;
CREATE INDEX listed_posts_of_creator ON relations.listed_posts (creator_id);
CREATE INDEX listed_pictures ON relations.listed_posts (sn) WHERE has_pictures;
CREATE INDEX listed_pictures_of ON relations.listed_posts (creator_id, sn) WHERE has_pictures;
CREATE INDEX listed_videos ON relations.listed_posts (sn) WHERE has_video;
CREATE INDEX listed_videos_of ON relations.listed_posts (creator_id, sn) WHERE has_video;

-- Posts and creators whose people changed. Rows are only added, so that nobody waits for a key.
CREATE TABLE relations.due_scores (
  number bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('post', 'creator')),
  subject_id text NOT NULL
);

CREATE FUNCTION relations.note_marked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO relations.due_scores (kind, subject_id)
  SELECT DISTINCT CASE kind WHEN 'creator' THEN 'creator' ELSE 'post' END, subject_id FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER scores_of_added AFTER INSERT ON relations.marks
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION relations.note_marked();
CREATE TRIGGER scores_of_removed AFTER DELETE ON relations.marks
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION relations.note_marked();

CREATE FUNCTION relations.note_commented() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO relations.due_scores (kind, subject_id) SELECT DISTINCT 'post', post_id FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER scores_of_added AFTER INSERT ON content.comments
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION relations.note_commented();
CREATE TRIGGER scores_of_removed AFTER DELETE ON content.comments
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION relations.note_commented();

-- A person who is not shown counts nowhere.
CREATE FUNCTION relations.note_shown() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO relations.due_scores (kind, subject_id)
  SELECT 'post', subject_id FROM relations.marks WHERE user_id = NEW.id AND kind <> 'creator'
   UNION
  SELECT 'post', post_id FROM content.comments WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER scores_of_shown AFTER UPDATE OF status ON accounts.users
  FOR EACH ROW WHEN ((OLD.status = 2) <> (NEW.status = 2)) EXECUTE FUNCTION relations.note_shown();

-- Of a creator; Unix seconds, 0 before the worker has counted.
ALTER TABLE accounts.creators ADD COLUMN hot_score bigint NOT NULL DEFAULT 0;
INSERT INTO relations.due_scores (kind, subject_id) SELECT 'creator', user_id FROM accounts.creators;
