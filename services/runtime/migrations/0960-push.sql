-- When the message is pushed to the browsers of its person; null: not, or not any more.
ALTER TABLE runtime.outbox ADD COLUMN push_due_at bigint;
CREATE INDEX outbox_push_due ON runtime.outbox (push_due_at) WHERE push_due_at IS NOT NULL;
