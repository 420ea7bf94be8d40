import { onTestFinished } from 'vitest'
import { type FleetViewOptions, serveFleetView } from '../../src/fleet/view/serve-fleet-view.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import { user } from '../../src/testing/contracts/store-cases/store-case.ts'

/** The address of a view of a small fleet, with a name that would be a script. */
export async function view(options: Partial<FleetViewOptions> = {}): Promise<string> {
  const store = createMemoryStore()
  await store.messages.append('<script>alert(1)</script>\u202e', [user('secret prompt')])
  await store.turns.begin('s', { turnID: 'one' })
  await store.turns.advance('s', 'one', 'worker_started')
  const attempts = [{ at: 1, node: 'n', turnID: 'bad', outcome: 'failed', error: 'TypeError' }]
  const history = {
    open: {},
    parked: { bad: { at: 1, attempts } },
    recoveries: [{ at: Date.now(), turnID: 'x', attempts: 2 }],
  }
  await store.state.set('s', 'history', history, { owner: 'fleet' })
  const served = await serveFleetView({ store, port: 0, ...options })
  onTestFinished(() => served.close())
  return served.url
}
