-- A batch is read in this order: many calls can be due at the same time.
DROP INDEX accounts.webhook_deliveries_due;
CREATE INDEX webhook_deliveries_due ON accounts.webhook_deliveries (webhook_id, due_at, position)
  WHERE due_at IS NOT NULL;
