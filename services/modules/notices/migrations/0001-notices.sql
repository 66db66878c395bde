-- What others did with a person's posts and comments: one row for each person and subject, however many did it.
CREATE SCHEMA notices;
CREATE SEQUENCE notices.place AS bigint;
CREATE TABLE notices.groups (
  -- Who is informed.
  user_id text NOT NULL REFERENCES accounts.users,
  kind text NOT NULL CHECK (kind IN ('comment', 'reply', 'like', 'comment_like')),
  -- The post; of replies and likes of a comment that comment.
  subject_id text NOT NULL,
  post_id text NOT NULL,
  -- Comments or likes until now, and how many of them the person has seen. Both only grow.
  arrived bigint NOT NULL,
  seen bigint NOT NULL DEFAULT 0,
  -- Orders a person's list, the newest first.
  place bigint NOT NULL,
  -- Unix milliseconds of the newest.
  newest_at bigint NOT NULL,
  PRIMARY KEY (user_id, kind, subject_id)
) WITH (fillfactor = 80);
CREATE INDEX groups_of_person ON notices.groups (user_id, place);
CREATE INDEX groups_unread ON notices.groups (user_id, place) WHERE arrived > seen;
CREATE INDEX ON notices.groups (post_id);

-- Of comments and likes of one statement, in the order of the key: two transactions do not wait for each other.
CREATE FUNCTION notices.arrive(users text[], of_kind text, subjects text[], posts text[], at bigint) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO notices.groups AS g (user_id, kind, subject_id, post_id, arrived, place, newest_at)
  SELECT one.user_id, of_kind, one.subject_id, one.post_id, count(*), nextval('notices.place'), at
    FROM unnest(users, subjects, posts) AS one (user_id, subject_id, post_id)
   GROUP BY one.user_id, one.subject_id, one.post_id ORDER BY one.user_id, one.subject_id
  ON CONFLICT (user_id, kind, subject_id) DO UPDATE
    SET arrived = g.arrived + excluded.arrived, place = greatest(g.place, excluded.place),
        newest_at = greatest(g.newest_at, excluded.newest_at)
$$;

-- Nobody is informed of what they do themselves. Replies on the own post are comments of it.
CREATE FUNCTION notices.of_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notices.arrive(array_agg(creator_id), 'comment', array_agg(post_id), array_agg(post_id), max(created_at))
     FROM changed WHERE shown AND user_id <> creator_id;
  PERFORM notices.arrive(
            array_agg(parent.user_id), 'reply', array_agg(parent.sn::text), array_agg(c.post_id), max(c.created_at))
     FROM changed c JOIN content.comments parent ON parent.sn = c.reply_to
    WHERE c.shown AND parent.user_id NOT IN (c.user_id, c.creator_id);
  RETURN NULL;
END $$;
CREATE TRIGGER notices_of_comments AFTER INSERT ON content.comments
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notices.of_comments();

-- Likes have no time of their own. The sandbox's clock can be ahead.
CREATE FUNCTION notices.now() RETURNS bigint LANGUAGE sql AS $$
  SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint + (SELECT offset_ms FROM runtime.clock)
$$;

CREATE FUNCTION notices.of_likes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notices.arrive(
            array_agg(creator_id), 'like', array_agg(subject_id), array_agg(subject_id), notices.now())
     FROM changed WHERE kind = 'like' AND user_id <> creator_id;
  RETURN NULL;
END $$;
CREATE TRIGGER notices_of_likes AFTER INSERT ON relations.marks
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notices.of_likes();

CREATE FUNCTION notices.of_comment_likes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notices.arrive(
            array_agg(c.user_id), 'comment_like', array_agg(c.sn::text), array_agg(c.post_id), notices.now())
     FROM changed l JOIN content.comments c ON c.sn = l.comment_sn
    WHERE c.shown AND c.user_id <> l.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER notices_of_comment_likes AFTER INSERT ON content.comment_likes
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notices.of_comment_likes();

-- Of a deleted comment nothing is left.
CREATE FUNCTION notices.forget_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM notices.groups g USING changed c
   WHERE g.user_id = c.user_id AND g.kind IN ('reply', 'comment_like') AND g.subject_id = c.sn::text;
  RETURN NULL;
END $$;
CREATE TRIGGER notices_of_removed_comments AFTER DELETE ON content.comments
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notices.forget_comments();

-- The newest people of each subject.
CREATE INDEX comments_newest ON content.comments (post_id, sn) WHERE shown;
CREATE INDEX comments_replies ON content.comments (reply_to, sn) WHERE shown AND reply_to IS NOT NULL;
CREATE INDEX marks_newest ON relations.marks (subject_id, kind, place);
DROP INDEX relations.marks_subject_id_kind_idx;
