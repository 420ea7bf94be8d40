import { attempt, makeSession, type Attempt, type MadeSession, type Way } from './attempt.ts'
import { turns, type Turn } from './conversation.ts'
import type { Served } from './emulators.ts'
import { installProgram } from './install-program.ts'
import type { Damage, Program } from './program.ts'

type Outcome = Attempt['outcome'] | '-' | 'not reached'

/** What a program has done with all of its damages. */
export interface ProgramReport {
  /** The rows of docs/agents.md, by their first cell: those of which every cell was tried to its end. */
  readonly rows: ReadonlyMap<string, readonly string[]>
  /** Resumes that have failed although they had help, each tried twice; or that the run itself has broken. */
  readonly wrong: readonly string[]
  /** What could not be judged here: programs that are not there, damages that find nothing, resumes that ended in no time. */
  readonly undecided: readonly string[]
}

/** How a run of all programs goes. */
export interface ReportOptions {
  /** When nothing new is begun any more; `performance.now()`. */
  readonly endMs: number
  readonly say: (line: string) => void
  readonly verbose: boolean
  /** Only damages whose name holds it. */
  readonly damage: string
}

const undecidedReport = (program: Program, why: string): ProgramReport => ({
  rows: new Map(),
  wrong: [],
  undecided: [`${program.name}: ${why}`],
})

/** Installs a program, lets it make a session, and resumes each damage of it in each way. */
export async function reportProgram(
  program: Program,
  serve: () => Promise<Served>,
  options: ReportOptions,
): Promise<ProgramReport> {
  const bin = await installProgram(program)
  if (bin === null) return undecidedReport(program, `${program.spec} cannot be installed here`)
  const server = await serve()
  let made: MadeSession | undefined
  try {
    made = await makeSession(program, bin, server)
    return await reportSession(made, options)
  } catch (cause) {
    // Before there is a session it is of the program itself, or of this machine: nothing of ours has been asked for yet.
    if (!made) return undecidedReport(program, cause instanceof Error ? cause.message : String(cause))
    // The other programs go on.
    const broken = `${program.name}: the run itself has broken: ${cause instanceof Error ? cause.stack : String(cause)}`
    return { rows: new Map(), wrong: [broken], undecided: [] }
  } finally {
    await server.close()
  }
}

async function reportSession(made: MadeSession, options: ReportOptions): Promise<ProgramReport> {
  const { program } = made
  const ways = waysOf(program)
  const wrong: string[] = []
  const undecided: string[] = []
  const rows = new Map<string, readonly string[]>()
  let notReached = 0
  for (const damage of program.damages.filter(({ name }) => name.includes(options.damage))) {
    const outcomes = new Map<Way, Outcome[]>(ways.map((way) => [way, []]))
    for (const turn of damage.turns ?? turns) {
      for (const way of ways) {
        const place = `${program.name}: ${damage.name}, turn ${turn}, ${way}`
        const outcome = await outcomeOf(made, damage, turn, way, outcomes.get('alone')!.at(-1), options)
        outcomes.get(way)!.push(outcome)
        if (isWrong(outcome, way)) wrong.push(`${place}: ${outcome}`)
        if (outcome === 'not reached') notReached += 1
        if (outcome === 'no answer in time' || (isUnjudged(outcome) && way === 'alone'))
          undecided.push(`${place}: ${outcome}`)
      }
    }
    const cells = ways.map((way) => cellOf(outcomes.get(way)!))
    const isWhole = [...outcomes.values()]
      .flat()
      .every((outcome) => !['not reached', 'no answer in time'].includes(outcome))
    if (isWhole) rows.set(rowNameOf(damage), cells)
    options.say(`${program.name}: ${damage.name}: ${ways.map((way, at) => `${way} ${cells[at]}`).join(', ')}`)
  }
  if (notReached > 0) undecided.push(`${program.name}: ${notReached} resumes not reached`)
  return { rows, wrong, undecided }
}

/** The first cell of a damage. */
export function rowNameOf({ name, turns: hit }: Damage): string {
  return hit ? `${name} (turn ${hit.join(', ')} only)` : name
}

/** The columns of a program. */
export function waysOf({ addPlugin }: Program): readonly Way[] {
  return ['alone', 'repair --apply', 'run --', ...(addPlugin ? (['plugin'] as const) : [])]
}

const isUnjudged = (outcome: Outcome | undefined): outcome is `not judged: ${string}` =>
  outcome?.startsWith('not judged') ?? false

/** What the program has lost before it asks can be kept in its storage alone. */
function isWrong(outcome: Outcome, way: Way): boolean {
  return (
    way !== 'alone' &&
    (outcome === 'fails' ||
      outcome === 'names another session' ||
      (outcome === 'loses text' && way === 'repair --apply'))
  )
}

async function outcomeOf(
  made: MadeSession,
  damage: Damage,
  turn: Turn,
  way: Way,
  alone: Outcome | undefined,
  options: ReportOptions,
): Promise<Outcome> {
  if (way !== 'alone' && isUnjudged(alone)) return alone
  if (way === 'run --' || way === 'plugin') {
    // Nothing to help with; and beside another program only the file is of interest.
    if (damage.beside || damage.onlyOnDisk?.includes(way)) return '-'
    if (alone === 'works') return 'works'
  }
  if (performance.now() > options.endMs) return 'not reached'
  const first = await attempt(made, damage, turn, way)
  if (!isWrong(first.outcome, way) && first.outcome !== 'no answer in time') return first.outcome
  // A machine may stumble once: what is wrong is wrong twice.
  const second = await attempt(made, damage, turn, way)
  if (options.verbose)
    options.say(`${damage.name}, turn ${turn}, ${way}: ${second.outcome}\n${second.output.slice(0, 800)}`)
  return second.outcome
}

/** One word where all three positions agree, else the first, the middle and the last. */
function cellOf(outcomes: readonly Outcome[]): string {
  return new Set(outcomes).size === 1 ? outcomes[0]! : outcomes.join(' / ')
}
