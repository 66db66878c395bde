-- What plans and products are found by: each character, and each two neighbouring ones, of their folded name. The worker keeps
-- it; a plan that is not here yet is not found.
CREATE TABLE content.plan_names (
  plan_id text PRIMARY KEY,
  parts text[] NOT NULL
);
-- A list of waiting rows would be read by every search.
CREATE INDEX plan_names_parts ON content.plan_names USING gin (parts) WITH (fastupdate = off);
DO $$ BEGIN
  IF to_regclass('rm.plans') IS NOT NULL THEN
    INSERT INTO content.plan_names SELECT plan_id, accounts.name_parts(accounts.folded(name)) FROM rm.plans;
  END IF;
END $$;
