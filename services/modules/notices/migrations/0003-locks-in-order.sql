-- The notices of deleted comments are locked in the order of a person who sees them: two transactions do not wait for each
-- other.
CREATE OR REPLACE FUNCTION notices.forget_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM notices.groups g
    WHERE (g.user_id, g.subject_id) IN (SELECT user_id, sn::text FROM changed) AND g.kind IN ('reply', 'comment_like')
    ORDER BY g.user_id, g.kind, g.subject_id FOR UPDATE;
  DELETE FROM notices.groups g USING changed c
   WHERE g.user_id = c.user_id AND g.kind IN ('reply', 'comment_like') AND g.subject_id = c.sn::text;
  RETURN NULL;
END $$;
