-- Events from which a process could set no timer. The row is written in the statement that moves the checkpoint past the
-- event. The process tries them again each time it starts.
CREATE TABLE runtime.set_aside (
  process  text   NOT NULL,
  position bigint NOT NULL,
  type     text   NOT NULL,
  error    text   NOT NULL,
  at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (process, position)
);
