import { layoutNames } from '../../doctor/audit/audit-layout.ts'
import { agentNames } from '../../doctor/sessions/agent-names.ts'
import { formatNames } from '../../formats/format-name.ts'
import type { CommandSpec, OptionSpec } from './command.ts'
import { plainExits as exits } from './plain-exits.ts'
import { mcpCommandSpec } from './mcp-command.ts'
import { recoverCommandSpec } from './recover-command.ts'
import { proxyCommands } from './proxy-commands.ts'
import { storeCommands } from './store-commands.ts'
import { recordingsCommandSpec } from './recordings-command.ts'
import { superviseCommand } from './supervise-command.ts'

const selection: Readonly<Record<string, OptionSpec>> = {
  agent: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    choices: agentNames,
    help: 'Only sessions of this agent (repeatable)',
  },
  since: { type: 'string', value: 'WHEN', help: 'Only sessions written since: 2h, 7d, 2026-11-01' },
}

const as: OptionSpec = {
  type: 'string',
  value: 'FORMAT',
  choices: formatNames,
  help: 'Format of the messages in a file that no agent owns, where it is not certain',
}

const privacy: Readonly<Record<string, OptionSpec>> = {
  redact: { type: 'boolean', help: 'Replace texts, paths and ids by hashes and keep the shape: for bug reports' },
}

const json: OptionSpec = { type: 'boolean', help: 'Print one JSON document (versioned schema)' }

const agentSession = { name: 'PATH|ID', variadic: true, completes: 'session' } as const

