import type { CommandSpec } from './command.ts'

/** Subcommands that read one recording, and can select exchanges. */
const looks = ['show', 'search', 'export', 'replay']

/** The command for recordings of the proxy. */
export const recordingsCommandSpec: CommandSpec = {
  name: 'recordings',
  summary: 'List, search, export and replay what the proxy recorded',
  about: `WHAT is list, show, search, export, replay or recover. A recording is named by its id or the beginning of it; the newest one
where none is. replay shows what it would send; only --execute sends it, to the upstream that is named.`,
  positionals: [
    { name: 'WHAT', required: true, completes: ['list', 'show', 'search', 'export', 'replay', 'recover'] },
    { name: 'ID' },
  ],
  options: {
    dir: {
      type: 'string',
      value: 'DIR',
      completes: 'file',
      help: 'Folder of the recordings (default .session-recovery/recordings)',
    },
    text: { type: 'string', value: 'WORDS', of: looks, help: 'only exchanges whose bodies hold this' },
    path: { type: 'string', value: 'PART', of: looks, help: 'only exchanges with this in their address' },
    status: {
      type: 'string',
      value: 'KIND',
      choices: ['ok', 'error'],
      of: looks,
      help: 'only exchanges that went well, or that failed',
    },
    limit: {
      type: 'string',
      value: 'N',
      of: looks,
      help: 'how many exchanges (default 50); the rest is counted',
    },
    offset: { type: 'string', value: 'N', of: looks, help: 'how many to pass over' },
    exchange: { type: 'string', value: 'ID', of: ['show', 'replay'], help: 'one exchange, with its bodies' },
    summary: { type: 'boolean', of: ['show'], help: 'minute by minute, and the ten first of each kind' },
    har: { type: 'boolean', of: ['export'], help: 'as HAR 1.2' },
    execute: { type: 'boolean', of: ['replay'], help: 'really send' },
    upstream: { type: 'string', value: 'URL', of: ['replay'], help: 'where to' },
    apply: { type: 'boolean', of: ['recover'], help: 'write' },
    json: { type: 'boolean', of: ['list', 'show', 'search', 'replay', 'recover'], help: 'print one JSON document' },
  },
  examples: [
    { line: 'session-recovery recordings list', says: 'what proxy --record has kept' },
    { line: 'session-recovery recordings search --text "tool_use" --status error', says: 'find refusals' },
    { line: 'session-recovery recordings show --summary', says: 'what happened when, and what stands out' },
    { line: 'session-recovery recordings export --har > session.har', says: 'for a browser' },
  ],
  load: async () => (await import('../recordings.ts')).recordingsCommand,
}
