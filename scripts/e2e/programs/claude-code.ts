import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { changeLines, tearLine } from '../change-lines.ts'
import { writeNotes, type Saying } from '../conversation.ts'
import { mcpLines } from '../mcp-lines.ts'
import type { Damage, Program, ProgramCommand } from '../program.ts'

type Line = Record<string, unknown> & { message?: { role?: string; content?: Record<string, unknown>[] | string } }

const blockOf = (line: Line): Record<string, unknown> | undefined =>
  Array.isArray(line.message?.content) ? line.message.content[0] : undefined

const isBlock = (line: Line, type: string): boolean => blockOf(line)?.['type'] === type

function withBlock(line: Line, block: Record<string, unknown>): Line {
  return { ...line, message: { ...line.message, content: [block] } }
}

type Change = (lines: Line[], isHit: (line: Line) => boolean) => Line[]

const transcripts = (home: string): string => join(home, 'cfg/projects')

/** Changes the lines of the turn that hold a block of a type. */
const damage = (name: string, type: string, change: Change, loses: readonly Saying[] = []): Damage => ({
  name,
  loses: () => loses,
  apply: (home, turn) =>
    changeLines<Line>(transcripts(home), turn, (lines, isIn) =>
      change(lines, (line) => isIn(line) && isBlock(line, type)),
    ),
})

/** Changes the only block of those lines. */
const onBlocks =
  (change: (block: Record<string, unknown>) => Record<string, unknown>): Change =>
  (lines, isHit) =>
    lines.map((line) => (isHit(line) ? withBlock(line, change(blockOf(line)!)) : line))

/** A torn line takes along what stands in it; the last one also what would have followed. */
const torn = (type: string, loses: readonly Saying[], follows: readonly Saying[]): Damage => ({
  name: `torn in the middle of the ${type}`,
  loses: (turn) => (turn === 3 ? [...loses, ...follows] : loses),
  apply: (home, turn) => tearLine<Line>(transcripts(home), turn, (line) => isBlock(line, type)),
})

/** The damages of clients.md §2.2 and §2.3: those that end a turn of the old release, and some that the new one heals with loss. */
const damages: readonly Damage[] = [
  damage('tool_use line dropped', 'tool_use', relinked),
  damage('tool_result duplicated with a new uuid', 'tool_result', (lines, isHit) =>
    lines.flatMap((line) =>
      isHit(line)
        ? [line, { ...line, uuid: '00000000-0000-4000-8000-000000000001', parentUuid: line['uuid'] }]
        : [line],
    ),
  ),
  damage('tool_result line dropped', 'tool_result', relinked, ['output']),
  damage(
    'text emptied',
    'text',
    onBlocks((block) => ({ ...block, text: '' })),
    ['answer'],
  ),
  damage(
    'text whitespace',
    'text',
    onBlocks((block) => ({ ...block, text: ' \n' })),
    ['answer'],
  ),
  damage(
    'foreign tool_use_id',
    'tool_result',
    onBlocks((block) => ({ ...block, tool_use_id: 'toolu_foreign' })),
  ),
  damage(
    'thinking signature tampered',
    'thinking',
    onBlocks((block) => ({ ...block, signature: 'dGFtcGVyZWQ=' })),
  ),
  torn('text', ['answer'], []),
  torn('tool_result', ['output'], ['answer']),
  torn('tool_use', [], ['output', 'answer']),
]

/** Without some lines; the chain of parents stays whole. */
function relinked(lines: Line[], drops: (line: Line) => boolean): Line[] {
  const parents = new Map(lines.filter(drops).map((line) => [line['uuid'], line['parentUuid']]))
  return lines
    .filter((line) => !drops(line))
    .map((line) => (parents.has(line['parentUuid']) ? { ...line, parentUuid: parents.get(line['parentUuid']) } : line))
}

const places = (home: string): Record<string, string> => ({ CLAUDE_CONFIG_DIR: join(home, 'cfg') })

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
      ...places(home),
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'dummy',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      // Releases of 1.0 ask for no thinking by themselves, and there would be no signature to tamper with.
      MAX_THINKING_TOKENS: '2000',
    },
  })
  return {
    name: `Claude Code ${version}`,
    agent: 'claude-code',
    places,
    spec: `@anthropic-ai/claude-code@${version}`,
    bin,
    async prepare(home) {
      await mkdir(join(home, 'cfg'), { recursive: true })
      await writeNotes(home)
    },
    first: (path, home, url, prompt) => command(path, home, url, ['-p', prompt]),
    resume: (path, home, url, session, prompt) => command(path, home, url, ['-p', prompt, '--resume', session]),
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
    superviseDamage: 'thinking signature tampered',
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
