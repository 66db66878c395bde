-- What creators are found by: each one and each two neighbouring characters of name, address and what they do, folded as
-- they are searched. A name with a word has all of the word's. (Trigrams of PostgreSQL have no Chinese characters in our locale.)
CREATE FUNCTION accounts.name_parts(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT coalesce(array_agg(DISTINCT substr(folded, at, size)), '{}')
    FROM generate_series(1, length(folded)) at, generate_series(1, 2) size
   WHERE at + size - 1 <= length(folded)
$$;
-- Of a word: pairs; of one character that one.
CREATE FUNCTION accounts.word_parts(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT coalesce(array_agg(DISTINCT substr(folded, at, least(2, length(folded)))), '{}')
    FROM generate_series(1, greatest(1, length(folded) - 1)) at WHERE folded <> ''
$$;

CREATE TABLE accounts.creator_names (
  user_id text PRIMARY KEY REFERENCES accounts.creators (user_id) ON DELETE CASCADE,
  parts text[] NOT NULL
);
-- A list of waiting rows would be read by every search.
CREATE INDEX creator_names_parts ON accounts.creator_names USING gin (parts) WITH (fastupdate = off);

CREATE FUNCTION accounts.keep_creator_name(creator text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Two changes at once: the later one sees the other.
  PERFORM FROM accounts.users WHERE id = creator FOR NO KEY UPDATE;
  INSERT INTO accounts.creator_names (user_id, parts)
  SELECT c.user_id, accounts.name_parts(u.name_folded || E'\n' || accounts.folded(c.doing) || E'\n' || lower(u.url_slug))
    FROM accounts.creators c JOIN accounts.users u ON u.id = c.user_id WHERE c.user_id = creator
  ON CONFLICT (user_id) DO UPDATE SET parts = excluded.parts;
END $$;
CREATE FUNCTION accounts.creator_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM accounts.keep_creator_name(NEW.user_id);
  RETURN NULL;
END $$;
CREATE FUNCTION accounts.creator_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM accounts.keep_creator_name(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER name_of_creator AFTER INSERT OR UPDATE OF doing ON accounts.creators
  FOR EACH ROW EXECUTE FUNCTION accounts.creator_changed();
CREATE TRIGGER name_of_creator AFTER UPDATE OF name, url_slug ON accounts.users
  FOR EACH ROW WHEN (OLD.name <> NEW.name OR OLD.url_slug <> NEW.url_slug) EXECUTE FUNCTION accounts.creator_renamed();

SELECT accounts.keep_creator_name(user_id) FROM accounts.creators;
