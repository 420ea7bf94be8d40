import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { changeLines, tearLine } from '../change-lines.ts'
import { mcpLines } from '../mcp-lines.ts'
import type { Damage, Program, ProgramCommand } from '../program.ts'

interface Line {
  readonly type: string
  readonly payload: Record<string, unknown>
}

const isItem = (line: Line, type: string): boolean => line.type === 'response_item' && line.payload['type'] === type

const twice =
  (type: string) =>
  (lines: Line[]): Line[] =>
    lines.flatMap((line) => (isItem(line, type) ? [line, line] : [line]))

const damage = (name: string, change: (lines: Line[]) => Line[]): Damage => ({
  name,
  apply: (home) => changeLines(join(home, 'codex/sessions'), change),
})

/** The damages of clients.md §3 that reach the provider. */
const damages: readonly Damage[] = [
  damage('output line duplicated', twice('function_call_output')),
  damage('call line duplicated', twice('function_call')),
  damage('output before its call', (lines) => {
    const outputs = lines.filter((line) => isItem(line, 'function_call_output'))
    const rest = lines.filter((line) => !isItem(line, 'function_call_output'))
    const at = rest.findIndex((line) => isItem(line, 'function_call'))
    return [...rest.slice(0, at), ...outputs, ...rest.slice(at)]
  }),
  damage('reasoning encrypted_content tampered', (lines) =>
    lines.map((line) =>
      isItem(line, 'reasoning') ? { ...line, payload: { ...line.payload, encrypted_content: 'gAAAAtampered' } } : line,
    ),
  ),
  {
    name: 'last item torn',
    loses: ['It says 4711.'],
    apply: (home) => tearLine<Line>(join(home, 'codex/sessions'), ({ type }) => type === 'response_item'),
  },
  {
    name: 'torn in the middle of the output',
    loses: ['It says 4711.'],
    apply: (home) => tearLine<Line>(join(home, 'codex/sessions'), (line) => isItem(line, 'function_call_output')),
  },
  {
    name: 'torn in the middle of the call',
    loses: ['It says 4711.', 'the notes say 4711'],
    apply: (home) => tearLine<Line>(join(home, 'codex/sessions'), (line) => isItem(line, 'function_call')),
  },
  damage('output line dropped', (lines) => lines.filter((line) => !isItem(line, 'function_call_output'))),
]

function command(bin: string, home: string, args: readonly string[]): ProgramCommand {
  return {
    command: [bin, 'exec', ...args],
    cwd: join(home, 'project'),
    env: { HOME: home, CODEX_HOME: join(home, 'codex'), MOCK_KEY: 'x' },
  }
}

/** Codex 0.169: rollout files; nothing of a refusal is repaired. */
export const codex: Program = {
  name: 'Codex 0.169.0',
  agent: 'codex',
  spec: '@openai/codex@0.169.0',
  bin: 'node_modules/.bin/codex',
  async prepare(home, url) {
    await mkdir(join(home, 'codex'), { recursive: true })
    await mkdir(join(home, 'project'), { recursive: true })
    await writeFile(join(home, 'project/notes.txt'), 'the notes say 4711\n')
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
  first: (bin, home) => command(bin, home, ['--skip-git-repo-check', '--json', 'READ the file notes.txt']),
  resume: (bin, home, _url, session) =>
    command(bin, home, ['resume', session, '--skip-git-repo-check', '--json', 'please continue']),
  async sessionOf(_home, output) {
    const session = /"thread_id":"([^"]+)"/.exec(output)?.[1]
    if (session === undefined) throw new Error(`Codex told no thread: ${output.slice(0, 300)}`)
    return session
  },
  addMcpServer: async (home) => appendFile(join(home, 'codex/config.toml'), `\n${await mcpLines('Codex')}`),
  worked: (code, output) => code === 0 && output.includes('turn.completed') && !output.includes('turn.failed'),
  damages,
  superviseDamage: 'call line duplicated',
}
