-- A comment is one notice for a person: that of the creator or of who is replied to, otherwise that of who is mentioned.
ALTER TABLE notices.groups DROP CONSTRAINT groups_kind_check;
ALTER TABLE notices.groups
  ADD CONSTRAINT groups_kind_check CHECK (kind IN ('comment', 'reply', 'mention', 'like', 'comment_like'));

CREATE FUNCTION notices.of_mentions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notices.arrive(
            array_agg(m.user_id), 'mention', array_agg(m.post_id), array_agg(m.post_id), max(c.created_at))
     FROM changed m JOIN content.comments c ON c.sn = m.comment_sn
     LEFT JOIN content.comments parent ON parent.sn = c.reply_to
    WHERE c.shown AND m.user_id NOT IN (c.user_id, c.creator_id) AND m.user_id IS DISTINCT FROM parent.user_id;
  RETURN NULL;
END $$;
CREATE TRIGGER notices_of_mentions AFTER INSERT ON content.comment_mentions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notices.of_mentions();
