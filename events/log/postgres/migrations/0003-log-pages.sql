-- Where a page of the log ends: after at most `at_most` events, or with the event that brings it to `most_bytes` of data
-- and metadata. `through`: the position that the page is read to, and everything up to it is considered. `full`: a bound
-- ended it, and more may follow. Events are then read by log.read_all, so that PostgreSQL sends no more than the page.
CREATE FUNCTION log.page_end(
  after bigint, until bigint, at_most bigint, most_bytes bigint, of_types text[],
  OUT through bigint, OUT bytes bigint, OUT "full" boolean
) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_incremental_sort = off
SET jit = off
AS $$
DECLARE
  events bigint := 0;
  size   bigint;
BEGIN
  bytes := 0;
  "full" := false;
  IF of_types IS NULL THEN
    FOR through, size IN
      SELECT e.position, octet_length(e.data::text) + octet_length(e.metadata::text) FROM log.events e
       WHERE e.position > after AND e.position <= until ORDER BY e.position
    LOOP
      events := events + 1;
      bytes := bytes + size;
      "full" := events >= at_most OR bytes >= most_bytes;
      EXIT WHEN "full";
    END LOOP;
  ELSE
    FOR through, size IN
      SELECT e.position, octet_length(e.data::text) + octet_length(e.metadata::text) FROM log.events e
       WHERE e.position > after AND e.position <= until AND e.type = ANY (of_types) ORDER BY e.position
    LOOP
      events := events + 1;
      bytes := bytes + size;
      "full" := events >= at_most OR bytes >= most_bytes;
      EXIT WHEN "full";
    END LOOP;
  END IF;
  IF NOT "full" THEN through := greatest(after, until); END IF;
END $$;
