import { cp, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Served } from './emulators.ts'
import type { Damage, Program } from './program.ts'
import { runCommand } from './run-command.ts'

const cli = join(import.meta.dirname, '../../src/cli.ts')

/** The ways in which a damaged session is resumed. */
export type Way = 'alone' | 'repair --apply' | 'run --' | 'plugin'

/** A session that a real program has made, ready to be damaged again and again. */
export interface MadeSession {
  readonly program: Program
  readonly bin: string
  readonly home: string
  readonly snapshot: string
  readonly url: string
  readonly session: string
  /** The last request that reached the provider. */
  readonly sent?: (() => string) | undefined
}

/** What the session says and the tool has really given back: each must reach the next request, or was taken by the damage. */
const realTexts = ['READ the file notes.txt', 'the notes say 4711', 'It says 4711.'] as const

/** Lets the program make a session with a tool call in it. */
export async function makeSession(program: Program, bin: string, { url, sent }: Served): Promise<MadeSession> {
  const home = await mkdtemp(join(tmpdir(), 'session-recovery-e2e-'))
  await program.prepare(home, url)
  const { code, output } = await runCommand(program.first(bin, home, url))
  if (!program.worked(code, output)) throw new Error(`${program.name} made no session: ${output.slice(-600)}`)
  const session = await program.sessionOf(home, output)
  const snapshot = `${home}-snapshot`
  await cp(home, snapshot, { recursive: true, verbatimSymlinks: true })
  return { program, bin, home, snapshot, url, session, sent }
}

/** How a resume went. `loses text`: the program goes on, and the provider does not see all that was said and done before. */
export interface Attempt {
  readonly outcome: 'works' | 'fails' | 'loses text'
  readonly output: string
}

/** A provider names one fault at a time; a session may have as many. */
const rounds = 3

/** Damages a fresh copy of the session and resumes it in one way. Tells whether the program goes on, and with all that was said. */
export async function attempt(made: MadeSession, damage: Damage, way: Way): Promise<Attempt> {
  const { bin, home, program, session, snapshot, url } = made
  // The same path every time: programs keep the folder of a session in its store.
  await rm(home, { recursive: true, force: true })
  await cp(snapshot, home, { recursive: true, verbatimSymlinks: true })
  await damage.apply(home)
  if (way === 'plugin') await program.addPlugin?.(home, url)
  const resume = program.resume(bin, home, url, session)
  const env = { ...resume.env, XDG_STATE_HOME: join(home, 'state') }
  if (way === 'repair --apply') await repair()
  const command = way === 'run --' ? [process.execPath, cli, 'run', '--', ...resume.command] : resume.command
  let run = await runCommand({ ...resume, command, env })
  const retries = way === 'repair --apply' || way === 'plugin' ? rounds : 0
  for (let round = 1; round <= retries && !program.worked(run.code, run.output); round += 1) {
    // What only the provider can see takes a refusal: the command repairs from its words, the plugin has repaired by itself.
    if (way === 'repair --apply') await repair(run.output)
    run = await runCommand({ ...resume, env })
  }
  const worked = program.worked(run.code, run.output)
  const request = made.sent?.()
  const lost = realTexts.filter(
    (text) => worked && request !== undefined && !damage.loses?.includes(text) && !request.includes(text),
  )
  const output = lost.length === 0 ? run.output : `The request lacks: ${lost.join(', ')}\n${run.output}`
  return { outcome: !worked ? 'fails' : lost.length > 0 ? 'loses text' : 'works', output }

  async function repair(error?: string): Promise<void> {
    await age(home)
    const which = error === undefined ? ['--all'] : [session, '--error', '-']
    const args = ['repair', ...which, '--agent', program.agent, '--apply', '--allow', 'lossy']
    const input = error === undefined ? {} : { stdin: error }
    const { output } = await runCommand({ command: [process.execPath, cli, ...args], cwd: home, env, ...input })
    if (process.argv.includes('--verbose')) console.error(output)
  }
}

/** The command refuses a session that was written a moment ago: somebody may be using it. Nobody is. */
async function age(folder: string): Promise<void> {
  const then = new Date(Date.now() - 60_000)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), then, then)
  }
}
