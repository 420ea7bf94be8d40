import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { changeLines } from '../change-lines.ts'
import { mcpLines } from '../mcp-lines.ts'
import type { Damage, Program, ProgramCommand } from '../program.ts'

type Line = Record<string, unknown> & { message?: { role?: string; content?: Record<string, unknown>[] | string } }

const blockOf = (line: Line): Record<string, unknown> | undefined =>
  Array.isArray(line.message?.content) ? line.message.content[0] : undefined

const isBlock = (line: Line, type: string): boolean => blockOf(line)?.['type'] === type

function withBlock(line: Line, block: Record<string, unknown>): Line {
  return { ...line, message: { ...line.message, content: [block] } }
}

/** Changes the only block of the lines that hold one of a type. */
const onBlocks =
  (type: string, change: (block: Record<string, unknown>) => Record<string, unknown>) =>
  (lines: Line[]): Line[] =>
    lines.map((line) => (isBlock(line, type) ? withBlock(line, change(blockOf(line)!)) : line))

const damage = (name: string, change: (lines: Line[]) => Line[]): Damage => ({
  name,
  apply: (home) => changeLines(join(home, 'cfg/projects'), change),
})

/** The damages of clients.md §2.2 and §2.3: those that end a turn of the old release, and some that the new one heals with loss. */
const damages: readonly Damage[] = [
  damage('tool_use line dropped', (lines) => relinked(lines, (line) => isBlock(line, 'tool_use'))),
  damage('tool_result duplicated with a new uuid', (lines) =>
    lines.flatMap((line) =>
      isBlock(line, 'tool_result')
        ? [line, { ...line, uuid: '00000000-0000-4000-8000-000000000001', parentUuid: line['uuid'] }]
        : [line],
    ),
  ),
  damage('tool_result line dropped', (lines) => relinked(lines, (line) => isBlock(line, 'tool_result'))),
  damage(
    'text emptied',
    onBlocks('text', (block) => ({ ...block, text: '' })),
  ),
  damage(
    'text whitespace',
    onBlocks('text', (block) => ({ ...block, text: ' \n' })),
  ),
  damage(
    'foreign tool_use_id',
    onBlocks('tool_result', (block) => ({ ...block, tool_use_id: 'toolu_foreign' })),
  ),
  damage(
    'thinking signature tampered',
    onBlocks('thinking', (block) => ({ ...block, signature: 'dGFtcGVyZWQ=' })),
  ),
]

/** Without some lines; the chain of parents stays whole. */
function relinked(lines: Line[], drops: (line: Line) => boolean): Line[] {
  const parents = new Map(lines.filter(drops).map((line) => [line['uuid'], line['parentUuid']]))
  return lines
    .filter((line) => !drops(line))
    .map((line) => (parents.has(line['parentUuid']) ? { ...line, parentUuid: parents.get(line['parentUuid']) } : line))
}

function claude(version: string, bin: string, model: string, interpreted: boolean): Program {
  const command = (path: string, home: string, url: string, args: readonly string[]): ProgramCommand => ({
    command: [
      ...(interpreted ? [process.execPath] : []),
      path,
      ...args,
      '--model',
      model,
      '--allowedTools',
      'Read,Bash',
      '--output-format',
      'json',
    ],
    cwd: join(home, 'project'),
    env: {
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, 'cfg'),
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'dummy',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    },
  })
  return {
    name: `Claude Code ${version}`,
    agent: 'claude-code',
    spec: `@anthropic-ai/claude-code@${version}`,
    bin,
    async prepare(home) {
      await mkdir(join(home, 'cfg'), { recursive: true })
      await mkdir(join(home, 'project'), { recursive: true })
      await writeFile(join(home, 'project/notes.txt'), 'the notes say 4711\n')
    },
    first: (path, home, url) => command(path, home, url, ['-p', 'READ the file notes.txt']),
    resume: (path, home, url, session) => command(path, home, url, ['-p', 'please continue', '--resume', session]),
    async sessionOf(_home, output) {
      const session = /"session_id":"([0-9a-f-]{36})"/.exec(output)?.[1]
      if (session === undefined) throw new Error(`Claude Code told no session: ${output.slice(0, 300)}`)
      return session
    },
    addMcpServer: async (home) => writeFile(join(home, 'project/.mcp.json'), await mcpLines('Claude Code')),
    // A person is asked once whether the project's servers may run; a headless run is told.
    mcpArguments: ['--mcp-config', '.mcp.json', '--allowedTools', 'mcp__session-recovery', 'ToolSearch'],
    worked: (code, output) => code === 0 && !output.includes('"is_error":true') && !output.includes('API Error'),
    damages,
    superviseDamage: 'tool_result duplicated with a new uuid',
  }
}

/** The newest release: it heals most by itself, with loss. */
export const claudeCode: Program = claude('2.1.329', 'node_modules/.bin/claude', 'claude-opus-4-8', false)

/** The old release: it fails, which is what a regression needs. */
export const claudeCodeOld: Program = claude(
  '1.0.128',
  'node_modules/@anthropic-ai/claude-code/cli.js',
  'claude-sonnet-4-5',
  true,
)
