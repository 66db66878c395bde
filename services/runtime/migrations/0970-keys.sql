-- The keys with which values of this database were written. Only their ids.
CREATE TABLE runtime.keys (
  -- As in `secretNames`: vault, lookup, …
  name text NOT NULL,
  key_id text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  -- PEM, of a key pair: what a retired key signed is verified with it.
  public_key text,
  used_since timestamptz NOT NULL DEFAULT now(),
  -- NULL: the newest, which writes.
  retired_at timestamptz,
  -- Since then nothing is left of it.
  unused_at timestamptz,
  -- Since then the settings do not have it.
  removed_at timestamptz,
  PRIMARY KEY (name, key_id)
);

-- The servers that run, each with its keys: { name: [ids, the newest first] }.
CREATE UNLOGGED TABLE runtime.key_holders (
  instance text PRIMARY KEY,
  process text NOT NULL,
  key_ids jsonb NOT NULL,
  beat_at timestamptz NOT NULL DEFAULT now()
);

-- How far the values of a table are rewritten with the newest key.
CREATE TABLE runtime.key_passes (
  name text NOT NULL,
  place text NOT NULL,
  -- The newest key.
  key_id text NOT NULL,
  -- The last row's key.
  after jsonb,
  rewritten bigint NOT NULL DEFAULT 0,
  done_at timestamptz,
  PRIMARY KEY (name, place)
);

-- Keys that never change, sealed with a key that can.
CREATE TABLE runtime.kept_keys (
  name text PRIMARY KEY,
  sealed bytea NOT NULL
);

INSERT INTO runtime.keys (name, key_id)
SELECT lower(replace(substr(name, length('FANWATT_SECRET_') + 1), '_', '-')), value
  FROM runtime.identity WHERE name LIKE 'FANWATT\_SECRET\_%' ORDER BY name;
DELETE FROM runtime.identity WHERE name LIKE 'FANWATT\_SECRET\_%';
