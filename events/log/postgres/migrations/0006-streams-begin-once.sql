-- A stream begins once. The log refuses a type that begins streams at a later version, whatever the process that decided
-- it believed. The list of types is `begins` in events/registry.ts (checked by events/log/contract/beginnings.ts).
-- Second beginnings that the log has from earlier programs; a mirror adds those of its store.
CREATE TABLE log.second_beginnings (
  position bigint           PRIMARY KEY,
  stream   text COLLATE "C" NOT NULL,
  type     text COLLATE "C" NOT NULL
);

CREATE FUNCTION log.refuse_second_beginning() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Events of another store exist already.
  IF current_setting('fanwatt.mirrors', true) = 'on' THEN
    INSERT INTO log.second_beginnings (position, stream, type) VALUES (NEW.position, NEW.stream, NEW.type);
    RETURN NULL;
  END IF;
  RAISE EXCEPTION '% begins % a second time', NEW.type, NEW.stream USING ERRCODE = 'check_violation';
END $$;

CREATE TRIGGER streams_begin_once AFTER INSERT ON log.events
  FOR EACH ROW WHEN (NEW.version > 0 AND NEW.type IN (
    'AffiliateOpened', 'BankCardApproved', 'BankCardRejected', 'CartPlaced', 'GoalSet', 'MonthSettled', 'OrderPlaced',
    'PlanCreated', 'RedeemCodeIssued', 'RefundRequested', 'StatementLineRecorded', 'TicketIssued'))
  EXECUTE FUNCTION log.refuse_second_beginning();

ALTER FUNCTION log.mirror(bigint, text[], int[], uuid[], text[], int[], json[], json[], bigint[])
  SET fanwatt.mirrors = 'on';
