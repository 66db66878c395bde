-- False: the person wants this message by other channels only.
ALTER TABLE runtime.outbox ADD COLUMN on_site boolean NOT NULL DEFAULT true;
