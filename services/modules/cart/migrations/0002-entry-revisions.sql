-- Counts the changes of what an entry asks for: an order buys an entry as it was at one revision.
ALTER TABLE cart.entries ADD COLUMN revision integer NOT NULL DEFAULT 0;
