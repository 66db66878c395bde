-- Planning took half of the time of a short page. One plan serves all pages: every look-up is by index, and partitions are
-- chosen when it runs.
ALTER FUNCTION log.stream_page(text[], int[], int, int, int) SET plan_cache_mode = force_generic_plan;
