import type { CommandSpec } from './command.ts'

/** Keeps a program running. */
export const superviseCommand: CommandSpec = {
  name: 'supervise',
  summary: 'Keep an agent or any command running; repair its session before it starts again',
  about: `Starts the command in this terminal as if it were alone, and ends with its exit code. What was killed or has crashed is started
again, within a budget; an agent (claude, codex, opencode, gemini) resumes its own session, checked and repaired first. When
the supervisor itself was killed, the same command line adopts what still runs.
status: all sessions, or ID. history ID: what was done for one. attach ID: to a session that was started with --tmux.`,
  exits: "the command's own; 2 wrong usage or an error before it began, 127 there is no such program",
  finishes: true,
  positionals: [{ name: 'status|history|attach', completes: ['status', 'history', 'attach'] }, { name: 'ID' }],
  passesRest: true,
  options: {
    id: {
      type: 'string',
      value: 'ID',
      of: ['--'],
      help: 'Name of the session (default: made of command and folder)',
    },
    tmux: {
      type: 'boolean',
      of: ['--'],
      help: 'Run in tmux: it goes on without its supervisor, and without this terminal',
    },
    'max-restarts': {
      type: 'string',
      value: 'N/TIME',
      of: ['--'],
      help: 'Attempts within a time; then it is parked (default 5/10m)',
    },
    probe: {
      type: 'string',
      value: 'CMD',
      of: ['--'],
      help: 'A shell command that ends with 0 when all is well',
    },
    json: { type: 'boolean', of: ['status', 'history'], help: 'print one JSON document' },
  },
  examples: [
    { line: 'session-recovery supervise -- claude', says: 'an agent' },
    { line: 'session-recovery supervise --tmux --max-restarts 3/5m -- codex', says: 'in tmux, with a budget' },
    {
      line: 'session-recovery supervise --probe "curl -fs localhost:3000" -- npm run dev',
      says: 'a server, asked whether it answers',
    },
    { line: 'session-recovery supervise status', says: 'what runs, what is parked' },
  ],
  load: async () => (await import('../supervise.ts')).superviseCommand,
}
