import { describe, expect, test } from 'vitest'
import { CallGuard } from '../../src/recovery/calls/call-guard.ts'
import type { Clock } from '../../src/recovery/clock.ts'
import type { GuardedCall } from '../../src/recovery/calls/guarded-call.ts'
import { RecoveryEngine } from '../../src/recovery/recovery-engine.ts'
import { SessionClaims } from '../../src/recovery/session-claims.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import { detectError } from '../../src/repair/detect-error.ts'
import type { SessionStore } from '../../src/storage/session-store.ts'
import { assistant, refusal, text, thinking, user } from '../strategies/anthropic.ts'

/** Time that stands still until it is moved; what is due then runs. */
class Stopped implements Clock {
  time = 0
  #due: { at: number; run: () => void }[] = []
  now = (): number => this.time
  get waiting(): number {
    return this.#due.length
  }
  after = (ms: number, run: () => void): (() => void) => {
    const entry = { at: this.time + ms, run }
    this.#due.push(entry)
    return () => void (this.#due = this.#due.filter((other) => other !== entry))
  }
  async move(ms: number): Promise<void> {
    this.time += ms
    const due = this.#due.filter(({ at }) => at <= this.time)
    this.#due = this.#due.filter(({ at }) => at > this.time)
    for (const { run } of due) run()
    await new Promise(setImmediate)
  }
}

function scene(store?: SessionStore) {
  const clock = new Stopped()
  const timeLimit = { clock, ms: 10_000 }
  return { clock, claims: new SessionClaims({ store, leaseMs: 300, timeLimit, clock }) }
}

test('I9: one process recovers a session twice at once, or never again', async () => {
  const { claims } = scene()
  const first = await claims.take('ses_1')
  expect(first).not.toBeNull()
  expect(await claims.take('ses_1')).toBeNull()
  expect(await claims.take('ses_2')).not.toBeNull()
  await first!.release()
  expect(await claims.take('ses_1')).not.toBeNull()
})

test('a claim that was neither renewed nor released holds its session for ever, or is void before its time', async () => {
  const { claims, clock } = scene()
  const first = await claims.take('ses_1')
  await clock.move(299)
  expect(await claims.take('ses_1')).toBeNull()
  await clock.move(1)
  const second = await claims.take('ses_1')
  expect(second).not.toBeNull()
  // The late release of the first one is not the release of the second.
  await first!.release()
  expect(await claims.take('ses_1')).toBeNull()
})

test('a renewed claim ends while its work goes on, or is renewed after its release', async () => {
  const { claims, clock } = scene()
  const claim = await claims.take('ses_1')
  claim!.keepAlive()
  claim!.keepAlive()
  for (let step = 0; step < 20; step += 1) {
    await clock.move(100)
    expect(await claims.take('ses_1')).toBeNull()
  }
  expect(clock.waiting).toBe(1)
  await claim!.release()
  claim!.keepAlive()
  // A timer that was left would keep the process alive.
  expect(clock.waiting).toBe(0)
  const next = await claims.take('ses_1')
  await clock.move(300)
  expect(next).not.toBeNull()
  expect(await claims.take('ses_1')).not.toBeNull()
})

test('a claim is renewed more or less often than three times in its own time', async () => {
  const store = createMemoryStore()
  const renewals: number[] = []
  const { acquire } = store.leases
  store.leases.acquire = async (...given) => {
    const lease = await acquire(...given)
    return lease.held ? lease : Object.assign(lease, { renew: async () => renewals.push(clock.now()) > 0 })
  }
  const { claims, clock } = scene(store)
  const claim = await claims.take('ses_1')
  const from = clock.now()
  claim!.keepAlive()
  for (let step = 0; step < 30; step += 1) await clock.move(10)
  expect(renewals.map((at) => at - from)).toEqual([100, 200, 300])
  await claim!.release()
})

test('a claim that is released while it is being renewed is renewed for ever', async () => {
  const store = createMemoryStore()
  let answer = (): void => undefined
  const { acquire } = store.leases
  store.leases.acquire = async (...given) => {
    const lease = await acquire(...given)
    const renew = (): Promise<boolean> => new Promise((resolve) => (answer = () => resolve(true)))
    return lease.held ? lease : Object.assign(lease, { renew })
  }
  const { claims, clock } = scene(store)
  const claim = await claims.take('ses_1')
  claim!.keepAlive()
  await clock.move(100)
  await claim!.release()
  answer()
  await new Promise(setImmediate)
  expect(clock.waiting).toBe(0)
})

test('a claim that is released twice gives back a lease that is not its own any more', async () => {
  const store = createMemoryStore()
  let released = 0
  const { acquire } = store.leases
  store.leases.acquire = async (...given) => {
    const lease = await acquire(...given)
    return lease.held ? lease : Object.assign(lease, { release: async () => void (released += 1) })
  }
  const claim = await scene(store).claims.take('ses_1')
  await claim!.release()
  await claim!.release()
  expect(released).toBe(1)
})

const messages = [user('a'), assistant(thinking(), text('b')), user('c')]
const error = refusal('messages.1.content.0: Invalid `signature` in `thinking` block')

test('a recovery whose turn runs longer than a claim lasts is joined by a second one', async () => {
  const clock = new Stopped()
  const times = { leaseMs: 300, timeoutMs: 10_000, resumeTimeoutMs: 10_000 }
  const engine = new RecoveryEngine({ store: undefined, budget: 3, maxSessions: 3, clock, ...times })
  const during: unknown[] = []
  const { outcome } = await engine.recover(
    { sessionID: 's', error, detected: detectError(error) },
    {
      load: async () => ({ format: 'anthropic-messages', messages, isWhole: true }),
      commit: async () => undefined,
      resume: async () => {
        for (let step = 0; step < 5; step += 1) await clock.move(100)
        during.push(await engine.claim('s'))
        return true
      },
    },
    { mode: 'repair', allow: 'synthesised' },
  )
  expect([outcome, during, clock.waiting]).toEqual(['recovered', [null], 0])
})

test.each([
  ['at once', 0],
  ['long after a claim would have ended', 5],
])(
  'a repaired call whose answer takes longer than a claim lasts is joined by one that is refused %s',
  async (_, late) => {
    const clock = new Stopped()
    const store = createMemoryStore({ now: clock.now })
    const told: string[] = []
    const guardOf = (): CallGuard =>
      new CallGuard({ session: 's', clock, leaseMs: 300, store, onRepair: ({ outcome }) => void told.push(outcome) })
    const body = { model: 'claude-opus-5', max_tokens: 9, messages }
    const begin = (guard: CallGuard): Promise<GuardedCall> =>
      guard.begin({ format: 'anthropic-messages', body, request: undefined })
    const guard = guardOf()
    const [call, other, elsewhere] = [await begin(guard), await begin(guard), await begin(guardOf())]
    expect(await call.refused(error)).toBe(true)
    for (let step = 0; step < late; step += 1) await clock.move(100)
    // Another process does not wait for it.
    expect([await elsewhere.refused(error), told]).toEqual([false, ['recovered', 'busy']])
    let answer: boolean | undefined
    const waiting = other.refused(error).then((mayRepeat) => (answer = mayRepeat))
    for (let step = late; step < 5; step += 1) await clock.move(100)
    expect(answer).toBeUndefined()
    await call.ended(true)
    expect(await waiting).toBe(true)
    await other.released()
    expect(clock.waiting).toBe(0)
  },
)

describe('a claim that is waited for', () => {
  test('is given to one that came later, or to two of those that wait', async () => {
    const { claims, clock } = scene(createMemoryStore())
    const first = await claims.takeInTurn('s')
    const order: number[] = []
    const turns = [1, 2, 3].map(async (place) => {
      const claim = await claims.takeInTurn('s')
      order.push(place)
      expect(await claims.take('s')).toBeNull()
      await claim!.release()
    })
    await clock.move(0)
    expect(order).toEqual([])
    await first!.release()
    await Promise.all(turns)
    expect(order).toEqual([1, 2, 3])
    expect(clock.waiting).toBe(0)
  })

  test('is waited for without end', async () => {
    const { claims, clock } = scene()
    const first = await claims.takeInTurn('s')
    first!.keepAlive()
    let claim: unknown
    const waiting = claims.takeInTurn('s').then((given) => (claim = given))
    for (let step = 0; step < 99; step += 1) await clock.move(100)
    expect(claim).toBeUndefined()
    for (let step = 0; step < 2; step += 1) await clock.move(100)
    expect(claim).toBeNull()
    await Promise.all([waiting, first!.release()])
  })

  test('of another process holds a call back', async () => {
    const store = createMemoryStore()
    const there = await scene(store).claims.take('s')
    expect(await scene(store).claims.takeInTurn('s')).toBeNull()
    await there!.release()
  })
})

test('two processes with one store recover a session at once', async () => {
  const store = createMemoryStore()
  await store.messages.append('ses_1', [{ raw: { role: 'user', content: 'x' } }])
  const [here, there] = [scene(store), scene(store)]
  const claim = await here.claims.take('ses_1')
  expect(claim?.lease?.owner).toBe(`pid ${process.pid}`)
  expect(await there.claims.take('ses_1')).toBeNull()
  // What nobody else can know needs no lease, and gets none.
  expect((await there.claims.take('ses_1', false))?.lease).toBeUndefined()
  await claim!.release()
  expect(await scene(store).claims.take('ses_1')).not.toBeNull()
})

test('a store that does not answer keeps everybody from recovering', async () => {
  const broken = { leases: { acquire: () => Promise.reject(new Error('gone')) } } as unknown as SessionStore
  const claim = await scene(broken).claims.take('ses_1')
  expect(claim).not.toBeNull()
  expect(claim!.lease).toBeUndefined()
})
