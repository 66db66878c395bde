-- How many visits pages of creators have. Who visited is known for the day only, as hashes that name nobody.
CREATE SCHEMA stats;
CREATE TABLE stats.visits (
  creator_id text NOT NULL,
  day date NOT NULL,
  -- What the page shows; `creator`: visitors of any page of the creator, each once a day.
  kind text NOT NULL CHECK (kind IN ('creator', 'page', 'post', 'album', 'plan')),
  -- Empty for the creator.
  subject_id text NOT NULL,
  visits bigint NOT NULL,
  -- Of these visits, those that came from another site. Those from pages of this site, and direct ones, are the rest.
  from_elsewhere bigint NOT NULL,
  from_here bigint NOT NULL,
  PRIMARY KEY (creator_id, day, kind, subject_id)
) WITH (fillfactor = 70);
CREATE INDEX ON stats.visits (day);
-- Whose visit of a page is counted on a day. Rows are removed two days later.
CREATE TABLE stats.visitors (
  day date NOT NULL,
  creator_id text NOT NULL,
  -- Hash of the day and the stat id.
  visitor bytea NOT NULL,
  kind text NOT NULL,
  subject_id text NOT NULL,
  -- Hash of the day and the address.
  source bytea NOT NULL,
  PRIMARY KEY (day, creator_id, visitor, kind, subject_id)
);
CREATE INDEX ON stats.visitors (day, source, creator_id, kind, subject_id);
