-- Whether a fan gets a mail before a membership ends and after it.
ALTER TABLE accounts.users ADD COLUMN membership_notices boolean NOT NULL DEFAULT true;
