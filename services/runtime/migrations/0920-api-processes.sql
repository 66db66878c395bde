-- The live API processes. Unlogged: each process writes its row every second.
CREATE UNLOGGED TABLE runtime.api_processes (
  instance text PRIMARY KEY,
  -- Where the process takes commands of other processes: host:port.
  address  text NOT NULL,
  -- Loopback addresses are of this machine only.
  machine  text NOT NULL,
  beat_at  timestamptz NOT NULL DEFAULT now()
);

-- Requests counted by all API processes together, by limit and address, until the end of a window.
CREATE UNLOGGED TABLE runtime.shared_counts (
  key     text PRIMARY KEY,
  count   integer NOT NULL,
  ends_at timestamptz NOT NULL
);
