-- Who is mentioned in which comment. The text of the comment has `<@user_id>` in the place of the name.
CREATE TABLE content.comment_mentions (
  comment_sn bigint NOT NULL REFERENCES content.comments ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES accounts.users,
  post_id text NOT NULL,
  PRIMARY KEY (comment_sn, user_id)
);
CREATE INDEX comment_mentions_of_person ON content.comment_mentions (user_id, post_id, comment_sn);
-- Who takes part in the comments of a post.
CREATE INDEX comments_of_person_at_post ON content.comments (post_id, user_id) WHERE shown;
