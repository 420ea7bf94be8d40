import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { changeLines, tearLine } from '../change-lines.ts'
import { writeNotes, type Saying } from '../conversation.ts'
import { mcpLines } from '../mcp-lines.ts'
import type { Damage, Program, ProgramCommand } from '../program.ts'

interface Line {
  readonly type: string
  readonly payload: Record<string, unknown>
}

const isItem = (line: Line, type: string): boolean => line.type === 'response_item' && line.payload['type'] === type

const rollouts = (home: string): string => join(home, 'codex/sessions')

type Change = (lines: Line[], isHit: (line: Line) => boolean) => Line[]

/** Changes the lines of the turn that hold an item of a type. */
const damage = (name: string, type: string, change: Change): Damage => ({
  name,
  apply: (home, turn) =>
    changeLines<Line>(rollouts(home), turn, (lines, isIn) => change(lines, (line) => isIn(line) && isItem(line, type))),
})

const twice: Change = (lines, isHit) => lines.flatMap((line) => (isHit(line) ? [line, line] : [line]))

/** A torn line; the last one takes along what would have followed. Codex keeps the output of a call twice. */
const torn = (name: string, follows: readonly Saying[], isTorn: (line: Line) => boolean): Damage => ({
  name,
  loses: (turn) => (turn === 3 ? follows : []),
  apply: (home, turn) => tearLine<Line>(rollouts(home), turn, isTorn),
})

/** The damages of clients.md §3 that reach the provider. */
const damages: readonly Damage[] = [
  damage('output line duplicated', 'function_call_output', twice),
  damage('call line duplicated', 'function_call', twice),
  damage('output before its call', 'function_call_output', (lines, isHit) => {
    const output = lines.find(isHit)
    if (!output) return lines
    const rest = lines.filter((line) => line !== output)
    const at = rest.findIndex((line) => line.payload['call_id'] === output.payload['call_id'])
    return [...rest.slice(0, at), output, ...rest.slice(at)]
  }),
  damage('reasoning encrypted_content tampered', 'reasoning', (lines, isHit) =>
    lines.map((line) =>
      isHit(line) ? { ...line, payload: { ...line.payload, encrypted_content: 'gAAAAtampered' } } : line,
    ),
  ),
  damage('output line dropped', 'function_call_output', (lines, isHit) => lines.filter((line) => !isHit(line))),
  { ...torn('last item torn', ['answer'], ({ type }) => type === 'response_item'), loses: () => ['answer'] },
  torn('torn in the middle of the output', ['answer'], (line) => isItem(line, 'function_call_output')),
  torn('torn in the middle of the call', ['answer', 'output'], (line) => isItem(line, 'function_call')),
]

const places = (home: string): Record<string, string> => ({ CODEX_HOME: join(home, 'codex') })

function command(bin: string, home: string, args: readonly string[]): ProgramCommand {
  return {
    command: [bin, 'exec', ...args],
    cwd: join(home, 'project'),
    env: { HOME: home, ...places(home), MOCK_KEY: 'x' },
  }
}

/** Codex 0.169: rollout files; nothing of a refusal is repaired. */
export const codex: Program = {
  name: 'Codex 0.169.0',
  agent: 'codex',
  places,
  spec: '@openai/codex@0.169.0',
  bin: 'node_modules/.bin/codex',
  async prepare(home, url) {
    await mkdir(join(home, 'codex'), { recursive: true })
    await writeNotes(home)
    const config = [
      'model = "gpt-5.5"',
      'model_provider = "mock"',
      'approval_policy = "never"',
      'sandbox_mode = "danger-full-access"',
      'web_search = "disabled"',
      'check_for_update_on_startup = false',
      '[analytics]',
      'enabled = false',
      '[features]',
      'plugins = false',
      '[model_providers.mock]',
      'name = "mock"',
      `base_url = "${url}/v1"`,
      'wire_api = "responses"',
      'env_key = "MOCK_KEY"',
      'request_max_retries = 0',
      'stream_max_retries = 0',
    ]
    await writeFile(join(home, 'codex/config.toml'), config.join('\n'))
  },
  first: (bin, home, _url, prompt) => command(bin, home, ['--skip-git-repo-check', '--json', prompt]),
  resume: (bin, home, _url, session, prompt) =>
    command(bin, home, ['resume', session, '--skip-git-repo-check', '--json', prompt]),
  async sessionOf(_home, output) {
    const session = /"thread_id":"([^"]+)"/.exec(output)?.[1]
    if (session === undefined) throw new Error(`Codex told no thread: ${output.slice(0, 300)}`)
    return session
  },
  addMcpServer: async (home) => appendFile(join(home, 'codex/config.toml'), `\n${await mcpLines('Codex')}`),
  worked: (code, output) => code === 0 && output.includes('turn.completed') && !output.includes('turn.failed'),
  damages,
  superviseDamage: 'reasoning encrypted_content tampered',
}
