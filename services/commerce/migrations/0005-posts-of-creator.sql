-- What an account began (0004-account-closing.sql): its posts.
CREATE INDEX posts_of_creator ON log.events ((metadata->>'creator_id')) WHERE type = 'PostCreated';
