-- Days whose statement was fetched from its provider, in the order of the days.
CREATE TABLE payments.fetched_statements (
  provider   text NOT NULL,
  day        text NOT NULL,
  fetched_at bigint NOT NULL,
  PRIMARY KEY (provider, day)
);
