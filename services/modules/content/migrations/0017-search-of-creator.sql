-- The newest texts of one creator.
CREATE INDEX search_posts_of_creator ON content.search_posts (creator_id, sn) INCLUDE (bytes);
