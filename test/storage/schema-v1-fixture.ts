/** What version 1 wrote, kept as it was released: never change it together with the sources. */
export const SCHEMA_V1_FIXTURE: string = `
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    count INTEGER NOT NULL,
    head TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE messages (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    meta TEXT NOT NULL,
    raw TEXT NOT NULL,
    content_digest TEXT NOT NULL
  ) STRICT;
  CREATE INDEX messages_of_session ON messages (session);

  CREATE TABLE positions (
    session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
    digest TEXT NOT NULL,
    PRIMARY KEY (session, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX positions_by_digest ON positions (digest);
  CREATE INDEX positions_by_message ON positions (message);

  CREATE TABLE changes (
    session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    kind TEXT NOT NULL,
    from_seq INTEGER NOT NULL,
    undoes INTEGER,
    undone_by INTEGER,
    meta TEXT,
    created_at INTEGER NOT NULL,
    former_head TEXT NOT NULL,
    PRIMARY KEY (session, revision)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX changes_by_former_head ON changes (former_head);

  CREATE TABLE edits (
    session TEXT NOT NULL,
    revision INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    op TEXT NOT NULL,
    seq INTEGER NOT NULL,
    before INTEGER REFERENCES messages ON DELETE CASCADE,
    after INTEGER REFERENCES messages ON DELETE CASCADE,
    because TEXT NOT NULL,
    loss TEXT NOT NULL,
    PRIMARY KEY (session, revision, ordinal),
    FOREIGN KEY (session, revision) REFERENCES changes ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX edits_by_before ON edits (before);
  CREATE INDEX edits_by_after ON edits (after);

  CREATE TABLE parts (
    key INTEGER PRIMARY KEY,
    session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    call_id TEXT NOT NULL,
    occurrence INTEGER NOT NULL,
    name TEXT NOT NULL,
    input TEXT,
    status TEXT NOT NULL,
    output TEXT,
    is_error INTEGER,
    synthetic INTEGER NOT NULL,
    started_at INTEGER,
    ended_at INTEGER,
    UNIQUE (session, call_id, occurrence)
  ) STRICT;

  CREATE TABLE attempts (
    session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    fingerprint TEXT NOT NULL,
    rung TEXT NOT NULL,
    PRIMARY KEY (session, fingerprint, rung)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE meta (
    session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (session, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE leases (
    session TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    token INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE counters (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO counters VALUES ('token', 0), ('revision_floor', 0);

  PRAGMA application_id = 0x53524543;
  PRAGMA user_version = 1;
`

/** What version 2 added to it: a checksum in these tables, which its successor computes anew. */
export const SCHEMA_V2_FIXTURE: string = `
  ALTER TABLE sessions ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE messages ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE parts ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE meta ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;

  PRAGMA user_version = 2;
`
