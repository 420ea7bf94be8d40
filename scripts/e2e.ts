/**
 * `npm run e2e [-- PROGRAM ...]`: real agent programs, headless, against the emulators. Each damage, at the first, middle and last
 * position, is shown to fail without us, and to work with `repair --apply`, with `run --`, and with the plugin; every real text must
 * reach the next request. `--damage=TEXT` takes only damages that have the text in their name. Writes the rows of docs/agents.md
 * with `--write`. With `--mcp` instead: each program lists and calls
 * the tools of `session-recovery mcp`, with the lines of docs/mcp.md. With `--supervise` instead: each program is killed in a tool call
 * under `session-recovery supervise`, its session damaged, and must come back to a next answer. With `--hooks` instead: Claude Code
 * resumes a refused session, and must show what its plugin says of it, headless and on a terminal.
 *
 * A wrong outcome ends with 1. What cannot be judged on a machine is named, and is no failure: programs that cannot be installed,
 * damages that find nothing to change, resumes that do not end in time, what `SESSION_RECOVERY_E2E_S` (seconds for all) did not reach.
 */
import { availableParallelism } from 'node:os'
import { writeAgentsPage } from './e2e/agents-page.ts'
import { callTool } from './e2e/call-tool.ts'
import { serveAnthropic, serveGemini, serveResponses, type Served } from './e2e/emulators.ts'
import { explainRefusal } from './e2e/explain-refusal.ts'
import { installProgram } from './e2e/install-program.ts'
import type { Program } from './e2e/program.ts'
import { reportProgram, type ProgramReport } from './e2e/program-report.ts'
import { claudeCode, claudeCodeOld } from './e2e/programs/claude-code.ts'
import { codex } from './e2e/programs/codex.ts'
import { geminiCli } from './e2e/programs/gemini-cli.ts'
import { opencode } from './e2e/programs/opencode.ts'
import { superviseProgram } from './e2e/supervise-program.ts'

/** The longest first: the others run beside it. */
const programs: readonly (readonly [Program, () => Promise<Served>])[] = [
  [opencode, serveAnthropic],
  [claudeCodeOld, serveAnthropic],
  [geminiCli, serveGemini],
  [codex, serveResponses],
  [claudeCode, serveAnthropic],
]
const has = (flag: string): boolean => process.argv.includes(flag)
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const wanted = programs.filter(
  ([{ name }]) => only.length === 0 || only.some((part) => name.toLowerCase().includes(part.toLowerCase())),
)
const damage = process.argv.find((argument) => argument.startsWith('--damage='))?.slice('--damage='.length) ?? ''
const seconds = Number(process.env['SESSION_RECOVERY_E2E_S'] || Infinity)
if (!(seconds > 0) || wanted.length === 0) {
  console.error(
    wanted.length === 0
      ? `No program is called ${only.join(' or ')}: ${programs.map(([{ name }]) => name).join(', ')}.`
      : 'SESSION_RECOVERY_E2E_S: give seconds, more than 0, or leave it out.',
  )
  process.exit(2)
}

process.exitCode = has('--mcp')
  ? await callTools()
  : has('--supervise')
    ? await superviseAll()
    : has('--hooks')
      ? await explainRefusals()
      : await reportAll()

async function reportAll(): Promise<number> {
  const endMs = performance.now() + seconds * 1000
  const options = { endMs, say: console.log, verbose: has('--verbose'), damage }
  const reports = new Map<Program, ProgramReport>()
  const queue = [...wanted]
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift())
      reports.set(next[0], await reportProgram(...next, options))
  }
  // One more than there are cores: a program waits for its disk, its network and its own timers.
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, work))
  if (has('--write'))
    await writeAgentsPage(
      programs.map(([program]) => program),
      new Map([...reports].map(([program, { rows }]) => [program, rows])),
    )
  const wrong = [...reports.values()].flatMap((report) => report.wrong)
  const undecided = [...reports.values()].flatMap((report) => report.undecided)
  if (undecided.length > 0) console.log(`Not judged here:\n${undecided.map((line) => `  ${line}`).join('\n')}`)
  if (wrong.length > 0) console.log(`Wrong although they had help:\n${wrong.map((line) => `  ${line}`).join('\n')}`)
  else console.log(undecided.length > 0 ? 'Nothing that was judged is wrong.' : 'Every damaged session goes on.')
  return wrong.length > 0 ? 1 : 0
}

/** The programs that can be had here; the others are named. */
async function* installed(list: readonly Program[]): AsyncGenerator<readonly [Program, string]> {
  for (const program of list) {
    const bin = await installProgram(program)
    if (bin === null) console.log(`${program.name}: not run, ${program.spec} cannot be installed here`)
    else yield [program, bin]
  }
}

/** What one program did, told in a few words; `output` is for `--verbose`. */
interface Trial {
  readonly told: readonly string[]
  readonly worked: boolean
  readonly output: string
}

/** Tries each program that can be had; ends with 1 when one of them has not done what was asked. */
async function tryEach(
  list: readonly Program[],
  attempt: (program: Program, bin: string) => Promise<Trial>,
  allWorked: string,
): Promise<number> {
  let failed = 0
  for await (const [program, bin] of installed(list)) {
    const { told, worked, output } = await attempt(program, bin)
    console.log(`${program.name}: ${told.join(', ')}`)
    if (worked) continue
    failed += 1
    if (has('--verbose')) console.error(output.slice(-3000))
  }
  console.log(failed === 0 ? allWorked : `${failed} programs have not.`)
  return failed === 0 ? 0 : 1
}

function asked(): Program[] {
  return wanted.map(([program]) => program)
}

function callTools(): Promise<number> {
  const attempt = async (program: Program, bin: string): Promise<Trial> => {
    const { offered, answered, worked, output } = await callTool(program, bin)
    const told = [`${offered.length} tools listed`, `${answered ? 'one' : 'none'} answered`]
    return { told, worked: offered.length > 0 && answered && worked, output }
  }
  const callers = asked().filter(({ addMcpServer }) => addMcpServer)
  return tryEach(callers, attempt, 'Every program has called our tools.')
}

function superviseAll(): Promise<number> {
  const attempt = async (program: Program, bin: string): Promise<Trial> => {
    const { killed, wentOn, refused, worked, output } = await superviseProgram(program, bin)
    const told = [
      killed ? 'killed in a tool call' : 'not killed',
      `damage: ${program.superviseDamage}`,
      wentOn ? 'went on' : 'did not go on',
      `refused ${refused} times`,
      worked ? 'works' : 'fails',
    ]
    // A signature is only the provider's to judge: each of the two steps has one, it names one at a time, and Claude Code 1.0 asks
    // twice before it gives up.
    const needed = program.superviseDamage.endsWith('tampered') ? 4 : 0
    return { told, worked: killed && wentOn && worked && refused <= needed, output }
  }
  return tryEach(asked(), attempt, 'Every killed program has come back and gone on.')
}

/** Only of the newest release: it alone has plugins. */
function explainRefusals(): Promise<number> {
  const attempt = async (program: Program, bin: string): Promise<Trial> => {
    const { headless, onScreen, output } = await explainRefusal(program, bin)
    const told = [
      `resuming a refused session ${headless ? 'runs its hook' : 'does not run its hook'}`,
      onScreen ? 'shows it' : 'does not show it',
    ]
    return { told, worked: headless && onScreen, output }
  }
  return tryEach([claudeCode], attempt, 'A refused session is explained where a person sees it.')
}
