import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { changeLines, tearLine } from '../change-lines.ts'
import { writeNotes, type Saying } from '../conversation.ts'
import type { Damage, Program, ProgramCommand } from '../program.ts'

interface Line {
  readonly type?: string
  readonly content?: unknown
  readonly toolCalls?: readonly Record<string, unknown>[]
}

const chats = (home: string): string => join(home, '.gemini/tmp')

const isCall = ({ toolCalls }: Line): boolean => toolCalls !== undefined
const isResult = ({ content, type }: Line): boolean =>
  type === 'user' && JSON.stringify(content).includes('functionResponse')
const isAnswer = ({ content, type }: Line): boolean => type === 'gemini' && content !== ''

const damage = (name: string, loses: readonly Saying[], change: (line: Line) => readonly Line[]): Damage => ({
  name,
  loses: () => loses,
  apply: (home, turn) =>
    changeLines<Line>(chats(home), turn, (lines, isIn) =>
      lines.flatMap((line) => (isIn(line) ? change(line) : [line])),
    ),
})

/** A torn line takes along what stands in it alone; the last one also what would have followed. */
const torn = (
  name: string,
  loses: readonly Saying[],
  follows: readonly Saying[],
  isTorn: (line: Line) => boolean,
): Damage => ({
  name: `torn in the middle of the ${name}`,
  loses: (turn) => (turn === 3 ? [...loses, ...follows] : loses),
  apply: (home, turn) => tearLine<Line>(chats(home), turn, isTorn),
})

/** A call that the program was killed in: it stands as `executing`, and nothing has come back. */
const leftExecuting = (line: Line): readonly Line[] => {
  if (isResult(line)) return []
  if (!isCall(line)) return [line]
  return [
    { ...line, toolCalls: line.toolCalls!.map(({ result: _result, ...call }) => ({ ...call, status: 'executing' })) },
  ]
}

/** The results of earlier turns stand in their calls alone: a repair had to take them out before the program could go on. */
const inLastTurn = (damaged: Damage): Damage => ({ ...damaged, turns: [3] })

const damages: readonly Damage[] = [
  inLastTurn({ name: 'none: results are stored twice', apply: () => {} }),
  inLastTurn(damage('result line dropped', [], (line) => (isResult(line) ? [] : [line]))),
  inLastTurn(damage('result line three times', [], (line) => (isResult(line) ? [line, line] : [line]))),
  damage('call line dropped', [], (line) => (isCall(line) ? [] : [line])),
  damage('call left executing', ['output'], leftExecuting),
  torn('answer', ['answer'], [], isAnswer),
  inLastTurn(torn('result', [], ['answer'], isResult)),
  torn('call', [], ['output', 'answer'], isCall),
]

const places = (home: string): Record<string, string> => ({ GEMINI_CLI_HOME: home })

function command(bin: string, home: string, url: string, args: readonly string[]): ProgramCommand {
  return {
    command: [process.execPath, bin, ...args, '-m', 'gemini-2.5-flash', '--approval-mode', 'yolo', '-o', 'stream-json'],
    cwd: join(home, 'project'),
    env: {
      HOME: home,
      ...places(home),
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_API_KEY: 'x',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_CLI_NO_RELAUNCH: 'true',
    },
  }
}

/** Gemini CLI 0.61: chats whose healthy sessions already break on a resume, because results of tools are stored twice. */
export const geminiCli: Program = {
  name: 'Gemini CLI 0.61.0',
  agent: 'gemini-cli',
  places,
  healsFirst: true,
  spec: '@google/gemini-cli@0.61.0',
  bin: 'node_modules/@google/gemini-cli/bundle/gemini.js',
  async prepare(home) {
    await mkdir(join(home, '.gemini'), { recursive: true })
    await writeNotes(home)
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      general: { disableAutoUpdate: true, disableUpdateNag: true },
      telemetry: { enabled: false },
    }
    await writeFile(join(home, '.gemini/settings.json'), JSON.stringify(settings))
  },
  first: (bin, home, url, prompt) => command(bin, home, url, ['-p', prompt]),
  resume: (bin, home, url, session, prompt) => command(bin, home, url, ['--resume', session, '-p', prompt]),
  async sessionOf(home) {
    const files = await readdir(join(home, '.gemini/tmp'), { recursive: true })
    const file = files.find((name) => /session-[^/]*\.jsonl$/.test(name))
    if (file === undefined) throw new Error('Gemini CLI stored no chat.')
    const header = (await readFile(join(home, '.gemini/tmp', file), 'utf8')).split('\n')[0]!
    return (JSON.parse(header) as { sessionId: string }).sessionId
  },
  worked: (code, output) => code === 0 && output.includes('"status":"success"') && !output.includes('"type":"error"'),
  damages,
  superviseDamage: 'none: results are stored twice',
}
