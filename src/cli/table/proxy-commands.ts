import type { CommandSpec, OptionSpec } from './command.ts'
import { plainExits } from './plain-exits.ts'

const proxyOptions: Readonly<Record<string, OptionSpec>> = {
  upstream: {
    type: 'string',
    multiple: true,
    value: '[NAME=]URL',
    help: 'Base URL to forward to, of anthropic, openai or gemini, or of all (repeatable)',
  },
  store: {
    type: 'string',
    value: 'STORE',
    completes: 'file',
    help: 'Keep conversations here: a SQLite file, a journal folder, postgres://...',
  },
  observe: { type: 'boolean', help: 'Report what would be repaired; send everything as it is' },
  allow: {
    type: 'string',
    value: 'LOSS',
    choices: ['none', 'synthesised', 'lossy'],
    help: 'The greatest loss of a repair, before sending and after a refusal (default synthesised)',
  },
  budget: {
    type: 'string',
    value: 'N',
    help: 'Repairs after a refusal, until a request succeeds (default 3)',
  },
  timeout: {
    type: 'string',
    value: 'SECONDS',
    help: 'How long nothing may come from upstream (default 600; 0: no limit)',
  },
  'max-body': { type: 'string', value: 'MIB', help: 'The longest request, from 1 (default 64)' },
  record: {
    type: 'string',
    value: 'DIR',
    completes: 'file',
    help: 'Keep every exchange in a journal in this folder; never secrets',
  },
  'record-cap': {
    type: 'string',
    value: 'MIB',
    help: 'The most that one recording keeps (default 1024)',
  },
  port: { type: 'string', value: 'PORT', help: 'Port on 127.0.0.1 (default: a free one)' },
  verbose: { type: 'boolean', help: 'Tell of every repair and request at once' },
}

/** Commands around the proxy. */
export const proxyCommands: readonly CommandSpec[] = [
  {
    name: 'run',
    summary: 'Run an agent behind the proxy: broken sessions work, nothing on disk changes',
    about: `Starts the proxy, points the command at it (base URL variables; -c for codex, OPENCODE_CONFIG_CONTENT for opencode),
and ends with the command's own exit code. What it repaired is told at the end.`,
    exits: "the command's own; 2 wrong usage or an error before it began",
    finishes: true,
    positionals: [],
    passesRest: true,
    options: proxyOptions,
    examples: [
      { line: 'session-recovery run -- claude --resume', says: 'Claude Code' },
      { line: 'session-recovery run -- codex exec resume --last "go on"', says: 'Codex' },
      { line: 'session-recovery run --store sessions.db -- python agent.py', says: 'any program' },
    ],
    load: async () => (await import('../run.ts')).runCommand,
  },
  {
    name: 'proxy',
    summary: 'Serve a gateway on loopback that repairs conversations in flight',
    about: `Checks requests to Anthropic Messages, OpenAI Chat Completions and Responses, and Gemini; repairs, sends again what was refused
for its structure, and passes everything else byte for byte. Headers and keys are never kept.`,
    exits: plainExits,
    finishes: true,
    positionals: [],
    options: proxyOptions,
    examples: [
      { line: 'session-recovery proxy --port 8788', says: 'prints the variables to export' },
      {
        line: 'session-recovery proxy --upstream openai=http://127.0.0.1:11434/v1',
        says: 'in front of a local server',
      },
    ],
    load: async () => (await import('../proxy.ts')).proxyCommand,
  },
]
