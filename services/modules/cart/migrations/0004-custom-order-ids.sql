-- The number that a creator's program gave the purchase, in the vault like the remark.
ALTER TABLE cart.entries ADD COLUMN custom_order_ref text;
