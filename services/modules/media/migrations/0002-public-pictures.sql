-- Public pictures are files, too: one table for all that a person uploads. The bytes of older ones are counted when
-- `npm run files` takes them into the store; until then they count as 0.
INSERT INTO media.files (file_id, owner_id, kind, state, name, type, bytes, object, public, width, height, created_at,
                         arrived_at, ready_at)
SELECT md5(user_id || ' ' || name), user_id, 'picture', 'ready', name,
       CASE substring(name FROM '[.]([a-z]+)$')
         WHEN 'png' THEN 'image/png' WHEN 'gif' THEN 'image/gif' WHEN 'webp' THEN 'image/webp'
         WHEN 'svg' THEN 'image/svg+xml' ELSE 'image/jpeg' END,
       0, name, true, width, height, uploaded_at, uploaded_at, uploaded_at
  FROM accounts.pictures
 WHERE user_id IN (SELECT id FROM accounts.users)
    ON CONFLICT DO NOTHING;
DROP TABLE accounts.pictures;
-- One account counts a picture once.
CREATE UNIQUE INDEX IF NOT EXISTS public_pictures ON media.files (object, owner_id) WHERE public;
