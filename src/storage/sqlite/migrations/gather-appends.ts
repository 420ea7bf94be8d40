/**
 * Version 4: a short append is one row at the end of a table of its own, so that it writes one page and not three. Existing rows
 * are not moved.
 *
 * The long texts come last, so that the other columns can be read without them.
 */
export const GATHER_APPENDS: string = `
  CREATE TABLE appends (
    id INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    key INTEGER NOT NULL,
    place INTEGER NOT NULL,
    content_digest TEXT NOT NULL,
    prefix TEXT NOT NULL,
    revision INTEGER NOT NULL,
    count INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    seal INTEGER NOT NULL,
    meta TEXT NOT NULL,
    raw TEXT NOT NULL
  ) STRICT;

  CREATE VIEW conversations AS
    SELECT session, place, raw FROM messages WHERE place IS NOT NULL
    UNION ALL SELECT session, place, raw FROM appends;
`
