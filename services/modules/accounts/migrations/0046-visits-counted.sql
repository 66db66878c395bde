-- False: the person objects to the counting of page visits.
ALTER TABLE accounts.users ADD COLUMN visits_counted boolean NOT NULL DEFAULT true;
