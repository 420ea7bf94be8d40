import type { CommandSpec } from './command.ts'
import { plainExits } from './plain-exits.ts'

/** Commands about stores of a host, on one machine or many. */
export const storeCommands: readonly CommandSpec[] = [
  {
    name: 'copy',
    summary: 'Copy all sessions of a store into another, verified by digest',
    about: `A store is a SQLite file, the folder of a journal (there already, or with a / behind it), or postgres://...
Sessions that are there already are skipped: a copy that was interrupted is run again. Leases and undo records stay behind.`,
    exits:
      '0 all are there, 1 some were in use or the target has others of their id, 2 wrong usage or an error, 3 refused',
    finishes: true,
    positionals: [
      { name: 'FROM', required: true, completes: 'file' },
      { name: 'TO', required: true, completes: 'file' },
    ],
    options: { json: { type: 'boolean', help: 'Print one JSON document (versioned schema)' } },
    examples: [
      { line: 'session-recovery copy sessions.db postgres://agent@db/agents', says: 'onto more than one machine' },
      { line: 'session-recovery copy sessions.db journal/', says: 'into plain NDJSON' },
    ],
    load: async () => (await import('../copy.ts')).copyCommand,
  },
  {
    name: 'fleet',
    summary: 'Show owners, interrupted and parked turns of a fleet; --http serves a page',
    about: `The page is served on loopback and only reads. With SESSION_RECOVERY_FLEET_TOKEN, whoever shows it (Bearer, or as password
at /login) may try parked turns again.`,
    exits: plainExits,
    positionals: [],
    options: {
      store: { type: 'string', value: 'STORE', completes: 'file', help: 'postgres://..., a SQLite file, or a journal' },
      http: { type: 'string', value: 'PORT', help: 'Serve a page for operators; 0: any free port' },
    },
    examples: [
      { line: 'session-recovery fleet --store postgres://agent@db/agents --http 8790', says: 'for a browser' },
      { line: 'session-recovery fleet --store sessions.db', says: 'once, as JSON' },
    ],
    load: async () => (await import('../fleet.ts')).fleetCommand,
  },
  {
    name: 'sql',
    summary: 'Print the PostgreSQL schema, or the rights that a role needs',
    exits: plainExits,
    positionals: [],
    options: {
      schema: { type: 'string', value: 'NAME', help: 'Default session_recovery' },
      grant: { type: 'string', value: 'ROLE', help: 'Print the least rights of this role instead' },
    },
    examples: [
      { line: 'session-recovery sql | psql "$DATABASE_URL"', says: 'create it' },
      { line: 'session-recovery sql --grant agent | psql "$DATABASE_URL"', says: 'for a role that may not migrate' },
    ],
    load: async () => (await import('../sql.ts')).sqlCommand,
  },
]
