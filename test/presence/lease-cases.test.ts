import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemoryStore } from '../../src/index.ts'
import { createSessionRegistry, type SessionRegistry } from '../../src/presence.ts'
import { createPostgresStore } from '../../src/postgres.ts'
import type { SessionStore } from '../../src/storage/session-store.ts'
import { usePostgres } from '../postgres/postgres-server.ts'

const postgres = usePostgres()
const graceMs = 600_000
const ttlMs = 90_000

interface Ground {
  readonly registry: SessionRegistry
  readonly store: SessionStore
  readonly pass: (ms: number) => void
  /** A session that was taken over so often, and whose owner has said goodbye. */
  readonly left: (attempts?: number) => Promise<void>
}

function ground(open: (now: () => number) => SessionStore): Ground {
  let time = 1_000_000_000_000
  const now = (): number => time
  const store = open(now)
  onTestFinished(() => store.close())
  const registry = createSessionRegistry(store, { now })
  return {
    registry,
    store,
    pass(ms) {
      time += ms
    },
    async left(attempts = 0) {
      await (await registry.open('s', { owner: 'a', transport: { x: 1 } })).disconnect()
      for (let taken = 0; taken < attempts; taken += 1) {
        const claim = await registry.claim('s', { owner: 'a' })
        if (claim.ok) await claim.session.disconnect()
      }
    },
  }
}

const why = async ({ registry }: Ground): Promise<string> => {
  const claim = await registry.claim('s', { owner: 'b' })
  return claim.ok ? 'claimed' : claim.why
}

const statuses = async ({ registry }: Ground): Promise<unknown[]> =>
  (await Promise.all((['active', 'disconnected', 'expired'] as const).map((status) => registry.list({ status }))))
    .flat()
    .map(({ status }) => status)

