import type { FullClock } from './clock.ts'
import type { ExitReport } from './failure.ts'
import { RestartBudget } from './restart-budget.ts'
import { RingText } from './ring-text.ts'
import type { SessionAddress, SessionHandle } from './session-handle.ts'
import type { SessionSpec } from './session-spec.ts'
import { patchInteractive, type InteractiveState } from './snapshots/interactive-state.ts'
import { RecoveryCounter } from './statistics.ts'
import { SecretFilter } from './snapshots/secret-filter.ts'
import type { ErrorContext, PastRecovery, SessionState, Snapshot, SnapshotPatch } from './snapshots/snapshot.ts'
import type { RecoveryResult } from './recovery-result.ts'
import type { SupervisorConfig } from './supervisor-options.ts'

/** Recovery results kept in memory per session. */
const mostResults = 200

/** Past recoveries kept in a snapshot. */
const mostPast = 50

/** The state of one session in a running supervisor. */
export class SessionRecord {
  readonly id: string
  spec: SessionSpec
  readonly budget: RestartBudget
  readonly filter: SecretFilter
  state: SessionState = 'registered'
  handle: SessionHandle | undefined
  /** Where it ran last. */
  address: SessionAddress | undefined
  /** Token of this supervisor's claim; undefined when the session is not claimed by it. */
  claim: number | undefined
  lastExit: ExitReport | undefined
  interactive: InteractiveState | undefined
  registeredAt: Date
  /** Whether it was started before: an agent then resumes. */
  startedBefore = false
  /** Known only from a snapshot, which lacks secrets: the program can be adopted, but not started. */
  incomplete = false
  /** The running recovery. */
  recovery: Promise<RecoveryResult> | undefined
  readonly results: RecoveryResult[] = []
  readonly counter: RecoveryCounter = new RecoveryCounter()
  /** Cancels the next attempt. */
  waiting: AbortController = new AbortController()
  /** Cancels the periodic probes and snapshots of the running program. */
  watching: AbortController = new AbortController()
  /** Aborted when this supervisor gives the session up. */
  gone: AbortController = new AbortController()
  revision = 0
  /** Why the last snapshot could not be written. */
  writeError: string | undefined
  writing: Promise<void> = Promise.resolve()
  changesSinceSnapshot = 0
  missedProbes = 0
  /** Start of the time without a failure, monotonic ms. */
  healthySince: number | undefined
  /** The launch in progress. */
  launching: Promise<void> | undefined

  readonly #config: SupervisorConfig
  readonly #clock: FullClock
  #output: RingText
  #history: string[] = []
  #workingDirectory: string
  #errorContext: ErrorContext | undefined
  #past: PastRecovery[] = []
  #env: Record<string, string>
  #stopListening: () => void = () => undefined

  constructor(id: string, spec: SessionSpec, config: SupervisorConfig, clock: FullClock) {
    this.id = id
    this.spec = spec
    this.#config = config
    this.#clock = clock
    this.budget = new RestartBudget(config.budget)
    this.filter = new SecretFilter(config.snapshot.env)
    this.filter.learnInherited(process.env)
    this.filter.learn(spec)
    this.registeredAt = new Date(clock.now())
    this.#output = this.#newOutput()
    this.#workingDirectory = spec.cwd ?? process.cwd()
    this.#env = { ...spec.env }
  }

