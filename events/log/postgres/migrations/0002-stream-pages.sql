-- One page of several streams after a version each, in order of the request and of the versions. The page ends after
-- `at_most` events, or with the event that brings it to `most_bytes`. A stream with more than `longest` events after its
-- version is not read: one row with its name and last version, and no position, stands for it.
-- It takes the place of log.read_streams, which stays for programs of the version before.
CREATE FUNCTION log.stream_page(streams text[], afters int[], longest int, at_most int, most_bytes int)
RETURNS SETOF log.events LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_sort = off SET enable_incremental_sort = off SET jit = off
AS $$
DECLARE
  found log.events;
  events int := 0;
  bytes bigint := 0;
BEGIN
  FOR found IN
    SELECT e.*
      FROM unnest(streams, afters) AS r(stream, after)
      JOIN log.streams s ON s.stream = r.stream AND s.version > r.after
      CROSS JOIN LATERAL (
        SELECT * FROM (
          SELECT o.* FROM log.events o
           WHERE s.version - r.after <= longest
             AND o.stream = r.stream AND o.version > r.after
             AND o.position BETWEEN s.since_position AND s.through_position
           ORDER BY o.version LIMIT at_most
        ) AS read
        UNION ALL
        SELECT NULL, r.stream, s.version, NULL, NULL, NULL, NULL, NULL, NULL
         WHERE s.version - r.after > longest
      ) e
  LOOP
    RETURN NEXT found;
    CONTINUE WHEN found.position IS NULL;
    events := events + 1;
    bytes := bytes + octet_length(found.data::text) + octet_length(found.metadata::text);
    EXIT WHEN events >= at_most OR bytes >= most_bytes;
  END LOOP;
END $$;
