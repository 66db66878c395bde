-- Uploaded files: what their owner sent, what the bytes are, and what shows them. The bytes are in the store.
CREATE SCHEMA media;

CREATE TABLE media.files (
  file_id text PRIMARY KEY,
  owner_id text NOT NULL REFERENCES accounts.users,
  -- What the owner uploads it as.
  kind text NOT NULL CHECK (kind IN ('picture', 'audio', 'video', 'attachment')),
  -- signed: an upload is open. arrived: all bytes are stored. checked: the type is known by the bytes. ready: with its
  -- variants. refused: the bytes are not what they were uploaded as, and are gone.
  state text NOT NULL CHECK (state IN ('signed', 'arrived', 'checked', 'ready', 'refused')),
  -- As people see it, without control characters.
  name text NOT NULL,
  -- Signed; from `arrived` on as stored.
  bytes bigint NOT NULL CHECK (bytes >= 0),
  -- MIME type by the bytes, from `checked` on.
  type text NOT NULL DEFAULT '',
  sha256 text,
  -- Pixels; seconds of audio and video.
  width integer,
  height integer,
  seconds double precision,
  -- In base64.
  thumbhash text,
  -- Why it was refused: the key of a sentence.
  problem text NOT NULL DEFAULT '',
  -- The upload: its parts have the names `{upload}.1`, `{upload}.2`, … in the store; all have 16 MiB, but the last one.
  upload text NOT NULL DEFAULT '',
  parts integer NOT NULL DEFAULT 1,
  -- Random name in the store, from the first check on. Nobody sees it. Of a public file its name under /files/.
  object text NOT NULL DEFAULT '',
  -- Served under /files/ to everybody: avatars, covers, goods.
  public boolean NOT NULL DEFAULT false,
  -- Times in milliseconds.
  created_at bigint NOT NULL,
  -- Until then an upload can be continued.
  expires_at bigint,
  arrived_at bigint,
  ready_at bigint,
  -- Since then nothing shows it.
  unused_since bigint,
  -- Until then one process checks the upload.
  check_ends_at timestamptz
);
CREATE INDEX ON media.files (owner_id, created_at DESC);
CREATE INDEX ON media.files (expires_at) WHERE state = 'signed';
CREATE INDEX ON media.files (unused_since) WHERE unused_since IS NOT NULL;

-- Requests that write a part now, over all processes.
CREATE TABLE media.puts (
  put_id text PRIMARY KEY,
  owner_id text NOT NULL REFERENCES accounts.users,
  ends_at timestamptz NOT NULL
);
CREATE INDEX ON media.puts (owner_id);

-- What shows a file: `post:{post_id}`, `album:{album_id}`, `draft:{draft_id}`, `user:{user_id}`.
CREATE TABLE media.uses (
  file_id text NOT NULL REFERENCES media.files ON DELETE CASCADE,
  used_by text NOT NULL,
  PRIMARY KEY (file_id, used_by)
);
CREATE INDEX ON media.uses (used_by);

-- Further sizes and forms of a file: `w1440`, `w720`, `w320`, `blur`, `poster`, …
CREATE TABLE media.variants (
  file_id text NOT NULL REFERENCES media.files ON DELETE CASCADE,
  variant text NOT NULL,
  object text NOT NULL,
  type text NOT NULL,
  bytes bigint NOT NULL,
  width integer,
  height integer,
  PRIMARY KEY (file_id, variant)
);

-- Files whose variants are not made yet.
CREATE TABLE media.jobs (
  file_id text PRIMARY KEY REFERENCES media.files ON DELETE CASCADE,
  due_at timestamptz NOT NULL DEFAULT now(),
  attempts integer NOT NULL DEFAULT 0
);
CREATE INDEX ON media.jobs (due_at);

-- Objects of the store that are to be removed, also when a process ended before it removed them.
CREATE TABLE media.garbage (
  object text PRIMARY KEY,
  due_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON media.garbage (due_at);
