import { rmSync } from 'node:fs'
import { cp, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atExit } from './at-exit.ts'
import { startBeside } from './beside.ts'
import { goOn, sayings, turns, type Saying, type Turn } from './conversation.ts'
import type { Served } from './emulators.ts'
import { NothingToDamageError } from './nothing-to-damage-error.ts'
import type { Damage, Program } from './program.ts'
import { runCommand } from './run-command.ts'

const cli = join(import.meta.dirname, '../../dist/cli.js')

/** The ways in which a damaged session is resumed. */
export type Way = 'alone' | 'repair --apply' | 'run --' | 'plugin'

/** A session that a real program has made, ready to be damaged again and again. */
export interface MadeSession {
  readonly program: Program
  readonly bin: string
  readonly home: string
  readonly snapshot: string
  readonly server: Served
  readonly session: string
}

/** Lets the program make a session with three turns, each with a tool call in it. */
export async function makeSession(program: Program, bin: string, server: Served): Promise<MadeSession> {
  const { url } = server
  const home = await mkdtemp(join(tmpdir(), 'session-recovery-e2e-'))
  const snapshot = `${home}-snapshot`
  atExit(() => {
    for (const folder of [home, snapshot]) rmSync(folder, { recursive: true, force: true })
  })
  await program.prepare(home, url)
  let session = ''
  for (const turn of turns) {
    if (turn > 1 && program.healsFirst) await repairOf({ program, home, session }, undefined)
    const prompt = sayings.prompt(turn)
    const command =
      session === '' ? program.first(bin, home, url, prompt) : program.resume(bin, home, url, session, prompt)
    const { code, output } = await runCommand(command)
    if (!program.worked(code, output)) throw new Error(`${program.name} made no session: ${output.slice(-600)}`)
    // Old releases of Claude Code go on in a new session with a copy of the old one.
    session = await program.sessionOf(home, output)
  }
  await cp(home, snapshot, { recursive: true, verbatimSymlinks: true })
  return { program, bin, home, snapshot, server, session }
}

/**
 * How a resume went. `loses text`: the program goes on, and the provider does not see all that was said and done before. `names
 * another session`: `run --` tells a repair under an id that the program does not know, or under none. `not judged`: the damage has
 * found nothing to change.
 */
export interface Attempt {
  readonly outcome:
    | 'works'
    | 'fails'
    | 'loses text'
    | 'names another session'
    | 'no answer in time'
    | `not judged: ${string}`
  readonly output: string
}

/** A provider names one fault at a time; a session may have as many. */
const rounds = 3

/** All that was said in the session and that the damage has left. */
function saidOf(damage: Damage, hit: Turn): string[] {
  const lost = damage.loses?.(hit) ?? []
  return turns.flatMap((turn) =>
    (Object.keys(sayings) as Saying[])
      .filter((saying) => turn !== hit || !lost.includes(saying))
      .map((saying) => sayings[saying](turn)),
  )
}

/** Damages a fresh copy of the session and resumes it in one way. Tells whether the program goes on, and with all that was said. */
export async function attempt(made: MadeSession, damage: Damage, turn: Turn, way: Way): Promise<Attempt> {
  const { bin, home, program, server, session, snapshot } = made
  // The same path every time: programs keep the folder of a session in its store.
  await rm(home, { recursive: true, force: true })
  await cp(snapshot, home, { recursive: true, verbatimSymlinks: true })
  const undamaged = await damageTurn(damage, home, turn)
  if (undamaged !== undefined) return { outcome: `not judged: ${undamaged}`, output: '' }
  if (way === 'plugin') await program.addPlugin?.(home, server.url)
  const resume = program.resume(bin, home, server.url, session, goOn)
  const env = { ...resume.env, XDG_STATE_HOME: join(home, 'state') }
  server.forget()
  if (way === 'repair --apply') {
    const end = damage.beside && (await startBeside(damage.beside(bin, home)))
    await repairOf(made, undefined)
    await end?.()
  }
  const command = way === 'run --' ? [process.execPath, cli, 'run', '--', ...resume.command] : resume.command
  let run = await runCommand({ ...resume, command, env })
  const retries = way === 'repair --apply' || way === 'plugin' ? rounds : 0
  for (let round = 1; round <= retries && !program.worked(run.code, run.output); round += 1) {
    // What only the provider can see takes a refusal: the command repairs from its words, the plugin has repaired by itself.
    if (way === 'repair --apply') await repairOf(made, run.output)
    run = await runCommand({ ...resume, env })
  }
  if (run.code === null) return { outcome: 'no answer in time', output: run.output }
  if (!program.worked(run.code, run.output)) return { outcome: 'fails', output: run.output }
  if (way === 'run --' && repairsTold(run.output).some((line) => !line.includes(` in ${session}, loss `)))
    return { outcome: 'names another session', output: run.output }
  const request = server.sent()
  const lost = saidOf(damage, turn).filter((text) => !request.includes(text))
  if (lost.length === 0) return { outcome: 'works', output: run.output }
  return { outcome: 'loses text', output: `The request lacks: ${lost.join(', ')}\n${run.output}` }
}

/** Damages the turn; why not, where it holds nothing of that kind. */
async function damageTurn(damage: Damage, home: string, turn: Turn): Promise<string | undefined> {
  try {
    await damage.apply(home, turn)
    return undefined
  } catch (cause) {
    if (cause instanceof NothingToDamageError) return cause.message
    throw cause
  }
}

/** What `run --` says at its end of each repair. */
function repairsTold(output: string): string[] {
  return output.match(/session-recovery: \w+: .* loss .*/g) ?? []
}

/** Runs the command on the session, without an error or with what the program has shown. */
async function repairOf(
  { home, program, session }: Pick<MadeSession, 'home' | 'program' | 'session'>,
  error: string | undefined,
): Promise<void> {
  await age(home)
  const which = error === undefined ? ['--all'] : [session, '--error', '-']
  const args = ['repair', ...which, '--agent', program.agent, '--apply', '--allow', 'lossy']
  const input = error === undefined ? {} : { stdin: error }
  const env = { HOME: home, ...program.places?.(home), XDG_STATE_HOME: join(home, 'state') }
  const { output } = await runCommand({ command: [process.execPath, cli, ...args], cwd: home, env, ...input })
  if (process.argv.includes('--verbose')) console.error(output)
}

/** The command refuses a session that was written a moment ago: somebody may be using it. Nobody is. */
async function age(folder: string): Promise<void> {
  const then = new Date(Date.now() - 60_000)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), then, then)
  }
}
