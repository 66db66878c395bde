-- The log refuses a refund beyond what was paid for its order, whatever the process that decided it believed.
CREATE FUNCTION commerce.keep_refunds_within_payment() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off
AS $$
DECLARE
  paid     bigint;
  refunded bigint;
BEGIN
  SELECT sum((e.data->>'amount')::bigint) FILTER (WHERE e.type = 'OrderPaid'),
         sum((e.data->>'amount')::bigint) FILTER (WHERE e.type = 'OrderRefunded')
    INTO paid, refunded
    FROM log.events e
   WHERE e.stream = NEW.stream AND e.version <= NEW.version AND e.position <= NEW.position
     AND e.position >= coalesce((SELECT s.since_position FROM log.streams s WHERE s.stream = NEW.stream), 0);
  IF refunded > coalesce(paid, 0) THEN
    RAISE EXCEPTION '% refunded of % paid in %', refunded, coalesce(paid, 0), NEW.stream
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- After the whole statement: an imported order is paid and refunded in one.
CREATE TRIGGER refunds_within_payment AFTER INSERT ON log.events
  FOR EACH ROW WHEN (NEW.type = 'OrderRefunded') EXECUTE FUNCTION commerce.keep_refunds_within_payment();
