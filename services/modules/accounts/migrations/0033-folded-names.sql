-- Names as they are compared with what is searched: in one width and case, without accents, apostrophes, and characters
-- that nobody sees. This writes accounts.users once.
CREATE FUNCTION accounts.folded(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT lower(regexp_replace(
    normalize(name, NFKD), U&'[\0300-\036F\00AD\200B-\200F\2060\FEFF''`\00B4\2018\2019\02BC]', '', 'g'))
$$;
ALTER TABLE accounts.users ADD COLUMN name_folded text GENERATED ALWAYS AS (accounts.folded(name)) STORED;