/** What a lease with a grace was seen to do, and what it was seen to do wrong (Agent-MCP): by what must be true afterwards. */
const cases: Readonly<Record<string, (at: Ground) => Promise<void>>> = {
  async 'a new session is not active, or has attempts behind it'({ registry }) {
    const { attempts } = await registry.open('s', { owner: 'a' })
    expect([attempts, (await registry.list())[0]?.status]).toEqual([0, 'active'])
  },
  async 'a session whose owner fell silent cannot be taken over within the grace'(at) {
    await at.registry.open('s', { owner: 'a' })
    expect(await why(at)).toBe('alive')
    at.pass(ttlMs + graceMs)
    expect(await why(at)).toBe('claimed')
  },
  async 'a session that said goodbye cannot be taken over, or after the grace still can'(at) {
    await at.left()
    at.pass(graceMs)
    expect(await why(at)).toBe('claimed')
    await at.registry.claim('s', { owner: 'b' }).then((claim) => claim.ok && claim.session.disconnect())
    at.pass(ttlMs + graceMs + 1)
    expect(await why(at)).toBe('expired')
  },
  async 'a session is taken over a fourth time'(at) {
    await at.left(3)
    expect(await why(at)).toBe('attempts')
  },
  async 'a session that never was is taken over'(at) {
    expect(await why(at)).toBe('not_found')
  },
  async 'cleanup leaves what is over, or takes what lives'(at) {
    await at.left()
    const living = await at.registry.open('living', { owner: 'a' })
    for (let beat = 0; beat < 11; beat += 1) {
      at.pass(60_000)
      await living.heartbeat()
    }
    expect(await at.registry.cleanup()).toMatchObject({ expired: ['s'] })
    expect(await statuses(at)).toEqual(['active', 'expired'])
  },
  async 'a heartbeat brings an expired session back'(at) {
    const session = await at.registry.open('s', { owner: 'a' })
    at.pass(ttlMs + graceMs + 1)
    await at.registry.cleanup()
    expect(await session.heartbeat()).toEqual({ ok: false, why: 'expired' })
    expect(await session.disconnect()).toBe(false)
    expect(await statuses(at)).toEqual(['expired'])
  },
  async 'what is expired and has no attempts left is handed out'(at) {
    await at.left(3)
    at.pass(graceMs + 1)
    expect(await why(at)).toBe('expired')
    expect((await at.registry.list({ status: 'expired' }))[0]?.attempts).toBe(3)
  },
  async 'two claims at once both win, or count twice, or get the same token'(at) {
    await at.left()
    const before = (await at.registry.list())[0]!.token
    const claims = await Promise.all(['b', 'c'].map((owner) => at.registry.claim('s', { owner })))
    const [winner] = claims.flatMap((claim) => (claim.ok ? [claim.session] : []))
    expect(claims.filter(({ ok }) => ok)).toHaveLength(1)
    expect([winner?.attempts, winner!.token > before]).toEqual([1, true])
  },
  async 'who took over and died at once leaves a session that nobody can take'(at) {
    await at.left()
    await at.registry.claim('s', { owner: 'b' })
    at.pass(ttlMs + 1)
    const claim = await at.registry.claim('s', { owner: 'c' })
    expect(claim).toMatchObject({ ok: true, transport: { x: 1 } })
  },
  async 'a session that was taken over never expires'(at) {
    await at.left()
    await at.registry.claim('s', { owner: 'b' })
    at.pass(ttlMs + graceMs + 1)
    expect(await at.registry.cleanup()).toMatchObject({ expired: ['s'] })
  },
  async 'opening again after a takeover gives the attempts back, or wipes the state'(at) {
    await at.left(1)
    const claim = await at.registry.claim('s', { owner: 'a' })
    if (!claim.ok) expect.unreachable()
    else await claim.session.state.set('context', { x: 1 })
    const again = await at.registry.open('s', { owner: 'a' })
    expect(again.attempts).toBe(2)
    expect(await again.state.get('context')).toEqual({ found: true, value: { x: 1 } })
  },
  async 'state without a time ends, with one stays, or null is nothing'(at) {
    const { state } = await at.registry.open('s', { owner: 'a' })
    await state.set('kept', { v: 1 })
    await state.set('short', { v: 1 }, { ttlMs: 1 })
    await state.set('null', null)
    at.pass(1)
    expect(await state.get('kept')).toEqual({ found: true, value: { v: 1 } })
    expect(await state.get('short')).toEqual({ found: false, why: 'expired' })
    expect(await state.get('null')).toEqual({ found: true, value: null })
    expect(await state.get('never')).toEqual({ found: false, why: 'absent' })
    expect(await at.registry.cleanup()).toMatchObject({ clearedStates: 1 })
    for (const ttl of [Number.NaN, -1, 0, Infinity])
      await expect(state.set('k', 1, { ttlMs: ttl })).rejects.toMatchObject({ code: 'invalid_value' })
    await expect(at.store.state.set('unknown', 'k', 1)).rejects.toMatchObject({ code: 'not_found' })
  },
  async 'the list holds what has expired, or is not by the newest sign of life'(at) {
    for (const sessionID of ['over', 'gone', 'old', 'new']) await at.registry.open(sessionID, { owner: 'a' })
    at.pass(ttlMs + graceMs + 1)
    const listed: unknown[] = []
    for (const sessionID of ['one', 'two']) {
      await at.registry.open(sessionID, { owner: 'a' })
      at.pass(1)
    }
    for (const { sessionID } of await at.registry.list()) listed.push(sessionID)
    expect(listed).toEqual(['two', 'one'])
  },
}

describe.each<readonly [string, (now: () => number) => SessionStore]>([
  ['memory', (now) => createMemoryStore({ now })],
  ['PostgreSQL', (now) => createPostgresStore({ pool: postgres.pool(2), schema: postgres.schema(), now })],
])('leases on %s', (_name, open) => {
  it.each(Object.entries(cases))('%s', (_title, run) => expect(run(ground(open))).resolves.toBeUndefined())
})
