-- How many products a creator's page shows before the visitor asks for more (creator specification, Shop block):
-- 0 to 9, or -1 for all of them.
ALTER TABLE accounts.creators ADD COLUMN limit_show_product_count smallint NOT NULL DEFAULT -1
  CHECK (limit_show_product_count BETWEEN -1 AND 9);
