// Numbers of likes, marks and comments that are rows beside what they count, counted again from the rows themselves. By
// SQL alone; it shares no code with the triggers that change them.

/** One query for each rule: the subjects whose stored number is another one. */
const RULES = {
  'marks or likes': `SELECT kind || ' ' || subject_id AS subject, stored.count AS stored, plain.count AS plain
     FROM (SELECT kind, subject_id, count(*) FROM relations.marks GROUP BY kind, subject_id) AS plain
     FULL JOIN relations.mark_counts AS stored USING (kind, subject_id)`,
  'comments of a post': `SELECT post_id AS subject, stored.count AS stored, plain.count AS plain
     FROM (SELECT c.post_id, count(*) FROM content.comments c JOIN accounts.users u ON u.id = c.user_id
            WHERE u.status = 2 GROUP BY c.post_id) AS plain
     FULL JOIN content.comment_counts AS stored USING (post_id)`,
  'comments of a thread': `SELECT thread_sn::text AS subject, stored.count AS stored, plain.count AS plain
     FROM (SELECT c.thread_sn, count(*) FROM content.comments c JOIN accounts.users u ON u.id = c.user_id
            WHERE u.status = 2 GROUP BY c.thread_sn) AS plain
     FULL JOIN content.comment_threads AS stored USING (thread_sn)`,
  'likes of a comment': `SELECT sn::text AS subject, like_count AS stored, count(l.comment_sn) AS plain
     FROM content.comments c LEFT JOIN content.comment_likes l ON l.comment_sn = c.sn GROUP BY c.sn`,
};

/** Numbers that differ from what they count, as they are in one snapshot. @param most of each kind */
export async function countFaults(client, most) {
  const faults = [];
  for (const [what, query] of Object.entries(RULES)) {
    const { rows } = await client.query(
      `SELECT subject, coalesce(stored, 0) AS stored, coalesce(plain, 0) AS plain FROM (${query}) AS one
        WHERE coalesce(stored, 0) <> coalesce(plain, 0) ORDER BY subject LIMIT $1`,
      [most],
    );
    for (const { subject, stored, plain } of rows)
      faults.push(`${subject}: ${what}: ${stored} STORED, ${plain} counted`);
  }
  return faults;
}
