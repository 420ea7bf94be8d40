/**
 * `npm run e2e`: real agent programs, headless, against the emulators. Each damage is shown to fail without us, and to work with
 * `repair --apply`, with `run --`, and with the plugin. Writes docs/agents.md with `--write`. With `--mcp` instead: each program lists
 * and calls the tools of `session-recovery mcp`, with the lines of docs/mcp.md. With `--supervise` instead: each program is killed in a tool call under `session-recovery
 * supervise`, its session damaged, and must come back to a next answer. Programs that cannot be installed
 * here are named and left out.
 */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callTool } from './e2e/call-tool.ts'
import { attempt, makeSession, type MadeSession, type Way } from './e2e/attempt.ts'
import { serveAnthropic, serveGemini, serveResponses } from './e2e/emulators.ts'
import { installProgram } from './e2e/install-program.ts'
import type { Program } from './e2e/program.ts'
import { claudeCode, claudeCodeOld } from './e2e/programs/claude-code.ts'
import { codex } from './e2e/programs/codex.ts'
import { geminiCli } from './e2e/programs/gemini-cli.ts'
import { opencode } from './e2e/programs/opencode.ts'
import { superviseProgram } from './e2e/supervise-program.ts'

type Row = readonly [damage: string, ...outcomes: string[]]

const programs: readonly (readonly [Program, typeof serveAnthropic])[] = [
  [opencode, serveAnthropic],
  [claudeCode, serveAnthropic],
  [claudeCodeOld, serveAnthropic],
  [codex, serveResponses],
  [geminiCli, serveGemini],
]
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const sections: string[] = []
let broken = 0

for (const [program, serve] of programs) {
  if (only.length > 0 && !only.some((name) => program.name.toLowerCase().includes(name.toLowerCase()))) continue
  const bin = await installProgram(program)
  if (bin === null) {
    console.log(`${program.name}: not run, ${program.spec} cannot be installed here`)
    sections.push(`## ${program.name}\n\nNot run: \`${program.spec}\` could not be installed.`)
    continue
  }
  if (process.argv.includes('--mcp')) {
    if (!program.addMcpServer) continue
    const { offered, answered, worked, output } = await callTool(program, bin)
    const good = offered.length > 0 && answered && worked
    console.log(`${program.name}: ${offered.length} tools listed, ${answered ? 'one answered' : 'none answered'}`)
    if (!good) broken += 1
    if (!good && process.argv.includes('--verbose')) console.error(output.slice(-2000))
    continue
  }
  if (process.argv.includes('--supervise')) {
    const { killed, wentOn, refused, worked, output } = await superviseProgram(program, bin)
    const good = killed && wentOn && worked && refused === 0
    const told = [
      killed ? 'killed in a tool call' : 'not killed',
      `damage: ${program.superviseDamage}`,
      wentOn ? 'went on' : 'did not go on',
      `refused ${refused} times`,
      worked ? 'works' : 'fails',
    ]
    console.log(`${program.name}: ${told.join(', ')}`)
    if (!good) broken += 1
    if (!good && process.argv.includes('--verbose')) console.error(output.slice(-3000))
    continue
  }
  const server = await serve()
  try {
    const made = await makeSession(program, bin, server)
    const ways: readonly Way[] = [
      'alone',
      'repair --apply',
      'run --',
      ...(program.addPlugin ? (['plugin'] as const) : []),
    ]
    const rows = await rowsOf(made, ways)
    sections.push(table(program, ways, rows))
    await rm(made.home, { recursive: true, force: true })
    await rm(made.snapshot, { recursive: true, force: true })
  } finally {
    await server.close()
  }
}

const isOther = ['--mcp', '--supervise'].some((mode) => process.argv.includes(mode))
if (process.argv.includes('--write') && !isOther) {
  const head =
    '# Real agent programs\n\nMade by `npm run e2e -- --write`: pinned releases, run headless against the strict emulators of `session-recovery/testing`.\n`alone` is the program by itself on the damaged session; the other columns are the same resume with our help.\n`-`: the program stops before anything is sent, so only the file can be repaired.\n`loses text`: it goes on, and the provider does not see a real text that the session still holds (Codex only: told from its requests).\n`repair --apply` is `session-recovery repair --all --agent AGENT --apply --allow lossy`, without `--error`; where the program is refused all the same, up to three\ntimes `session-recovery repair SESSION --error - --agent AGENT --apply --allow lossy` with its output. `run --` is `session-recovery run --` before the command of the\nresume, and nothing else.\n'
  await writeFile(join(import.meta.dirname, '../docs/agents.md'), `${head}\n${sections.join('\n\n')}\n`)
}
const [good, bad] = process.argv.includes('--mcp')
  ? ['Every program has called our tools.', 'programs have not']
  : process.argv.includes('--supervise')
    ? ['Every killed program has come back and gone on.', 'programs have not']
    : ['Every damaged session goes on.', 'resumes failed although they had help']
console.log(broken === 0 ? good : `${broken} ${bad}.`)
process.exitCode = broken === 0 ? 0 : 1

async function rowsOf(made: MadeSession, ways: readonly Way[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const damage of made.program.damages) {
    const outcomes: string[] = []
    for (const way of ways) {
      if (way !== 'alone' && way !== 'repair --apply' && damage.onlyOnDisk?.includes(way)) {
        outcomes.push('-')
        continue
      }
      const { outcome, output } = await attempt(made, damage, way)
      outcomes.push(outcome)
      // What the program has lost before it asks can be kept in its storage alone.
      if (outcome === 'works' || way === 'alone' || (outcome === 'loses text' && way !== 'repair --apply')) continue
      broken += 1
      if (process.argv.includes('--verbose')) console.error(output.slice(-800))
    }
    rows.push([damage.name, ...outcomes])
    console.log(
      `${made.program.name}: ${damage.name}: ${ways.map((way, index) => `${way} ${outcomes[index]}`).join(', ')}`,
    )
  }
  return rows
}

function table({ name }: Program, ways: readonly Way[], rows: readonly Row[]): string {
  const head = `| damage | ${ways.map((way) => (way === 'alone' ? way : `\`${way}\``)).join(' | ')} |`
  const line = `|---|${ways.map(() => '---').join('|')}|`
  return [`## ${name}`, '', head, line, ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n')
}
