import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { changeHistory, loadHistory, withStarted } from '../../src/fleet/fleet-history.ts'
import { type FleetOptions, type FleetStore, resolveFleetOptions } from '../../src/fleet/fleet-options.ts'
import type { ClaimedJob, FleetQueue } from '../../src/fleet/fleet-queue.ts'
import { createMemoryQueue } from '../../src/fleet/queues/create-memory-queue.ts'
import { runJob } from '../../src/fleet/run-job.ts'
import { fleetPage } from '../../src/fleet/view/fleet-page.ts'
import type { InterruptedSessions } from '../../src/recovery/interrupted/interrupted-sessions.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import { StoreError } from '../../src/storage/store-error.ts'
import { trackToolCall } from '../../src/storage/track-tool-call.ts'
import type { Lease } from '../../src/storage/lease.ts'
import { acquired } from '../../src/testing/contracts/store-cases/store-case.ts'

const job: ClaimedJob = { sessionID: 's', turnID: 'one', input: 'hi', id: '1', claim: 'c' }

/** One node at a job, and what it asks of the queue: `npx vitest run test/fleet/jobs -u` records it anew. */
interface Ground {
  readonly lines: string[]
  readonly store: FleetStore
  time: number
  run(options?: Partial<FleetOptions>, stopping?: AbortSignal): Promise<void>
}

const shown = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (each instanceof Error ? `${each.name}: ${each.message}` : each))

function ground(wrap: (store: FleetStore) => FleetStore = (store) => store): Ground {
  const lines: string[] = []
  const made: Ground = {
    lines,
    time: 1_000_000,
    store: createMemoryStore({ now: () => made.time }),
    async run(options = {}, stopping = new AbortController().signal) {
      const told =
        (name: string) =>
        async (...args: readonly unknown[]): Promise<boolean> => {
          await turn()
          lines.push(`queue ${name} ${shown(args.slice(1))}`)
          return true
        }
      const queue = { complete: told('complete'), fail: told('fail'), work: () => undefined } as unknown as FleetQueue
      const resolved = resolveFleetOptions(
        {
          store: { ...wrap(late(made.store, lines)), now: () => made.time },
          queue,
          node: 'a',
          resume: async ({ turn, previous, attempt }) => {
            lines.push(`resume ${turn.turnID} ${turn.state} after ${previous?.turnID ?? 'nothing'}, attempt ${attempt}`)
            return 'done'
          },
          random: () => 0.5,
          onLost: (lost) => lines.push(`lost ${shown(lost)}`),
          onError: (cause) => lines.push(`error ${shown(cause)}`),
          ...options,
        },
        createMemoryQueue,
      )
      await runJob(job, resolved, stopping)
      const turns = await Promise.all(['one', 'one~2', 'one~3'].map((id) => made.store.turns.get('s', id)))
      const states = turns.flatMap((turn) => (turn ? [`${turn.turnID} ${turn.state} ${shown(turn.data)}`] : []))
      const holder = await made.store.leases.holder('s')
      lines.push(
        `  = ${states.join('; ')}; held by ${holder?.by ?? 'nobody'}; ${shown(await loadHistory(made.store, 's'))}`,
      )
    },
  }
  return made
}

/** A store that answers late, and tells of who does not wait for its answer before the next question. */
function late(store: FleetStore, lines: string[]): FleetStore {
  let asked = 0
  const after =
    <Given extends readonly unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      asked += 1
      if (asked > 1) lines.push('two questions at once')
      await turn()
      return work(...given).finally(() => {
        asked -= 1
      })
    }
  const { leases, turns } = store
  const execute = after(store.execute as (...given: unknown[]) => Promise<unknown>) as FleetStore['execute']
  const acquire: typeof leases.acquire = async (...given) => {
    const taken = await leases.acquire(...given)
    if (!taken.held)
      for (const name of ['release', 'renew'] as const)
        Object.defineProperty(taken, name, {
          value: after(taken[name].bind(taken) as () => Promise<unknown>),
          writable: true,
        })
    return taken
  }
  return {
    ...store,
    execute,
    leases: { ...leases, acquire },
    turns: { ...turns, get: after(turns.get), advance: after(turns.advance) },
  }
}

