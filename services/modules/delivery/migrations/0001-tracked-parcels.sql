-- What a tracking service last answered about a parcel. Orders keep their states as events; the service's own words are
-- only here, and are removed with the row.
CREATE SCHEMA delivery;

CREATE TABLE delivery.tracked_parcels (
  company_id text NOT NULL,
  express_no text NOT NULL,
  -- The vault's entry with the recipient's phone, for companies that answer only with it; otherwise empty.
  address_ref text NOT NULL,
  -- Milliseconds of the business clock.
  asked_at bigint NOT NULL,
  -- The last query had no usable answer.
  failed boolean NOT NULL,
  -- [{state, at}], oldest first.
  steps jsonb NOT NULL,
  -- [{text, at}], newest first.
  lines jsonb NOT NULL,
  PRIMARY KEY (company_id, express_no, address_ref)
);
CREATE INDEX ON delivery.tracked_parcels (asked_at);
