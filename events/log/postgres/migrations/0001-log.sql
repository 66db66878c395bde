-- The log: every event once, in one total order.
CREATE SCHEMA log;

-- Positions count from 1 without gaps. Uniqueness of (stream, version) and (stream, id) is an index of each
-- partition; log.streams, which every append goes through, holds it across partitions.
CREATE TABLE log.events (
  position       bigint           NOT NULL,
  stream         text COLLATE "C" NOT NULL,
  version        integer          NOT NULL,
  id             uuid             NOT NULL,
  type           text COLLATE "C" NOT NULL,
  schema_version smallint         NOT NULL,
  -- json, not jsonb: it is written often, read whole, and never searched.
  data           json             NOT NULL,
  metadata       json             NOT NULL,
  recorded_at    timestamptz      NOT NULL,
  PRIMARY KEY (position)
) PARTITION BY RANGE (position);

-- Where each stream stands. The two positions are bounds, not exact: no event of the stream lies outside
-- of them, so that a look into the stream opens only the partitions that can hold it.
CREATE TABLE log.streams (
  stream           text COLLATE "C" PRIMARY KEY,
  version          integer NOT NULL,
  since_position   bigint  NOT NULL,
  through_position bigint  NOT NULL
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);

-- One row: where the log stands, and through which position partitions exist.
CREATE TABLE log.head (
  only_row            boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  position            bigint  NOT NULL,
  partition_size      bigint  NOT NULL CHECK (partition_size > 0),
  partitioned_through bigint  NOT NULL
) WITH (fillfactor = 10);
INSERT INTO log.head (position, partition_size, partitioned_through) VALUES (0, 5000000, 0);

-- Makes the next partition. It is built aside and attached, which blocks no reader.
CREATE FUNCTION log.add_partition() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  since bigint;
  size  bigint;
  name  text;
BEGIN
  SELECT partitioned_through + 1, partition_size INTO STRICT since, size FROM log.head;
  name := 'events_from_' || since;
  EXECUTE format('CREATE TABLE log.%I (LIKE log.events INCLUDING DEFAULTS)', name);
  EXECUTE format('ALTER TABLE log.%I ADD UNIQUE (stream, version)', name);
  EXECUTE format('ALTER TABLE log.%I ADD UNIQUE (stream, id)', name);
  EXECUTE format('ALTER TABLE log.events ATTACH PARTITION log.%I FOR VALUES FROM (%s) TO (%s)',
    name, since, since + size);
  UPDATE log.head SET partitioned_through = since + size - 1;
END $$;
SELECT log.add_partition();

-- One flush: several appends in one transaction, each of them whole or not at all, no two of them on the
-- same stream. Writes and events come in the order of their appends.
--   append_of   per write: its append, from 1
--   stream_of   per write
--   expected_of per write: a version; -1 no stream, -2 any, -3 stream exists
--   count_of    per write: how many events
--   write_of    per event: its write, from 1
--   index_of    per event: its place in its write, from 1
-- Returns where the log stood before; per write, the version that stood. When anything did not simply fit, also:
--   fates            per append: 0 written, 1 repeated, 2 conflict
--   verdicts         per write: 0 fits, 1 repeated, 2 conflict, 3 conflict with ids that stand there already
--   repeat_versions  per write, and repeat_positions: of the last event of a repetition
CREATE FUNCTION log.append(
  append_of int[], stream_of text[], expected_of int[], count_of int[],
  write_of int[], index_of int[], event_streams text[],
  ids uuid[], types text[], schema_versions int[], data json[], metadata json[],
  OUT head bigint, OUT stood int[], OUT fates int[], OUT verdicts int[],
  OUT repeat_versions int[], OUT repeat_positions bigint[]
) LANGUAGE plpgsql
-- Every look-up here is one of few keys in a large table, whatever the statistics of a young table say.
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_sort = off SET enable_incremental_sort = off SET jit = off SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  misfit       boolean;
  extends      boolean;
  repeats      record;
  write        int;
  append       int;
  eventful     int[];
  repeated     int[];
  refused      int[];
  new_head     bigint;
