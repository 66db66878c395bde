-- Files that hold nothing but a decoded picture: by their upload, or by `npm run files -- clean`.
CREATE TABLE accounts.clean_pictures (
  -- in the file store
  name text COLLATE "C" PRIMARY KEY
);
