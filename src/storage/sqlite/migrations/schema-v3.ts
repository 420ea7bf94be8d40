/**
 * Version 3 of the schema. Never edit a released version: add a migration. `docs/store-schema.md` explains it.
 *
 * Texts are JSON (well-formed by construction), identifiers are JSON strings without their quotes (`encodeText`). The row of
 * a message holds its place, so an append writes one row and one index entry; its long columns come last, so that they
 * need not be read to find the places.
 */
export const SCHEMA_V3: string = `
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    epoch INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    floor INTEGER NOT NULL,
    count INTEGER NOT NULL,
    head TEXT NOT NULL,
    next_key INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    removed_at INTEGER,
    standing TEXT,
    checksum INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE messages (
    session TEXT NOT NULL,
    key INTEGER NOT NULL,
    place INTEGER,
    content_digest TEXT NOT NULL,
    prefix TEXT,
    revision INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    meta TEXT NOT NULL,
    raw TEXT NOT NULL,
    PRIMARY KEY (session, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX messages_by_prefix ON messages (prefix) WHERE prefix IS NOT NULL;

  CREATE TABLE prefixes (
    digest TEXT NOT NULL,
    session TEXT NOT NULL,
    revision INTEGER NOT NULL,
    PRIMARY KEY (session, revision, digest)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX prefixes_by_digest ON prefixes (digest);

  CREATE TABLE changes (
    session TEXT NOT NULL,
    revision INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    kind TEXT NOT NULL,
    from_seq INTEGER NOT NULL,
    undoes INTEGER,
    undone_by INTEGER,
    meta TEXT,
    created_at INTEGER NOT NULL,
    former_head TEXT NOT NULL,
    edits TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (session, revision)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX changes_by_former_head ON changes (former_head);

  CREATE TABLE parts (
    key INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
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
    checksum INTEGER NOT NULL,
    UNIQUE (session, call_id, occurrence)
  ) STRICT;

  CREATE TABLE turns (
    session TEXT NOT NULL,
    key INTEGER NOT NULL,
    turn_id TEXT NOT NULL,
    state TEXT NOT NULL,
    provenance TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    input TEXT,
    tools TEXT,
    data TEXT,
    PRIMARY KEY (session, key)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX turns_by_id ON turns (session, turn_id);
  CREATE INDEX pending_turns ON turns (created_at) WHERE state NOT IN ('completed', 'interrupted');

  CREATE TABLE state (
    session TEXT NOT NULL,
    owner TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    expires_at INTEGER,
    updated_at INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (session, owner, key)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE attempts (
    session TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    rung TEXT NOT NULL,
    PRIMARY KEY (session, fingerprint, rung)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE response_references (
    id TEXT PRIMARY KEY,
    session TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX response_references_of_session ON response_references (session);

  CREATE TABLE leases (
    session TEXT PRIMARY KEY,
    owner TEXT,
    token INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE floors (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO floors VALUES ('token', 0), ('revision', 0);
`
