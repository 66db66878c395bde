-- The entry for an amount of the fan's choice on a creator's page (commerce specification 9).
ALTER TABLE accounts.creators
  ADD COLUMN custom_plan smallint NOT NULL DEFAULT 1 CHECK (custom_plan BETWEEN 1 AND 3),
  ADD COLUMN custom_plan_desc text NOT NULL DEFAULT '本方案可反复发电。';
