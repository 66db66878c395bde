-- The code of the partner's link by which an entry was added; empty without one.
ALTER TABLE cart.entries ADD COLUMN affiliate_code text NOT NULL DEFAULT '';
