import { createFleet } from '../fleet/create-fleet.ts'
import type { FleetQueue } from '../fleet/fleet-queue.ts'
import { createPostgresQueue } from '../fleet/queues/create-postgres-queue.ts'
import { fleetOverview } from '../fleet/view/fleet-overview.ts'
import { serveFleetView } from '../fleet/view/serve-fleet-view.ts'
import type { SessionStore } from '../storage/session-store.ts'
import { lazyPool } from '../storage/postgres/lazy-pool.ts'
import { CliError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import { parsePort } from './parse-port.ts'
import { untilStopped } from './proxy/stop-signals.ts'
import { openKnownStore, storeLabel, whileSomebodyWaits } from './store/open-store.ts'
import type { Invocation } from './table/command.ts'

/** `session-recovery fleet`: the state of a fleet, once as JSON, or as a page for operators with `--http`. It runs no turn. */
export async function fleetCommand({ options }: Invocation, context: CliContext): Promise<ExitCode> {
  const name = options.text('store')
  if (name === undefined) throw new CliError('usage', 'fleet needs a store.', 'Add --store postgres://... or a file.')
  const http = options.text('http')
  const port = http === undefined ? undefined : parsePort(http, 'http')
  const store = await openKnownStore(name, port === undefined ? whileSomebodyWaits : {})
  try {
    if (port !== undefined) await serve({ store, name, port }, context)
    else
      await context.output.line(JSON.stringify({ schema: 'session-recovery.fleet/1', ...(await fleetOverview(store)) }))
  } finally {
    await store.close()
  }
  return exitCode.healthy
}

interface Served {
  readonly store: SessionStore
  readonly name: string
  readonly port: number
}

async function serve({ store, name, port }: Served, { output, env }: CliContext): Promise<void> {
  const token = env['SESSION_RECOVERY_FLEET_TOKEN']
  const pool = /^postgres(ql)?:\/\//.test(name) ? lazyPool(name) : undefined
  const queue: FleetQueue | undefined = pool && createPostgresQueue(pool)
  // Trying again needs a queue that the nodes look into.
  const producer =
    queue &&
    createFleet({ store, queue, node: `operator ${process.pid}`, resume: () => Promise.reject(new TypeError()) })
      .producer
  try {
    const stopped = untilStopped()
    const view = await serveFleetView({
      store,
      port,
      ...(token && { token }),
      ...(producer && { producer }),
      onError: (cause) => output.talk(cause instanceof Error ? cause.message : String(cause)),
    })
    output.talk(`Fleet of ${storeLabel(name)}: ${view.url}. Ctrl-C ends it.`)
    await stopped
    await view.close()
  } finally {
    await pool?.end()
  }
}
