-- Addresses of creators' programs that are called when something happens. Sealed: URL and secrets.
CREATE TABLE accounts.webhooks (
  webhook_id text PRIMARY KEY,
  creator_id text NOT NULL REFERENCES accounts.users,
  topics text[] NOT NULL,
  sealed bytea NOT NULL,
  created_at bigint NOT NULL,
  -- Failed calls since the last success, and the first of them.
  failures integer NOT NULL DEFAULT 0,
  failing_since bigint,
  -- After many failures in a row: no call before this.
  rests_until bigint NOT NULL DEFAULT 0,
  paused_at bigint,
  -- A replay under way: events of these positions, since this time.
  replay_after bigint,
  replay_through bigint,
  replay_since bigint
);
CREATE INDEX webhooks_of_creator ON accounts.webhooks (creator_id, created_at);

-- Calls, made or due: one per address and event. Without bodies, which are written again when they are read.
CREATE TABLE accounts.webhook_deliveries (
  delivery_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id text NOT NULL REFERENCES accounts.webhooks ON DELETE CASCADE,
  -- Of the event; 0 for a test.
  position bigint NOT NULL,
  topic text NOT NULL,
  -- Calls of one subject are made in order.
  subject text NOT NULL,
  event_at bigint NOT NULL,
  -- NULL: nothing left to send.
  due_at bigint,
  attempts integer NOT NULL DEFAULT 0,
  first_at bigint,
  delivered_at bigint,
  -- The last answer: HTTP status, at most 2 KiB sealed, duration.
  status integer NOT NULL DEFAULT 0,
  failure text NOT NULL DEFAULT '',
  answer bytea,
  ms integer NOT NULL DEFAULT 0,
  changed_at bigint NOT NULL
);
CREATE UNIQUE INDEX webhook_deliveries_of_event ON accounts.webhook_deliveries (webhook_id, position)
  WHERE position > 0;
CREATE INDEX webhook_deliveries_due ON accounts.webhook_deliveries (webhook_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_in_order ON accounts.webhook_deliveries (webhook_id, subject, position)
  WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_newest ON accounts.webhook_deliveries (webhook_id, delivery_id);
CREATE INDEX webhook_deliveries_by_time ON accounts.webhook_deliveries (changed_at);

-- Keys that sign the order topic. The newest one whose time has come signs; all are published.
CREATE TABLE accounts.webhook_keys (
  key_id text PRIMARY KEY,
  pem text NOT NULL,
  sealed bytea NOT NULL,
  signs_from bigint NOT NULL
);
