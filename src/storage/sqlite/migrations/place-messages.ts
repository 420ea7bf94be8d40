import type { DatabaseSync } from 'node:sqlite'
import { CHECKED_COLUMNS } from '../columns.ts'
import { defineChecksum } from './add-checksums.ts'
import { SCHEMA_V3 } from './schema-v3.ts'

const FORMER = [
  'sessions',
  'messages',
  'changes',
  'parts',
  'attempts',
  'leases',
  'counters',
  'meta',
  'positions',
  'edits',
]

/** Indexes that keep their names; they belong to the former tables until those are dropped. */
const INDEXES = ['changes_by_former_head']

/** Room between two places (`rules/places.ts`), as it was when this migration was released. */
const GAP = 2 ** 20

/** The pseudo-session in whose meta version 2 kept the index of response ids. */
const REFERENCES = '@references'

/**
 * Version 3: each message row contains its place, so that a repair early in the conversation leaves the later rows alone;
 * sessions have epochs and tombstones; turns, state and response references have tables of their own.
 */
export function placeMessages(database: DatabaseSync): void {
  defineChecksum(database)
  for (const name of INDEXES) database.exec(`DROP INDEX ${name}`)
  for (const table of FORMER) database.exec(`ALTER TABLE ${table} RENAME TO former_${table}`)
  database.exec(SCHEMA_V3)
  database.exec(`
    INSERT INTO sessions
    SELECT s.id, 0, s.revision, 0, s.count, s.head,
      max(s.count, coalesce((SELECT max(key) FROM former_messages m WHERE m.session = s.id), 0)) + 1,
      s.created_at, s.updated_at, NULL,
      (SELECT value FROM former_meta m WHERE m.session = s.id AND m.key = 'request'), 0
    FROM former_sessions s WHERE s.id <> '${REFERENCES}' OR s.revision > 0 ORDER BY s.rowid;

    INSERT INTO messages
    SELECT m.session, m.key, (p.seq + 1) * ${GAP}, m.content_digest, p.digest, s.revision, 0, m.meta, m.raw
    FROM former_messages m JOIN sessions s ON s.id = m.session LEFT JOIN former_positions p ON p.message = m.key;

    INSERT INTO changes
    SELECT c.session, c.revision, 0, c.kind, c.from_seq, c.undoes, c.undone_by, c.meta, c.created_at, c.former_head,
      (SELECT coalesce(json_group_array(json_object('op', e.op, 'index', e.seq, 'before', e.before, 'after', e.after,
          'because', json(e.because), 'loss', e.loss) ORDER BY e.ordinal), '[]')
       FROM former_edits e WHERE e.session = c.session AND e.revision = c.revision), 0
    FROM former_changes c;

    INSERT INTO parts SELECT key, session, call_id, occurrence, name, input, status, output, is_error, synthetic,
      started_at, ended_at, 0 FROM former_parts ORDER BY key;

    INSERT INTO state SELECT session, '', key, value, NULL, s.updated_at, 0
    FROM former_meta m JOIN sessions s ON s.id = m.session WHERE key <> 'request' AND session <> '${REFERENCES}';

    INSERT INTO response_references SELECT key, substr(value, 2, length(value) - 2) FROM former_meta
    WHERE session = '${REFERENCES}' AND value LIKE '"%';

    INSERT INTO attempts SELECT session, fingerprint, rung FROM former_attempts;
    INSERT INTO leases SELECT session, owner, token, expires_at FROM former_leases;
    UPDATE floors SET value = (SELECT value FROM former_counters WHERE name = 'token') WHERE name = 'token';
    UPDATE floors SET value = (SELECT value FROM former_counters WHERE name = 'revision_floor') WHERE name = 'revision';
  `)
  for (const [table, columns] of Object.entries(CHECKED_COLUMNS))
    database.exec(`UPDATE ${table} SET checksum = row_checksum(${columns.join(', ')})`)
  for (const table of FORMER.toReversed()) database.exec(`DROP TABLE former_${table}`)
}