/** All commands, in the order of the help. One entry is all that a command needs. */
export const commands: readonly CommandSpec[] = [
  {
    name: 'doctor',
    summary: 'Check sessions; change nothing',
    about: `Without arguments: every session of every agent on this machine (Claude Code, Codex, Gemini CLI, opencode,
hermes-webui).
An argument is a file, a folder, the beginning of a session id, or - for standard input.`,
    positionals: [agentSession],
    options: {
      ...selection,
      as,
      all: { type: 'boolean', help: 'List healthy sessions too' },
      json,
      format: {
        type: 'string',
        value: 'FORMAT',
        choices: ['text', 'json', 'jsonl', 'sarif'],
        without: ['json', 'report'],
        help: 'Output format (default text)',
      },
      html: {
        type: 'string',
        value: 'FILE',
        completes: 'file',
        help: 'Write a page that shows the broken places and their repair side by side',
      },
      report: {
        type: 'boolean',
        without: ['json'],
        help: 'Print a report for an issue: versions, types, places and counts, nothing of a session',
      },
      ...privacy,
    },
    examples: [
      { line: 'session-recovery doctor', says: 'check everything' },
      { line: 'session-recovery doctor 6f1c2a34', says: 'one session, by the beginning of its id' },
      { line: 'session-recovery doctor --agent codex --since 7d --json', says: 'for a script' },
      { line: 'session-recovery doctor --report > issue.md', says: 'what an issue needs, without a word of a session' },
      { line: 'session-recovery doctor - < messages.json', says: 'messages from standard input' },
    ],
    load: async () => (await import('../doctor.ts')).doctor,
  },
  {
    name: 'repair',
    summary: 'Show the repair of broken sessions; --apply writes it',
    about: `Without --apply nothing is written. With it: backup, durable replacement, a second check, and the old file back when the
new one is not strictly better. A session in use is refused (exit 3).`,
    finishes: true,
    positionals: [agentSession],
    options: {
      ...selection,
      as,
      all: { type: 'boolean', help: 'Every broken session (needed with --apply when none is named)' },
      apply: { type: 'boolean', help: 'Write the repair' },
      allow: {
        type: 'string',
        value: 'LOSS',
        choices: ['none', 'synthesised', 'lossy'],
        help: 'The greatest loss that a repair may cost (default synthesised)',
      },
      error: {
        type: 'string',
        value: 'TEXT|FILE|-',
        completes: 'file',
        help: "The provider's error: repairs what only the error can show",
      },
      json,
      ...privacy,
    },
    examples: [
      { line: 'session-recovery repair 6f1c2a34', says: 'show what would change' },
      { line: 'session-recovery repair 6f1c2a34 --apply', says: 'write it; undo brings the old file back' },
      { line: 'session-recovery repair --all --apply', says: 'every broken session that is not in use' },
      { line: 'session-recovery repair 6f1c2a34 --error error.txt', says: 'with the error that the agent showed' },
    ],
    load: async () => (await import('../repair.ts')).repairCommand,
  },
  {
    name: 'audit',
    summary: 'Compare the copies of each session; put right what is safe',
    exits: '0 nothing to report, 1 all of it can be repaired, 2 wrong usage or an error, 3 somebody has to look',
    finishes: true,
    positionals: [],
    options: {
      'session-dir': { type: 'string', value: 'DIR', completes: 'file', help: 'The folder of the sessions' },
      'state-db': { type: 'string', value: 'FILE', completes: 'file', help: "The program's own database, read only" },
      layout: { type: 'string', value: 'NAME', choices: layoutNames, help: 'Default hermes-webui' },
      memory: {
        type: 'string',
        value: 'FILE',
        completes: 'file',
        help: 'Remember there what is in order (hermes-webui): it is not read again until it changes',
      },
      'repair-safe': { type: 'boolean', help: 'Plan the repair of what is repairable; a dry run' },
      apply: { type: 'boolean', beside: 'repair-safe', help: 'With --repair-safe: write; what is replaced is kept' },
      json,
    },
    examples: [
      {
        line: 'session-recovery audit --session-dir ~/.hermes/webui/sessions --state-db ~/.hermes/state.db',
        says: 'look',
      },
      { line: 'session-recovery audit --session-dir sessions --repair-safe --apply', says: 'put right what is safe' },
    ],
    load: async () => (await import('../audit.ts')).auditCommand,
  },
  {
    name: 'undo',
    summary: 'Restore the files of a repair, byte for byte',
    about: 'Without an id: the newest repair that was not undone; refused while nobody can tell which that is.',
    finishes: true,
    positionals: [{ name: 'BACKUP' }],
    options: {
      force: { type: 'boolean', help: 'Also when the file was written to after the repair; that content is backed up' },
      json,
    },
    examples: [
      { line: 'session-recovery undo', says: 'take the last repair back' },
      { line: 'session-recovery undo 20261121T080000-1a2b3c4d', says: 'one repair, see: backups list' },
    ],
    load: async () => (await import('../undo.ts')).undoCommand,
  },
  {
    name: 'backups',
    summary: 'List or prune the backups of repairs',
    finishes: true,
    positionals: [{ name: 'list|prune', otherwise: 'list', completes: ['list', 'prune'] }],
    options: {
      'older-than': { type: 'string', value: 'AGE', of: ['prune'], help: 'age of what goes (default 30d)' },
      keep: { type: 'string', value: 'N', of: ['prune'], help: 'so many of the newest stay (default 10)' },
      'dry-run': { type: 'boolean', of: ['prune'], help: 'show what would go' },
      json,
    },
    examples: [
      { line: 'session-recovery backups list', says: 'newest first' },
      { line: 'session-recovery backups prune --older-than 14d --dry-run', says: 'what would go' },
    ],
    load: async () => (await import('../backups.ts')).backupsCommand,
  },
  recoverCommandSpec,
  {
    name: 'explain',
    summary: "Explain a provider's error, or a type of finding",
    about: 'The text of the error, a file that holds it, the name of a finding, or - for standard input.',
    exits: '0 explained, 1 not about the conversation (with --session: it has findings), 2 wrong usage or an error',
    positionals: [{ name: 'TEXT|FILE|TYPE|-', variadic: true }],
    options: {
      session: {
        type: 'string',
        value: 'PATH|ID',
        completes: 'session',
        help: 'Also show where it sits in this session',
      },
      as,
      list: { type: 'boolean', help: 'All types of findings' },
      json,
    },
    examples: [
      { line: 'session-recovery explain "API Error: 400 due to tool use concurrency issues."', says: 'what it means' },
      { line: 'session-recovery explain tool_result_orphan', says: 'one type' },
      { line: 'session-recovery explain - --session 6f1c2a34 < error.json', says: 'and where it sits' },
    ],
    load: async () => (await import('../explain.ts')).explain,
  },
  {
    name: 'extract',
    summary: 'Salvage a conversation to Markdown, a hand-off prompt or JSON',
    exits: '0 written, 2 wrong usage or an error, 3 refused (a file may not be read or written)',
    positionals: [{ name: 'PATH|ID', required: true, completes: 'session' }],
    options: {
      prompt: { type: 'boolean', without: ['json'], help: 'A prompt with which a new session can go on' },
      json: { type: 'boolean', help: 'The messages as JSON; with --redact the shape for a bug report' },
      as,
      thinking: { type: 'boolean', help: 'Include thinking' },
      'max-chars': {
        type: 'string',
        value: 'N',
        help: 'Cut tool input and output (default 2000, 400 in prompts; 0: never)',
      },
      output: { type: 'string', short: 'o', value: 'FILE', completes: 'file', help: 'Write to a new file' },
      ...privacy,
    },
    examples: [
      { line: 'session-recovery extract 6f1c2a34 > session.md', says: 'read it' },
      { line: 'session-recovery extract 6f1c2a34 --prompt | claude', says: 'go on in a new session' },
      { line: 'session-recovery extract 6f1c2a34 --json --redact', says: 'for a bug report' },
    ],
    load: async () => (await import('../extract.ts')).extract,
  },
  {
    name: 'watch',
    summary: 'Report faults as sessions are written; Ctrl-C ends it',
    exits,
    positionals: [{ name: 'PATH', variadic: true, completes: 'file' }],
    options: {
      agent: selection['agent']!,
      json: { type: 'boolean', help: 'One JSON object per line' },
      debounce: { type: 'string', value: 'MS', help: 'Quiet time before a look (default 750)' },
      ...privacy,
    },
    examples: [{ line: 'session-recovery watch --agent claude-code', says: 'while you work' }],
    load: async () => (await import('../watch.ts')).watchCommand,
  },
  ...proxyCommands,
  ...storeCommands,
  recordingsCommandSpec,
  superviseCommand,
  mcpCommandSpec,
  {
    name: 'completion',
    summary: 'Print the completion script of a shell',
    exits,
    positionals: [{ name: 'bash|zsh|fish', required: true, completes: ['bash', 'zsh', 'fish'] }],
    options: {},
    examples: [{ line: 'session-recovery completion bash >> ~/.bashrc', says: 'install for bash' }],
    load: async () => (await import('../completion.ts')).completionOf(commands),
  },
]