BEGIN
  -- Held until the commit is visible: positions are drawn and committed in the same order, so whoever has
  -- seen position N has seen everything before it.
  PERFORM pg_advisory_xact_lock(7420002);
  SELECT h.position INTO STRICT head FROM log.head h;

  SELECT array_agg(coalesce(s.version, -1) ORDER BY w.ordinal),
         coalesce(bool_or(CASE w.expected WHEN -2 THEN false WHEN -3 THEN s.version IS NULL
                          ELSE w.expected <> coalesce(s.version, -1) END), false),
         coalesce(bool_or(s.version IS NOT NULL AND w.count > 0), false)
    INTO stood, misfit, extends
    FROM unnest(stream_of, expected_of, count_of) WITH ORDINALITY AS w(stream, expected, count, ordinal)
    LEFT JOIN log.streams s ON s.stream = w.stream;

  IF extends THEN
    -- Given ids that stand in their stream already.
    FOR repeats IN
      SELECT e.write, count(*)::int AS times, min(r.version) AS first, max(r.version) AS last,
             max(r.position) AS position, min(r.version - e.index) = max(r.version - e.index) AS in_order
        FROM unnest(write_of, index_of, event_streams, ids) AS e(write, index, stream, id)
        JOIN log.streams s ON s.stream = e.stream
        -- A range and an order that only the index on (stream, id) gives: with equality, a plan made while
        -- the table was young would read the stream through another index, and be kept.
        CROSS JOIN LATERAL (
          SELECT o.version, o.position FROM log.events o
           WHERE o.stream = e.stream AND o.id >= e.id AND o.id <= e.id
             AND o.position BETWEEN s.since_position AND s.through_position
           ORDER BY o.id LIMIT 1
        ) r
       GROUP BY e.write
    LOOP
      IF verdicts IS NULL THEN
        verdicts := array_fill(0, ARRAY[cardinality(stream_of)]);
        repeat_versions := verdicts;
        repeat_positions := verdicts;
      END IF;
      write := repeats.write;
      repeat_versions[write] := repeats.last;
      repeat_positions[write] := repeats.position;
      verdicts[write] := CASE WHEN repeats.times = count_of[write] AND repeats.in_order AND (
        expected_of[write] < -1 OR repeats.first = expected_of[write] + 1) THEN 1 ELSE 3 END;
    END LOOP;
  END IF;

  IF misfit OR verdicts IS NOT NULL THEN
    verdicts := coalesce(verdicts, array_fill(0, ARRAY[cardinality(stream_of)]));
    fates := array_fill(0, ARRAY[append_of[cardinality(append_of)]]);
    eventful := fates;
    repeated := fates;
    refused := fates;
    FOR write IN 1 .. cardinality(stream_of) LOOP
      append := append_of[write];
      IF count_of[write] > 0 THEN eventful[append] := eventful[append] + 1; END IF;
      IF verdicts[write] = 0 AND NOT (CASE expected_of[write]
        WHEN -2 THEN true WHEN -3 THEN stood[write] >= 0 ELSE expected_of[write] = stood[write] END)
      THEN
        verdicts[write] := 2;
      END IF;
      IF verdicts[write] = 1 THEN repeated[append] := repeated[append] + 1; END IF;
      IF verdicts[write] > 1 THEN refused[append] := refused[append] + 1; END IF;
    END LOOP;
    FOR append IN 1 .. cardinality(fates) LOOP
      fates[append] := CASE
        WHEN repeated[append] > 0 AND repeated[append] = eventful[append] THEN 1
        WHEN repeated[append] > 0 OR refused[append] > 0 THEN 2
        ELSE 0 END;
    END LOOP;
  END IF;

  SELECT head + coalesce(sum(w.count), 0) INTO new_head
    FROM unnest(append_of, count_of) AS w(append, count)
   WHERE fates IS NULL OR fates[w.append] = 0;
  IF new_head = head THEN RETURN; END IF;

  -- The next partition stands ready from the middle of the last one on.
  WHILE (SELECT new_head + h.partition_size / 2 > h.partitioned_through FROM log.head h) LOOP
    PERFORM log.add_partition();
  END LOOP;

  INSERT INTO log.events (position, stream, version, id, type, schema_version, data, metadata, recorded_at)
  SELECT head + row_number() OVER (ORDER BY e.ordinal), e.stream, stood[e.write] + e.index,
         e.id, e.type, e.schema_version, e.data, e.metadata, clock_timestamp()
    FROM unnest(write_of, index_of, event_streams, ids, types, schema_versions, data, metadata)
         WITH ORDINALITY AS e(write, index, stream, id, type, schema_version, data, metadata, ordinal)
   WHERE fates IS NULL OR fates[append_of[e.write]] = 0;

  INSERT INTO log.streams (stream, version, since_position, through_position)
  SELECT w.stream, w.count - 1, head + 1, new_head
    FROM unnest(append_of, stream_of, count_of, stood) AS w(append, stream, count, stood)
   WHERE w.count > 0 AND w.stood = -1 AND (fates IS NULL OR fates[w.append] = 0);

  IF extends THEN
    UPDATE log.streams s SET version = w.stood + w.count, through_position = new_head
      FROM unnest(append_of, stream_of, count_of, stood) AS w(append, stream, count, stood)
     WHERE s.stream = w.stream AND w.count > 0 AND w.stood >= 0 AND (fates IS NULL OR fates[w.append] = 0);
  END IF;

  UPDATE log.head SET position = new_head;
  PERFORM pg_notify('log_appended', new_head::text);
END $$;

-- Events of several streams after a version each, in order of the request and of the versions.
CREATE FUNCTION log.read_streams(streams text[], afters int[], at_most bigint)
RETURNS SETOF log.events LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_sort = off SET enable_incremental_sort = off SET jit = off
AS $$
BEGIN
  RETURN QUERY
  SELECT e.*
    FROM unnest(streams, afters) AS r(stream, after)
    JOIN log.streams s ON s.stream = r.stream AND s.version > r.after
    CROSS JOIN LATERAL (
      SELECT * FROM log.events e
       WHERE e.stream = r.stream AND e.version > r.after
         AND e.position BETWEEN s.since_position AND s.through_position
       ORDER BY e.version LIMIT at_most
    ) e;
END $$;

-- Events with after < position <= through, in order; of the given types only, or of all.
CREATE FUNCTION log.read_all(after bigint, through bigint, at_most bigint, of_types text[])
RETURNS SETOF log.events LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_incremental_sort = off
SET jit = off
AS $$
BEGIN
  IF of_types IS NULL THEN
    RETURN QUERY SELECT * FROM log.events e
      WHERE e.position > after AND e.position <= through ORDER BY e.position LIMIT at_most;
  ELSE
    RETURN QUERY SELECT * FROM log.events e
      WHERE e.position > after AND e.position <= through AND e.type = ANY (of_types)
      ORDER BY e.position LIMIT at_most;
  END IF;
END $$;
