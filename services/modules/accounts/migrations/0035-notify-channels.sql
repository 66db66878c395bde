-- By which channels a person is informed of an event; without a row the defaults hold (contract/messages/notify-events.ts).
CREATE TABLE accounts.notify_channels (
  user_id text NOT NULL REFERENCES accounts.users,
  event text NOT NULL,
  site boolean NOT NULL,
  mail boolean NOT NULL,
  PRIMARY KEY (user_id, event)
);
INSERT INTO accounts.notify_channels (user_id, event, site, mail)
SELECT id, 'membership', false, false FROM accounts.users WHERE NOT membership_notices AND deleted_at IS NULL
UNION ALL
SELECT user_id, 'weekly_summary', false, false FROM accounts.creators WHERE NOT weekly_summary
UNION ALL
SELECT user_id, 'new_sale', false, false FROM accounts.creators WHERE new_sale = 'never';

ALTER TABLE accounts.users DROP COLUMN membership_notices;
ALTER TABLE accounts.creators DROP COLUMN weekly_summary;
-- Whether there is a message of each sale or one a day; no message at all is a matter of the channels.
UPDATE accounts.creators SET new_sale = 'each' WHERE new_sale = 'never';
ALTER TABLE accounts.creators DROP CONSTRAINT creators_new_sale_check;
ALTER TABLE accounts.creators ADD CONSTRAINT creators_new_sale_check CHECK (new_sale IN ('each', 'daily'));
