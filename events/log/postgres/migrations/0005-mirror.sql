-- The log as a mirror of another store: adds events that were written there, after the position `expected_head`. Returns
-- whether it did: when the head is another one, somebody else has added them. Versions must follow on in each stream.
--   recorded_at per event: microseconds since 1970
CREATE FUNCTION log.mirror(
  expected_head bigint, event_streams text[], versions int[], ids uuid[], types text[], schema_versions int[],
  data json[], metadata json[], recorded_at bigint[]
) RETURNS boolean LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET jit = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  new_head bigint := expected_head + cardinality(ids);
  misfit   text;
BEGIN
  PERFORM pg_advisory_xact_lock(7420002);
  IF (SELECT h.position FROM log.head h) <> expected_head THEN RETURN false; END IF;

  SELECT e.stream INTO misfit
    FROM (SELECT u.stream, min(u.version) AS first, max(u.version) AS last, count(*) AS events
            FROM unnest(event_streams, versions) AS u(stream, version) GROUP BY u.stream) e
    LEFT JOIN log.streams s ON s.stream = e.stream
   WHERE e.first <> coalesce(s.version, -1) + 1 OR e.last - e.first + 1 <> e.events LIMIT 1;
  IF misfit IS NOT NULL THEN
    RAISE EXCEPTION 'versions of stream % do not follow on after position %', misfit, expected_head;
  END IF;

  WHILE (SELECT new_head + h.partition_size / 2 > h.partitioned_through FROM log.head h) LOOP
    PERFORM log.add_partition();
  END LOOP;

  INSERT INTO log.events (position, stream, version, id, type, schema_version, data, metadata, recorded_at)
  SELECT expected_head + e.ordinal, e.stream, e.version, e.id, e.type, e.schema_version, e.data, e.metadata,
         timestamptz 'epoch' + e.recorded_at * interval '1 microsecond'
    FROM unnest(event_streams, versions, ids, types, schema_versions, data, metadata, recorded_at)
         WITH ORDINALITY AS e(stream, version, id, type, schema_version, data, metadata, recorded_at, ordinal);

  INSERT INTO log.streams AS s (stream, version, since_position, through_position)
  SELECT e.stream, max(e.version), expected_head + 1, new_head
    FROM unnest(event_streams, versions) AS e(stream, version) GROUP BY e.stream
  ON CONFLICT (stream) DO UPDATE SET version = EXCLUDED.version, through_position = EXCLUDED.through_position;

  UPDATE log.head SET position = new_head;
  PERFORM pg_notify('log_appended', new_head::text);
  RETURN true;
END $$;
