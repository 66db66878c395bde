-- Pictures of other sites, and texts that are no address of a picture, were accepted.
UPDATE accounts.users
   SET avatar = CASE WHEN avatar ~ '^/files/[0-9A-Za-z_-]+[.][0-9A-Za-z]+$' THEN avatar ELSE '' END,
       cover = CASE WHEN cover ~ '^/files/[0-9A-Za-z_-]+[.][0-9A-Za-z]+$' THEN cover ELSE '' END
 WHERE avatar <> '' OR cover <> '';