const fails =
  (cause: unknown): FleetOptions['resume'] =>
  () =>
    Promise.reject(cause as Error)

/** A turn on which a dead node was at work. */
async function leftBehind({ store }: Ground): Promise<void> {
  const lease = await acquired(store, 's', { owner: 'dead', ttlMs: 60_000 })
  await store.turns.begin('s', { turnID: 'one', input: 'hi' })
  await store.turns.advance('s', 'one', 'worker_started', { node: 'dead' }, { lease })
  await lease.release()
}

const scenes: readonly (readonly [
  title: string,
  tell: (here: Ground) => Promise<void>,
  wrap?: (store: FleetStore) => FleetStore,
])[] = [
  ['a turn runs', async ({ run }) => run()],
  [
    'a turn is done, and its node dies before it is counted',
    async (here) => {
      await here.run({ resume: fails(new Error('x')) })
      const lease = await acquired(here.store, 's', { owner: 'dead', ttlMs: 60_000 })
      await here.store.turns.begin('s', { turnID: 'one~2', input: 'hi', lease })
      await here.store.turns.advance('s', 'one~2', 'completed', 'whole', { lease })
      await changeHistory(here.store, lease, (history) =>
        withStarted(history, 'one', { at: here.time, node: 'dead', turnID: 'one~2', outcome: 'started' }),
      )
      await lease.release()
      await here.run()
    },
  ],
  ['a turn that has run comes again', async ({ run }) => (await run(), run())],
  [
    'a turn fails in each way, and is parked',
    async ({ run }) => {
      for (const cause of [new TypeError('secret'), Object.assign(new Error('secret'), { code: 'EPIPE' }), 'secret'])
        await run({ maxAttempts: 3, resume: fails(cause) })
    },
  ],
  [
    'a turn fails until its pauses are the longest, and then runs',
    async ({ run }) => {
      for (let made = 0; made < 2; made += 1)
        await run({ resume: fails(new Error('x')), backoff: { baseMs: 10, factor: 10, maxMs: 60 } })
      await run()
    },
  ],
  [
    'another node has the session, for long and not for long',
    async (here) => {
      await acquired(here.store, 's', { owner: 'b', ttlMs: 5_000 })
      await here.run()
      here.time += 4_900
      await here.run()
    },
  ],
  ['the node stops before it begins', async ({ run }) => run({}, AbortSignal.abort())],
  [
    'the node stops while it begins',
    async (here) => {
      const stopping = new AbortController()
      const { leases } = here.store
      const acquire: typeof leases.acquire = async (...args) => {
        stopping.abort(new DOMException('stop', 'AbortError'))
        return leases.acquire(...args)
      }
      const store = { ...here.store, leases: { ...leases, acquire }, now: () => here.time }
      await here.run({ store }, stopping.signal)
    },
  ],
  ['a dead node has left a turn behind', async (here) => (await leftBehind(here), here.run())],
  [
    'a dead node has left a turn behind, and the hook repairs what it had said',
    async (here) => {
      await leftBehind(here)
      const recoverStored: InterruptedSessions['recoverStored'] = async (sessionID, turnID, { resume, onSound }) => {
        here.lines.push(`repair of ${sessionID} ${turnID}, ${resume ? 'resumed' : 'handed back'}`)
        await onSound()
        return { status: 'recovered' } as never
      }
      await here.run({ recover: { recoverStored } })
    },
  ],
  ...([true, false] as const).map(
    (idempotent) =>
      [
        `a dead node has left a turn and a call behind that may be run again: ${idempotent}`,
        async (here: Ground) => {
          await leftBehind(here)
          const lease = await acquired(here.store, 's', { owner: 'dead', ttlMs: 60_000 })
          const call = { sessionID: 's', callId: 'c', name: 'f', input: {}, lease, idempotent }
          await new Promise<void>((started) => {
            void trackToolCall(here.store, call, () => (started(), new Promise(() => undefined)))
          })
          await lease.release()
          // Of another session another node may be at work.
          await here.store.turns.begin('other', { turnID: 'two', input: 'hi' })
          const recoverStored: InterruptedSessions['recoverStored'] = async (sessionID) => {
            here.lines.push(`repair of ${sessionID}`)
            return { status: 'recovered' } as never
          }
          await here.run({
            recover: { recoverStored },
            runTool: ({ name }) => void here.lines.push(`the tool ${name} runs`),
          })
          const { state } = (await here.store.turns.get('other', 'two'))!
          here.lines.push(
            `  = other ${state}; calls ${shown((await here.store.parts.list('s')).map(({ status }) => status))}`,
          )
        },
      ] as const,
  ),
  [
    'a dead node has left a turn behind, at its last attempt, or long ago',
    async (here) => {
      await leftBehind(here)
      await here.run({ maxAttempts: 1, resume: fails(new Error('x')) })
      await here.run({ maxAttempts: 1 })
    },
  ],
  [
    'a turn that is parked comes again',
    async ({ run }) => {
      await run({ maxAttempts: 1, resume: fails(new Error('x')) })
      await run()
    },
  ],
  [
    'a dead node has left a turn behind just within the grace',
    async (here) => {
      await leftBehind(here)
      here.time += 500
      await here.run({ graceMs: 500 })
    },
  ],
  [
    'a dead node has left a turn behind just beyond the grace',
    async (here) => {
      await leftBehind(here)
      here.time += 501
      await here.run({ graceMs: 500 })
    },
  ],
  [
    'the host completes, or interrupts, the turn by itself',
    async ({ run, store }) => {
      await run({
        resume: async ({ turn, lease }) => {
          await store.turns.advance('s', turn.turnID, 'interrupted', 'by host', { lease })
        },
      })
      await run({
        resume: async ({ turn, lease }) => {
          await store.turns.advance('s', turn.turnID, 'completed', 'by host', { lease })
          return 'ignored'
        },
      })
    },
  ],
  ...(['interrupted', 'completed'] as const).map(
    (state) =>
      [
        `the host has ${state} the turn, and fails`,
        async ({ run, store }: Ground) => {
          await run({
            resume: async ({ turn, lease }) => {
              await store.turns.advance('s', turn.turnID, state, 'by host', { lease })
              throw new Error('x')
            },
          })
          await run()
        },
      ] as const,
  ),
  [
    'the session is lost while the turn runs',
    async (here) => {
      await here.run({
        resume: async ({ signal, lease }) => {
          here.time += 60_000
          await acquired(here.store, 's', { owner: 'b', ttlMs: 60_000 })
          await lease.renew()
          here.lines.push(`aborted ${signal.aborted}`)
          return new Promise(() => undefined)
        },
      })
    },
  ],
  [
    'the session is lost when the turn is over',
    async (here) => {
      await here.run({
        resume: async () => {
          here.time += 60_000
          await acquired(here.store, 's', { owner: 'b', ttlMs: 60_000 })
        },
      })
    },
  ],
  [
    'the store cannot be read',
    async ({ run }) => run(),
    (store) => ({ ...store, turns: { ...store.turns, get: () => Promise.reject(new Error('away')) } }),
  ],
  [
    'a turn of the session cannot be read, whatever node tries it',
    async (here) => {
      const dead = await acquired(here.store, 's', { owner: 'dead', ttlMs: 60_000 })
      await here.store.messages.append('s', [{ raw: 'hi' }], { lease: dead })
      await dead.release()
      for (let tried = 0; tried < 3; tried += 1) await here.run({ maxAttempts: 2 })
    },
    (store) => ({
      ...store,
      turns: {
        ...store.turns,
        get: () => Promise.reject(new StoreError({ code: 'invalid_row', message: 'A turn has no state.' })),
      },
    }),
  ],
  ...(['unreachable', 'lease_lost'] as const).map(
    (code) =>
      [
        `a turn of the session cannot be read: ${code}`,
        async (here: Ground) => {
          await here.store.messages.append('s', [{ raw: 'hi' }])
          await here.run({ maxAttempts: 1 })
        },
        (store: FleetStore): FleetStore => ({
          ...store,
          turns: { ...store.turns, get: () => Promise.reject(new StoreError({ code, message: 'No.' })) },
        }),
      ] as const,
  ),
  [
    'the repair of what a dead node left fails, and is told',
    async (here) => {
      await leftBehind(here)
      await here.run({ recover: { recoverStored: () => Promise.reject(new Error('broken')) } })
    },
  ],
  [
    'the repair of what a dead node left ends its node, until it has used the attempts up',
    async (here) => {
      await leftBehind(here)
      const recoverStored = async (): Promise<never> => {
        here.time += 60_000
        await acquired(here.store, 's', { owner: 'heir', ttlMs: 1 })
        throw new Error('gone')
      }
      for (let tried = 0; tried < 3; tried += 1) {
        await here.run({ maxAttempts: 2, recover: { recoverStored } })
        here.time += 60_000
      }
    },
  ],
  [
    'the lease cannot be given back',
    async ({ run }) => run(),
    (store) => ({
      ...store,
      leases: {
        ...store.leases,
        acquire: async (...args) => {
          const taken = await store.leases.acquire(...args)
          return taken.held ? taken : Object.assign(taken, { release: () => Promise.reject(new Error('away')) })
        },
      },
    }),
  ],
  [
    'the store ends a job in its own transaction',
    async ({ run }) => run(),
    (store) => ({
      ...store,
      fenced: (async (sessionID: string, lease: Lease, work: (tx: unknown) => Promise<unknown>) =>
        work(`transaction of ${sessionID} for ${lease.sessionID}`)) as never,
    }),
  ],
]

