-- The newest message of the platform that a person has read.
CREATE TABLE runtime.messages_read (
  user_id text PRIMARY KEY,
  message_id bigint NOT NULL
);
