CREATE SCHEMA feed;

-- Up to which event the relay has sent all events to a topic, and the offset of each partition from which later events
-- follow. Moved by compare-and-set, after the broker's acknowledgement.
CREATE TABLE feed.relay (
  topic    text PRIMARY KEY,
  position bigint NOT NULL,
  offsets  jsonb NOT NULL
);
