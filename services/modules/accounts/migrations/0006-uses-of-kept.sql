-- How many orders and tickets were asked with it: one that is refused gives its use back, so that what no order
-- came to hold leaves the vault with the next change.
ALTER TABLE accounts.addresses ADD COLUMN uses integer NOT NULL DEFAULT 0 CHECK (uses >= 0);
UPDATE accounts.addresses SET uses = 1 WHERE used;
ALTER TABLE accounts.addresses DROP COLUMN used;

ALTER TABLE accounts.identities ADD COLUMN uses integer NOT NULL DEFAULT 0 CHECK (uses >= 0);
UPDATE accounts.identities SET uses = 1 WHERE used;
ALTER TABLE accounts.identities DROP COLUMN used;
