-- The highest log position that each session has written: its reads at every process wait for it. Empty after a crash.
CREATE UNLOGGED TABLE rm.session_positions (
  sid        text        PRIMARY KEY,
  position   bigint      NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
