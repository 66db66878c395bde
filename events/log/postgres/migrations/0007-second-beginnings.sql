-- Those of earlier programs. In its own transaction: appends wait for the trigger, not for this read of the whole log.
INSERT INTO log.second_beginnings (position, stream, type)
SELECT position, stream, type FROM log.events
 WHERE version > 0 AND type IN (
   'AffiliateOpened', 'BankCardApproved', 'BankCardRejected', 'CartPlaced', 'GoalSet', 'MonthSettled', 'OrderPlaced',
   'PlanCreated', 'RedeemCodeIssued', 'RefundRequested', 'StatementLineRecorded', 'TicketIssued');
