-- The count of a post stays when it becomes 0: it is the row that everything locks which changes comments of the post.
-- Without it somebody who waited for the row went on without a lock, and two transactions could wait for each other.
CREATE OR REPLACE FUNCTION content.change_comment_counts(step int, posts text[], threads bigint[]) RETURNS void
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
  END IF;
END $$;
INSERT INTO content.comment_counts (post_id, count)
SELECT DISTINCT post_id, 0 FROM content.comments ON CONFLICT DO NOTHING;
