import { watch, type FSWatcher } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CliError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import { findingTitle } from '../doctor/guide/finding-title.ts'
import { createRedactor, type Redactor } from '../doctor/redact/redact.ts'
import { toJson } from '../doctor/redact/to-json.ts'
import { checkSession } from '../doctor/check/check-session.ts'
import { placeOf } from '../doctor/check/place-of.ts'
import type { SessionReport } from '../doctor/check/reported-finding.ts'
import { findSessions, titleOf, type Selection } from '../doctor/sessions/find-sessions.ts'
import { untilStopped } from './proxy/stop-signals.ts'
import { parseCount } from './sessions/parse-when.ts'
import { sessionFolders } from '../doctor/sessions/session-folders.ts'
import { selectionOf } from './sessions/selection-of.ts'
import type { Invocation } from './table/command.ts'

/** Folders that are watched: those of the agents, or around the named paths. */
async function foldersOf({ named, agents, cwd }: Selection, context: CliContext): Promise<string[]> {
  const wanted = named.length > 0 ? named.map((path) => resolve(cwd, path)) : sessionFolders(context, agents)
  const folders = new Set<string>()
  for (const path of wanted) {
    const stats = await stat(path).catch(() => undefined)
    if (stats) folders.add(stats.isDirectory() ? path : dirname(path))
    else if (named.length > 0) throw new CliError('not_found', `There is no ${path}.`, 'Name files or folders.')
  }
  if (folders.size > 0) return [...folders]
  throw new CliError(
    'not_found',
    'No agent has stored sessions here yet.',
    'Name a folder: session-recovery watch FOLDER',
  )
}

/** Tells whether a session was written since the last look. */
class Changes {
  readonly #seen = new Map<string, string>()

  isNew({ agent, id, path, sizeBytes, modifiedMs }: SessionLook): boolean {
    const key = `${agent} ${id} ${path}`
    const state = `${sizeBytes} ${modifiedMs}`
    const changed = this.#seen.get(key) !== state
    this.#seen.set(key, state)
    return changed
  }
}

type SessionLook = Parameters<typeof checkSession>[0]

/** Reports the changes of a session: each finding once when it appears, and once when it is gone. */
class Teller {
  readonly #told = new Map<string, ReadonlySet<string>>()
  readonly #context: CliContext
  readonly #json: boolean
  readonly #redactor: Redactor

  constructor(context: CliContext, json: boolean, redactor: Redactor) {
    this.#context = context
    this.#json = json
    this.#redactor = redactor
  }

  async tell(ref: SessionLook): Promise<void> {
    const { report } = await checkSession(ref, { environment: this.#context })
    const told = this.#told.get(ref.path + ref.id) ?? new Set()
    const errors = report.findings.filter(({ severity }) => severity !== 'info')
    this.#told.set(ref.path + ref.id, new Set(errors.map(({ id }) => id)))
    const fresh = errors.filter(({ id }) => !told.has(id))
    if (fresh.length > 0 || (told.size > 0 && errors.length === 0))
      await this.#show({ ...report, findings: fresh }, ref)
  }

  async #show(whole: SessionReport, ref: SessionLook): Promise<void> {
    const { output, now } = this.#context
    const report = this.#redactor.report(whole)
    const at = new Date(now()).toISOString()
    if (this.#json) return output.line(toJson({ schema: 'session-recovery.watch/1', at, ...report }))
    const title = this.#redactor.active ? `${ref.agent} ${report.id}` : titleOf(ref)
    const time = output.style('dim', at.slice(11, 19))
    if (report.findings.length === 0) return output.line(`${time}  ${output.style('green', 'healthy again')}  ${title}`)
    for (const finding of report.findings.slice(0, 5)) {
      const place = placeOf(finding)
      await output.line(
        `${time}  ${output.style('red', finding.type)}  ${title}${place === '' ? '' : `, ${place}`}: ${findingTitle(finding)}`,
      )
    }
    if (report.findings.length > 5) await output.line(`${time}  and ${report.findings.length - 5} more`)
    if (report.next !== null) await output.line(`${time}  next: ${output.style('cyan', report.next)}`)
    return undefined
  }
}

/** A session that is written without end would keep all others from being looked at. */
const mostWaits = 10

/** Aborted at Ctrl-C, when the terminal closes, or when the supervisor asks to end. */
function stopSignal(): AbortSignal {
  const controller = new AbortController()
  void untilStopped().then(() => controller.abort())
  return controller.signal
}

/** `session-recovery watch`: looks at each session again when its file has been written and all is quiet, or has not been for long. */
export async function watchCommand(invocation: Invocation, context: CliContext): Promise<ExitCode> {
  const { options, positionals } = invocation
  const { output } = context
  const stop = stopSignal()
  const quietMs = parseCount(options.text('debounce') ?? '750', 'debounce')
  const selection = selectionOf(invocation, positionals, context)
  const folders = await foldersOf(selection, context)
  const changes = new Changes()
  const teller = new Teller(context, options.flag('json'), createRedactor(options.flag('redact')))

  let changedAt = 0
  let wake: (() => void) | undefined
  const watchers: FSWatcher[] = folders.map((folder) =>
    watch(folder, { recursive: true }, () => {
      changedAt = performance.now()
      wake?.()
    }).on('error', (cause) => output.talk(`${folder}: ${cause.message}`)),
  )
  stop.addEventListener('abort', () => wake?.(), { once: true })
  try {
    // Runs after the watchers have started, so that writes during the count are noticed too.
    for await (const ref of findSessions(context, selection)) changes.isNew(ref)
    output.talk(`Watching ${folders.join(', ')}. Ctrl-C ends it.`)
    while (!stop.aborted) {
      await new Promise<void>((resolve) => {
        wake = resolve
        if (changedAt > 0 || stop.aborted) resolve()
      })
      const longest = performance.now() + mostWaits * quietMs
      while (!stop.aborted && performance.now() < Math.min(changedAt + quietMs, longest))
        await wait(quietMs, undefined, { signal: stop }).catch(() => undefined)
      changedAt = 0
      if (stop.aborted) break
      for await (const ref of findSessions(context, selection)) if (changes.isNew(ref)) await teller.tell(ref)
    }
  } finally {
    for (const watcher of watchers) watcher.close()
  }
  return exitCode.healthy
}
