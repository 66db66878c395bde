-- Charges at providers that know them by a number of ours, and what a payer scans.
ALTER TABLE payments.charges
  ADD COLUMN trade_number text,
  ADD COLUMN scene text,
  ADD COLUMN code text,
  ADD COLUMN answered_at bigint;