  #newOutput(): RingText {
    return new RingText(Math.max(1, this.#config.snapshot.outputChars))
  }

  get workingDirectory(): string {
    return this.#workingDirectory
  }

  /** The session's present variables. */
  get env(): Readonly<Record<string, string>> {
    return this.#env
  }

  get outputTotal(): number {
    return this.#output.total
  }

  /** Replaces the spec; the session's state stays. */
  respecify(spec: SessionSpec): void {
    this.spec = spec
    this.incomplete = false
    this.filter.learn(spec)
    this.#workingDirectory = spec.cwd ?? this.#workingDirectory
    this.#env = { ...this.#env, ...spec.env }
  }

  /** Resets a session whose program was done, so that the next run counts as new. */
  beginAnew(): void {
    this.state = 'registered'
    this.startedBefore = false
    this.address = undefined
    this.registeredAt = new Date(this.#clock.now())
    this.budget.reset()
  }

  /** Restores the state from a snapshot. It lacks the values of secrets, which come from `spec`. */
  restore(snapshot: Snapshot): void {
    this.registeredAt = snapshot.registeredAt
    this.revision = snapshot.revision
    this.state = snapshot.state
    this.address = snapshot.address
    this.lastExit = snapshot.lastExit
    this.interactive = snapshot.interactive
    this.#workingDirectory = snapshot.workingDirectory
    this.#history = [...snapshot.commandHistory]
    this.#errorContext = snapshot.errorContext
    this.#past = [...snapshot.recoveries]
    this.#output = this.#newOutput()
    this.#output.push(snapshot.output)
    this.startedBefore = snapshot.address !== undefined
    const now = this.#clock.now()
    this.budget.reset()
    this.budget.restore(
      snapshot.attemptsAt.map((at) => now - at.getTime()),
      this.#clock.monotonic(),
    )
  }

  /** Makes a running program the session's program. */
  attach(handle: SessionHandle): void {
    this.#stopListening()
    this.handle = handle
    this.address = handle.address
    this.startedBefore = true
    this.missedProbes = 0
    // Output from before the attachment, for example during the probe.
    this.#output.push(handle.output())
    this.#stopListening = handle.onOutput((text) => this.#output.push(text))
  }

  /** Detaches the program from the session and returns its handle. */
  release(): SessionHandle | undefined {
    const { handle } = this
    this.#stopListening()
    this.#stopListening = () => undefined
    this.handle = undefined
    return handle
  }

  patch(patch: SnapshotPatch): void {
    const { commands } = this.#config.snapshot
    this.#workingDirectory = patch.workingDirectory ?? this.#workingDirectory
    if (patch.env) {
      this.filter.learn({ env: patch.env })
      this.#env = { ...this.#env, ...patch.env }
    }
    if (patch.commandHistory) this.#history = [...patch.commandHistory]
    if (patch.command !== undefined) this.#history.push(patch.command)
    if (this.#history.length > commands) this.#history = commands === 0 ? [] : this.#history.slice(-commands)
    if (patch.output !== undefined) this.#output.push(patch.output)
    if (patch.interactive) this.interactive = patchInteractive(this.interactive, patch.interactive)
    if (patch.error !== undefined) this.noteError(patch.error)
  }

  noteError(lastError: string): void {
    const count = (this.#errorContext?.count ?? 0) + 1
    this.#errorContext = { lastError: lastError.slice(0, 2_000), at: new Date(this.#clock.now()), count }
  }

  remember(result: RecoveryResult): void {
    this.results.push(result)
    if (this.results.length > mostResults) this.results.shift()
    const { strategy, why, repair } = result
    this.#past.push({
      at: result.endedAt,
      class: result.class,
      outcome: result.outcome,
      ...(strategy && { strategy }),
      ...(why && { why }),
      durationMs: Math.round(result.durationMs),
      tried: result.tried.map(({ strategy, result, why }) => ({ strategy, result, ...(why !== undefined && { why }) })),
      ...(repair && { repair: repair.says }),
    })
    if (this.#past.length > mostPast) this.#past.shift()
  }

  /** The unmasked end of the output: only for classification, never to be written or shown. */
  rawTail(length: number): string {
    return this.#output.toString().slice(-length)
  }

  /** The end of the output, masked before it is cut, since a cut-off secret would not be recognised. */
  tail(): string {
    const { outputChars } = this.#config.snapshot
    return outputChars === 0 ? '' : this.filter.text(this.#output.toString()).slice(-outputChars)
  }

  /** The state as a snapshot, without secrets. */
  toSnapshot(screen?: string): Snapshot {
    const { filter } = this
    const text = (value: string): string => filter.text(value)
    const now = this.#clock.now()
    const { interactive } = this
    return structuredClone({
      sessionID: this.id,
      revision: this.revision,
      takenAt: new Date(now),
      registeredAt: this.registeredAt,
      state: this.state,
      spec: filter.spec({ ...this.spec, env: this.#env }),
      redacted: filter.redacted,
      workingDirectory: this.#workingDirectory,
      commandHistory: this.#history.map(text),
      output: this.tail(),
      ...(screen !== undefined && text(screen) === screen && { screen }),
      ...(interactive && {
        interactive: {
          ...interactive,
          ...(interactive.lastPrompt !== undefined && { lastPrompt: text(interactive.lastPrompt) }),
          pendingCommands: interactive.pendingCommands.map((each) => ({ ...each, command: text(each.command) })),
        },
      }),
      ...(this.#errorContext && {
        errorContext: { ...this.#errorContext, lastError: text(this.#errorContext.lastError) },
      }),
      ...(this.address && { address: this.address }),
      ...(this.lastExit && { lastExit: this.lastExit }),
      recoveries: this.#past,
      attemptsAt: this.budget.ages(this.#clock.monotonic()).map((age) => new Date(now - age)),
    })
  }
}