test('what a node makes of a job is not what is on record', async () => {
  let record = ''
  for (const [title, tell, wrap] of scenes) {
    const here = ground(wrap)
    await tell(here)
    record += `# ${title}\n${here.lines.join('\n')}\n\n`
  }
  await expect(record).toMatchFileSnapshot('./jobs.txt')
})

test('the page of a fleet is not what is on record', async () => {
  const attempts = [
    { at: 1, node: 'n', turnID: 'bad', outcome: 'failed', error: 'TypeError' },
    { at: 2, node: 'm', turnID: 'bad~2', outcome: 'died' },
    { at: 3, node: 'o', turnID: 'bad~2', outcome: 'died', isRepair: true },
  ] as const
  const busy = { sessionID: 'a&"b', updatedAt: 1_000, messages: 3, owner: 'n', until: 61_000 }
  const overview = {
    at: 3_600_000,
    total: 7,
    sessions: [
      {
        ...busy,
        pending: [
          { turnID: 't', state: 'submitted', since: 5 },
          { turnID: 'u', state: 'worker_started', since: 6 },
        ],
      },
      { sessionID: 'idle', updatedAt: 2_000, messages: 0, owner: null, until: null, pending: [] },
    ],
    interrupted: [{ sessionID: 'i', turnID: 'j', since: 7_000 }],
    parked: [{ sessionID: 's', turnID: 'bad', at: 8_000, attempts }],
    recoveries: [0, 1, 3, 4].map((count, index) => ({ hour: index * 3_600_000, count })),
  }
  const none = { ...overview, sessions: [], interrupted: [], parked: [], recoveries: [] }
  const pages = [
    fleetPage(overview, { nonce: 'once', mayRetry: true }),
    fleetPage(overview, { nonce: 'once', mayRetry: false }),
    fleetPage(none, { nonce: 'twice', mayRetry: true }),
  ]
  await expect(`${pages.join('\n\n')}\n`).toMatchFileSnapshot('./page.txt')
})
