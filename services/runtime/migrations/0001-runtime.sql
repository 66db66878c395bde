CREATE SCHEMA runtime;

-- How far the sandbox's clock stands ahead of the machine's. One row.
CREATE TABLE runtime.clock (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  offset_ms bigint NOT NULL DEFAULT 0 CHECK (offset_ms >= 0)
);
INSERT INTO runtime.clock DEFAULT VALUES;

-- Messages that would leave the machine. Recipient and values are sealed under the recipient's key when
-- the recipient is a user, and under the outbox's own key when there is no account yet (verify codes).
CREATE TABLE runtime.outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What is written twice (a process that was killed) is sent once.
  message_key text UNIQUE,
  -- Blind index of the address, so that the sandbox can be asked for it.
  to_index bytea NOT NULL,
  to_user text,
  template text NOT NULL,
  language text NOT NULL,
  sealed bytea NOT NULL,
  created_at bigint NOT NULL
);
CREATE INDEX outbox_by_recipient ON runtime.outbox (to_index, id DESC);
CREATE INDEX outbox_by_user ON runtime.outbox (to_user, id DESC);
