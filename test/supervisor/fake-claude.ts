/**
 * Stands for Claude Code: writes its session as Claude Code does, refuses a broken one as its provider would, resumes by
 * `--resume ID`, and dies in the middle of a tool call when the folder holds a file `crash`. With a file `tamper` it dies over a thinking
 * block whose signature only its provider can tell to be wrong. Stores each refusal as Claude Code does. Ends when the work is done.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cwd, env, exit, kill, pid } from 'node:process'
import { entryFile } from '../entry-file.ts'

const { repair } = (await import(entryFile('index'))) as typeof import('../../src/index.ts')

const id = '6f1c2a34-0000-4000-8000-000000000001'
const folder = join(env['CLAUDE_CONFIG_DIR']!, 'projects', cwd().replaceAll(/[^A-Za-z0-9]/g, '-'))
const file = join(folder, `${id}.jsonl`)
mkdirSync(folder, { recursive: true })

interface Line {
  readonly uuid?: string
  readonly type: string
  readonly isApiErrorMessage?: boolean
  readonly message?: { readonly role: string; readonly content: unknown }
}

const lines = (): Line[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Line)
    : []

let count = lines().length
function write(type: 'user' | 'assistant', content: unknown, more: object = {}): void {
  const parentUuid = lines().findLast(({ uuid }) => uuid)?.uuid ?? null
  count += 1
  const uuid = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
  const message =
    type === 'user'
      ? { role: type, content }
      : { id: `msg_${count}`, type: 'message', role: type, model: 'claude-opus-4-8', content, stop_reason: null }
  const shared = {
    isSidechain: false,
    sessionId: id,
    version: '2.1.329',
    cwd: cwd(),
    gitBranch: '',
    userType: 'external',
  }
  const line = { parentUuid, ...shared, type, message, uuid, timestamp: new Date().toISOString(), ...more }
  appendFileSync(file, `${JSON.stringify(line)}\n`)
}

const isResumed = process.argv.includes('--resume')
appendFileSync('runs.log', `${isResumed ? 'resumed' : 'fresh'} ${process.argv.slice(2).join(' ')}\n`)
if (!isResumed) write('user', 'Do the work.')

function refuse(complaint: string): never {
  const says = `API Error: 400 ${complaint}`
  write('assistant', [{ type: 'text', text: says }], { isApiErrorMessage: true })
  console.log(says)
  exit(1)
}

const messages = lines().flatMap(({ message, isApiErrorMessage }) =>
  message && !isApiErrorMessage ? [{ role: message.role, content: message.content }] : [],
)
const checked = repair(messages, { format: 'anthropic-messages' })
if (checked.changed)
  refuse('messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1.')
const tampered = messages.findIndex(({ content }) => JSON.stringify(content).includes('"tampered"'))
if (tampered >= 0) refuse(`messages.${tampered}.content.0: Invalid \`signature\` in \`thinking\` block`)
if (existsSync('tamper')) {
  rmSync('tamper')
  write('assistant', [
    { type: 'thinking', thinking: 'Let me see.', signature: 'tampered' },
    { type: 'text', text: 'I begin.' },
  ])
  write('user', 'Go on.')
  kill(pid, 'SIGKILL')
}
if (existsSync('crash')) {
  rmSync('crash')
  write('assistant', [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'make' } }])
  kill(pid, 'SIGKILL')
}
write('assistant', [{ type: 'text', text: 'The work is done.' }])
console.log('The work is done.')
