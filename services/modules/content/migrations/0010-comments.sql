-- Comments of posts. A comment of a post begins a thread; replies to it, and to these replies, are in the same thread.
CREATE SEQUENCE content.comment_sn AS bigint;
CREATE TABLE content.comments (
  -- Its public id, which orders comments.
  sn bigint PRIMARY KEY DEFAULT nextval('content.comment_sn'),
  -- Of the request, which publishes once.
  request_key text UNIQUE,
  post_id text NOT NULL,
  -- Whose the post is.
  creator_id text NOT NULL REFERENCES accounts.users,
  user_id text NOT NULL REFERENCES accounts.users,
  -- The sn of the comment that began the thread; it stays when that comment is deleted.
  thread_sn bigint NOT NULL,
  -- The comment that is replied to; null for one that begins a thread.
  reply_to bigint,
  content text NOT NULL,
  created_at bigint NOT NULL,
  like_count bigint NOT NULL DEFAULT 0 CHECK (like_count >= 0),
  -- False while its author is not shown.
  shown boolean NOT NULL DEFAULT true
) WITH (fillfactor = 80);
CREATE INDEX comments_of_thread ON content.comments (thread_sn, sn) WHERE shown;
CREATE INDEX comments_hot ON content.comments (post_id, like_count, sn)
  WHERE shown AND sn = thread_sn AND like_count > 0;
CREATE INDEX comments_of_post ON content.comments (post_id);
CREATE INDEX comments_of_user ON content.comments (user_id, sn);
CREATE INDEX comments_of_creator ON content.comments (creator_id);

-- Threads and posts with shown comments, and how many.
CREATE TABLE content.comment_threads (
  thread_sn bigint PRIMARY KEY,
  post_id text NOT NULL,
  count bigint NOT NULL CHECK (count >= 0)
) WITH (fillfactor = 80);
CREATE INDEX comment_threads_of_post ON content.comment_threads (post_id, thread_sn);
CREATE TABLE content.comment_counts (
  post_id text PRIMARY KEY,
  count bigint NOT NULL CHECK (count >= 0)
) WITH (fillfactor = 50);

CREATE TABLE content.comment_likes (
  comment_sn bigint NOT NULL REFERENCES content.comments ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES accounts.users,
  PRIMARY KEY (comment_sn, user_id)
);
CREATE INDEX ON content.comment_likes (user_id);
CREATE TABLE content.comment_reports (
  comment_sn bigint NOT NULL REFERENCES content.comments ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES accounts.users,
  reason text NOT NULL,
  PRIMARY KEY (comment_sn, user_id)
);
CREATE INDEX ON content.comment_reports (user_id);

-- One more (1) or one fewer (-1) for each of these comments. Posts before threads, each in the order of its key: two
-- transactions do not wait for each other.
CREATE FUNCTION content.change_comment_counts(step int, posts text[], threads bigint[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO content.comment_counts AS counts (post_id, count)
  SELECT post, count(*) FROM unnest(posts) post GROUP BY post ORDER BY post
  ON CONFLICT (post_id) DO UPDATE SET count = counts.count + step * excluded.count;
  INSERT INTO content.comment_threads AS own (thread_sn, post_id, count)
  SELECT thread, post, count(*) FROM unnest(posts, threads) one (post, thread) GROUP BY thread, post ORDER BY thread
  ON CONFLICT (thread_sn) DO UPDATE SET count = own.count + step * excluded.count;
  IF step < 0 THEN
    DELETE FROM content.comment_threads WHERE count = 0 AND thread_sn = ANY (threads);
    DELETE FROM content.comment_counts WHERE count = 0 AND post_id = ANY (posts);
  END IF;
END $$;

-- Whatever adds or removes comments, a deletion of an account too, changes the counts in the same transaction.
CREATE FUNCTION content.count_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM content.change_comment_counts(
      CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END, array_agg(post_id), array_agg(thread_sn))
     FROM changed WHERE shown;
  RETURN NULL;
END $$;
CREATE TRIGGER comments_added AFTER INSERT ON content.comments
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION content.count_comments();
CREATE TRIGGER comments_removed AFTER DELETE ON content.comments
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION content.count_comments();

-- Comments of a person who is not shown (2) are in no list and in no count.
CREATE FUNCTION content.show_comments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  posts text[];
  threads bigint[];
BEGIN
  WITH changed AS (
    UPDATE content.comments SET shown = NEW.status = 2
     WHERE user_id = NEW.id AND shown <> (NEW.status = 2) RETURNING post_id, thread_sn)
  SELECT array_agg(post_id), array_agg(thread_sn) INTO posts, threads FROM changed;
  PERFORM content.change_comment_counts(CASE WHEN NEW.status = 2 THEN 1 ELSE -1 END, posts, threads);
  RETURN NULL;
END $$;
CREATE TRIGGER comments_shown AFTER UPDATE OF status ON accounts.users
  FOR EACH ROW WHEN ((OLD.status = 2) <> (NEW.status = 2)) EXECUTE FUNCTION content.show_comments();

-- A like counts once; a comment that is being deleted is not counted any more.
CREATE FUNCTION content.count_comment_likes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE content.comments SET like_count = like_count + CASE TG_OP WHEN 'INSERT' THEN likes.count ELSE -likes.count END
    FROM (SELECT comment_sn, count(*) FROM changed GROUP BY comment_sn) AS likes WHERE sn = likes.comment_sn;
  RETURN NULL;
END $$;
CREATE TRIGGER comment_likes_added AFTER INSERT ON content.comment_likes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION content.count_comment_likes();
CREATE TRIGGER comment_likes_removed AFTER DELETE ON content.comment_likes
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION content.count_comment_likes();
