-- The webhooks that the sandbox's receiver got, and what it answers.
CREATE TABLE sandbox.receivers (
  user_id text PRIMARY KEY,
  answer  text NOT NULL
);
CREATE UNLOGGED TABLE sandbox.received_calls (
  user_id    text NOT NULL,
  call_id    bigint GENERATED ALWAYS AS IDENTITY,
  message_id text NOT NULL,
  attempt    integer NOT NULL,
  answer     text NOT NULL,
  -- Sealed: it has what the order has.
  sealed     bytea NOT NULL,
  -- Of the body.
  bytes      integer NOT NULL,
  PRIMARY KEY (user_id, call_id)
);
