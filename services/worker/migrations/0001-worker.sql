-- How far each process has followed the log. Moved by compare-and-set, with the timers that followed from it.
CREATE TABLE runtime.process_checkpoints (
  name     text PRIMARY KEY,
  position bigint NOT NULL
);

-- What a process still has to do, and when: an order that expires, a charge to ask about, money to send back.
CREATE TABLE runtime.timers (
  process  text NOT NULL,
  key      text NOT NULL,
  due_at   bigint NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  data     jsonb NOT NULL,
  PRIMARY KEY (process, key)
);
CREATE INDEX timers_due ON runtime.timers (process, due_at);

-- A sign of life of each worker, with its counts; read by whoever watches.
CREATE TABLE runtime.heartbeats (
  process  text NOT NULL,
  instance text NOT NULL,
  beat_at  timestamptz NOT NULL DEFAULT now(),
  figures  jsonb NOT NULL,
  PRIMARY KEY (process, instance)
);
