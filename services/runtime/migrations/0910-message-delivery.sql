-- Delivery of messages by mail. A row without due_at has nothing left to deliver.
ALTER TABLE runtime.outbox
  -- The address of a message to nobody's account yet, sealed under the outbox's key; removed after delivery.
  ADD COLUMN sealed_to bytea,
  -- Not sent after this: a code that has expired.
  ADD COLUMN expires_at bigint,
  ADD COLUMN due_at bigint,
  ADD COLUMN attempts integer NOT NULL DEFAULT 0,
  ADD COLUMN delivered_at bigint,
  -- Given up: an admin retries or dismisses it.
  ADD COLUMN failed_at bigint,
  ADD COLUMN failure text NOT NULL DEFAULT '',
  -- Removed after delivery.
  ALTER COLUMN sealed DROP NOT NULL;
CREATE INDEX outbox_due ON runtime.outbox (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_failed ON runtime.outbox (failed_at) WHERE failed_at IS NOT NULL;
