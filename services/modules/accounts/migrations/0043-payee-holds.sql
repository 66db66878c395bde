-- A payee that replaced or followed another one gets nothing until then.
ALTER TABLE accounts.withdraw_methods ADD COLUMN held_until bigint NOT NULL DEFAULT 0;
