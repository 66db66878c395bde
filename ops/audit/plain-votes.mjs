// Votes, recounted from raw ballots and compared with the read model and with the stated results. By SQL alone; it shares no
// code with the deciders or the projection.

/** Every ballot with its options, and the terms of its vote at its end. */
const BALLOTS = `ballots AS (
  SELECT e.position, m.at, d.post_id, d.user_id, d.options FROM log.events e, json_to_record(e.metadata) AS m (at bigint),
         json_to_record(e.data) AS d (post_id text, user_id text, options json)
   WHERE e.position <= $1 AND e.type = 'BallotCast'),
 chosen AS (
  SELECT post_id, position, option FROM ballots, json_array_elements_text(options) AS option
  UNION ALL SELECT post_id, position, '' FROM ballots),
 votes AS (
  SELECT DISTINCT ON (d.post_id) d.post_id, d.terms->'options' AS options, (d.terms->>'most')::int AS most,
         (d.terms->>'deadline')::bigint AS deadline
    FROM log.events e, json_to_record(e.data) AS d (post_id text, terms json)
   WHERE e.position <= $1 AND e.type IN ('VoteCreated', 'VoteChanged') ORDER BY d.post_id, e.position DESC),
 ended AS (
  SELECT e.data->>'post_id' AS post_id, e.position FROM log.events e WHERE e.position <= $1 AND e.type = 'VoteEnded'),
 closed AS (
  SELECT d.post_id, d.ballots, d.counts, d.through FROM log.events e,
         json_to_record(e.data) AS d (post_id text, ballots bigint, counts json, through bigint)
   WHERE e.position <= $1 AND e.type = 'VoteClosed')`;

/** One query for each rule: the votes that break it. */
const RULES = {
  'is not counted as its ballots are': `SELECT DISTINCT post_id FROM (
     SELECT post_id, option, count(*) FROM chosen GROUP BY post_id, option) AS plain
     FULL JOIN rm.vote_counts c USING (post_id, option) WHERE plain.count IS DISTINCT FROM c.count`,
  'has a person with two ballots': `SELECT DISTINCT post_id FROM ballots GROUP BY post_id, user_id HAVING count(*) > 1`,
  'has a ballot that is not shown': `SELECT DISTINCT post_id FROM ballots b FULL JOIN rm.ballots r USING (post_id, user_id)
     WHERE b.position IS DISTINCT FROM r.position OR b.options::text IS DISTINCT FROM r.options::text`,
  'has a ballot after its end': `SELECT DISTINCT b.post_id FROM ballots b JOIN ended e USING (post_id) WHERE b.position > e.position`,
  'has a ballot after its deadline': `SELECT DISTINCT b.post_id FROM ballots b JOIN votes v USING (post_id) WHERE b.at >= v.deadline`,
  'has a ballot that it does not allow': `SELECT DISTINCT b.post_id FROM ballots b LEFT JOIN votes v USING (post_id)
     WHERE v.post_id IS NULL OR json_array_length(b.options) NOT BETWEEN 1 AND v.most
        OR EXISTS (SELECT FROM json_array_elements_text(b.options) AS option
                    WHERE option NOT IN (SELECT json_array_elements_text(v.options)))
        OR (SELECT count(DISTINCT option) FROM json_array_elements_text(b.options) AS option) <> json_array_length(b.options)`,
  'states another result than its ballots': `SELECT c.post_id FROM closed c
     WHERE c.ballots <> (SELECT count(*) FROM ballots b WHERE b.post_id = c.post_id AND b.position <= c.through)
        OR EXISTS (SELECT FROM json_to_recordset(c.counts) AS stated (option text, count bigint)
                    WHERE stated.count <> (SELECT count(*) FROM chosen x WHERE x.post_id = c.post_id
                                              AND x.option = stated.option AND x.position <= c.through))
        OR (SELECT coalesce(sum(count), 0) FROM json_to_recordset(c.counts) AS stated (option text, count bigint))
           <> (SELECT count(*) FROM chosen x WHERE x.post_id = c.post_id AND x.option <> '' AND x.position <= c.through)`,
};

/**
 * Votes that differ from their ballots; none where the read model does not exist.
 * @param most of each kind
 */
export async function voteFaults(client, most) {
  const { rows: checkpoints } = await client.query(
    `SELECT position FROM rm.checkpoints WHERE name = 'votes'`,
  );
  const [checkpoint] = checkpoints;
  if (!checkpoint) return [];
  const faults = [];
  for (const [rule, query] of Object.entries(RULES)) {
    const { rows } = await client.query(`WITH ${BALLOTS} ${query} ORDER BY 1 LIMIT $2`, [
      checkpoint.position,
      most,
    ]);
    for (const { post_id } of rows) faults.push(`vote of post ${post_id}: ${rule}`);
  }
  return faults;
}
