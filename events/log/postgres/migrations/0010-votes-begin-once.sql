-- Votes and ballots begin once, too (0006-streams-begin-once.sql).
DROP TRIGGER streams_begin_once ON log.events;
CREATE TRIGGER streams_begin_once AFTER INSERT ON log.events
  FOR EACH ROW WHEN (NEW.version > 0 AND NEW.type IN (
    'AffiliateOpened', 'AlbumCreated', 'BallotCast', 'BankCardApproved', 'BankCardRejected', 'CartPlaced', 'GoalSet',
    'MonthSettled', 'OrderPlaced', 'PlanCreated', 'PostCreated', 'RedeemCodeIssued', 'RefundRequested',
    'StatementLineRecorded', 'TicketIssued', 'VoteCreated'))
  EXECUTE FUNCTION log.refuse_second_beginning();
