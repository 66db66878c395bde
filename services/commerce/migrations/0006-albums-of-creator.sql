-- What an account began (0004-account-closing.sql): its albums.
CREATE INDEX albums_of_creator ON log.events ((metadata->>'creator_id')) WHERE type = 'AlbumCreated';
