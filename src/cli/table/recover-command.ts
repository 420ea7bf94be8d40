import type { CommandSpec } from './command.ts'

/** The command for journals of our own. */
export const recoverCommandSpec: CommandSpec = {
  name: 'recover',
  summary: 'Put the sessions of a journal right after a crash; --apply writes it',
  about: `DIR is the folder of a journal store (default: the current one). Without --apply nothing is written. With it: what is no record
goes to quarantine/ and is never dropped, index and manifest are made again from the records. Records that are missing keep a session
in needs_review until somebody acknowledges that. A session that a living process writes is left alone (exit 3).`,
  finishes: true,
  positionals: [{ name: 'DIR', completes: 'file' }],
  options: {
    apply: { type: 'boolean', help: 'Write' },
    session: { type: 'string', value: 'ID', mayBeEmpty: true, help: 'Only this session' },
    acknowledge: {
      type: 'boolean',
      beside: 'session',
      help: 'The missing records of --session are known: it needs no more review',
    },
    mode: {
      type: 'string',
      value: 'MODE',
      choices: ['salvage', 'tail', 'point_in_time', 'absolute'],
      help: 'How far to go (default salvage: everything good on both sides of damage stays)',
    },
    json: { type: 'boolean', help: 'Print one JSON document (versioned schema)' },
  },
  examples: [
    { line: 'session-recovery recover ./sessions', says: 'what a recovery would do' },
    { line: 'session-recovery recover ./sessions --apply', says: 'do it' },
    { line: 'session-recovery recover ./sessions --session s1 --acknowledge', says: 'end the review of a loss' },
  ],
  load: async () => (await import('../recover.ts')).recoverCommand,
}
