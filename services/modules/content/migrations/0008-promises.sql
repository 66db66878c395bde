-- How many posts a month a plan promises its members, from a business month on; 0: none any more.
CREATE TABLE content.promises (
  plan_id text NOT NULL,
  -- YYYY-MM
  from_month text NOT NULL,
  posts smallint NOT NULL CHECK (posts BETWEEN 0 AND 31),
  PRIMARY KEY (plan_id, from_month)
);
