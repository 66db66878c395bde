-- Which messages a creator gets of new sales: each, a daily summary, or never.
ALTER TABLE accounts.creators ADD COLUMN new_sale text NOT NULL DEFAULT 'each' CHECK (new_sale IN ('each', 'daily', 'never'));
