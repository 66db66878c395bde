-- A person's likes in their order, page by page, for the export of own data.
CREATE INDEX comment_likes_of_user ON content.comment_likes (user_id, comment_sn);
DROP INDEX content.comment_likes_user_id_idx;
