-- What readers report about posts; admins see it for 30 days.
CREATE TABLE content.post_reports (
  post_id text NOT NULL,
  user_id text NOT NULL REFERENCES accounts.users,
  creator_id text NOT NULL REFERENCES accounts.users,
  topic text NOT NULL,
  reason text NOT NULL,
  reported_at bigint NOT NULL,
  PRIMARY KEY (post_id, user_id)
);
CREATE INDEX ON content.post_reports (user_id, reported_at);
CREATE INDEX ON content.post_reports (creator_id);
CREATE INDEX ON content.post_reports (reported_at);
