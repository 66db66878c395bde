-- Everything that writes comments locks in one order: the person, the counts of the posts, then the comments, each by its
-- key. Two transactions then never wait for each other.
CREATE OR REPLACE FUNCTION content.show_comments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  posts text[];
  threads bigint[];
BEGIN
  PERFORM FROM content.comment_counts
    WHERE post_id IN (SELECT post_id FROM content.comments WHERE user_id = NEW.id) ORDER BY post_id FOR UPDATE;
  PERFORM FROM content.comments WHERE user_id = NEW.id ORDER BY sn FOR UPDATE;
  WITH changed AS (
    UPDATE content.comments SET shown = NEW.status = 2
     WHERE user_id = NEW.id AND shown <> (NEW.status = 2) RETURNING post_id, thread_sn)
  SELECT array_agg(post_id), array_agg(thread_sn) INTO posts, threads FROM changed;
  PERFORM content.change_comment_counts(CASE WHEN NEW.status = 2 THEN 1 ELSE -1 END, posts, threads);
  RETURN NULL;
END $$;
