import { isRecord } from '../../../json/is-record.ts'
import type { AgentProgram } from './agent-program.ts'
import { firstRecord } from './first-record.ts'

/** Words between white space. */
const words = ([text = '']: TemplateStringsArray): readonly string[] => text.trim().split(/\s+/)

const claudeCode: AgentProgram = {
  agent: 'claude-code',
  executables: ['claude', 'cli.js'],
  valued: words`
    --model --output-format --input-format --permission-mode --append-system-prompt --max-turns
    --system-prompt --settings --fallback-model --agents --effort --setting-sources
  `,
  listed: [
    '--allowedTools',
    '--allowed-tools',
    '--disallowedTools',
    '--disallowed-tools',
    '--tools',
    '--add-dir',
    '--mcp-config',
  ],
  session: ['--resume', '-r', '--continue', '-c', '--session-id', '--fork-session'],
  headless: ['-p', '--print'],
  resume: ({ id, options, prompt }) => [
    '--resume',
    id,
    ...(prompt === undefined ? [] : ['-p', prompt]),
    ...options.filter((option) => option !== '-p' && option !== '--print'),
  ],
  belongsTo: async ({ project, parentId }, cwd) =>
    parentId === undefined && project === cwd.replaceAll(/[^A-Za-z0-9]/g, '-'),
  idOf: async ({ id }) => id,
}

const codex: AgentProgram = {
  agent: 'codex',
  executables: ['codex'],
  valued: words`
    -m --model -c --config -p --profile -s --sandbox -a --ask-for-approval -C --cd -i --image
    --output-schema -o --output-last-message --color --add-dir --enable --disable
  `,
  session: ['resume', '--last'],
  headless: ['exec'],
  resume: ({ id, options, prompt }) =>
    prompt === undefined ? ['resume', id, ...options] : ['exec', 'resume', id, ...options, prompt],
  async belongsTo({ path }, cwd) {
    const { payload } = await firstRecord(path)
    return !isRecord(payload) || payload['cwd'] === undefined || payload['cwd'] === cwd
  },
  idOf: async ({ id }) => id,
}

const opencode: AgentProgram = {
  agent: 'opencode',
  executables: ['opencode'],
  valued: words`
    -m --model --agent --format -f --file --title --attach --port --hostname --variant --prompt
  `,
  session: ['-s', '--session', '-c', '--continue', '--fork'],
  promptOptions: ['--prompt'],
  headless: ['run'],
  keepsPositionals: true,
  resume: ({ id, options, positionals, prompt }) =>
    prompt === undefined ? [...positionals, '-s', id, ...options] : ['run', '-s', id, ...options, prompt],
  belongsTo: async ({ parentId }) => parentId === undefined,
  idOf: async ({ id }) => id,
}

const geminiCli: AgentProgram = {
  agent: 'gemini-cli',
  executables: ['gemini', 'gemini.js'],
  valued: words`
    -m --model --approval-mode -e --extensions --include-directories -o --output-format --allowed-tools
    --policy -p --prompt -i --prompt-interactive
  `,
  session: ['-r', '--resume'],
  promptOptions: ['-p', '--prompt', '-i', '--prompt-interactive'],
  headless: ['-p', '--prompt'],
  resume: ({ id, options, prompt }) => ['--resume', id, ...(prompt === undefined ? [] : ['-p', prompt]), ...options],
  belongsTo: async ({ parentId }) => parentId === undefined,
  async idOf({ id, path }) {
    // The file name contains only a part of the id; `--resume` needs the whole id.
    const { sessionId } = await firstRecord(path)
    return typeof sessionId === 'string' ? sessionId : id
  },
}

/** Agent programs whose sessions can be resumed. By their documented options; no test runs the resume of Codex, Gemini CLI, opencode. */
export const agentPrograms: readonly AgentProgram[] = [claudeCode, codex, geminiCli, opencode]
