-- The settings that the data depend on, as the first start of a server found them. Of keys only their ids.
CREATE TABLE runtime.identity (
  -- The name of the setting's variable.
  name text PRIMARY KEY,
  value text NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now()
);
