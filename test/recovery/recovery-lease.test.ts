import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryStore, createSessionRecoveryHook, recoverInterrupted, type SessionStore } from '../../src/index.ts'

let store: SessionStore
const question = { raw: { role: 'user', content: 'Send the mail.' } }

describe('the lease of a recovery', () => {
  interface Scene {
    readonly move: (ms: number) => Promise<void>
    readonly holder: () => Promise<string | undefined>
    /** Whether a renewal of a lease of 300 ms goes on. */
    readonly isRenewed: () => boolean
  }
  async function scene(): Promise<Scene> {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const [started, ended] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')]
    onTestFinished(() => {
      vi.restoreAllMocks()
      vi.useRealTimers()
    })
    let time = 1000
    store = createMemoryStore({ now: () => time })
    await store.messages.append('s', [question])
    await store.turns.begin('s', { input: question.raw })
    return {
      move: async (ms) => {
        for (let left = ms; left > 0; left -= 10) {
          time += 10
          await vi.advanceTimersByTimeAsync(10)
        }
      },
      holder: async () => (await store.leases.holder('s'))?.by,
      isRenewed: () => {
        const own = started.mock.calls.flatMap(([, ms], at) => (ms === 100 ? [started.mock.results[at]!.value] : []))
        return own.length === 0 || own.some((timer) => ended.mock.calls.every(([one]) => one !== timer))
      },
    }
  }
  const loaded = { format: 'anthropic-messages', messages: [question.raw], revision: 1 } as const

  test('ends while its work goes on, or is renewed for ever', async () => {
    const { holder, isRenewed, move } = await scene()
    const held: unknown[] = []
    const slow = createSessionRecoveryHook({
      store,
      load: async () => {
        for (const ms of [250, 250, 2500]) {
          await move(ms)
          held.push(await holder())
        }
        return loaded
      },
    })
    expect(await recoverInterrupted(slow, { store, leaseMs: 300 })).toMatchObject([{ outcome: 'handed_back' }])
    const own = `pid ${process.pid}`
    expect([held, isRenewed(), await holder()]).toEqual([[own, own, own], false, undefined])
  })

  test('of the caller is given back, or not renewed', async () => {
    const { holder, isRenewed, move } = await scene()
    const lease = await store.leases.acquire('s', { ttlMs: 300 })
    if (lease.held) throw new Error('Nobody else has it.')
    const slow = createSessionRecoveryHook({ store, load: async () => (await move(900), loaded) })
    const options = { store, sessionID: 's', leaseMs: 300 }
    expect(await recoverInterrupted(slow, options)).toMatchObject([{ outcome: 'busy' }])
    expect(await recoverInterrupted(slow, { ...options, lease })).toMatchObject([{ outcome: 'handed_back' }])
    expect([await holder(), isRenewed()]).toEqual([expect.any(String), false])
  })

  test('that is lost to another process is written under, or a renewal that fails ends the process', async () => {
    const { holder, isRenewed, move } = await scene()
    const leases = { ...store.leases }
    const deaf: SessionStore = {
      ...store,
      leases: {
        ...leases,
        acquire: async (...given) =>
          Object.assign(Object.create(await leases.acquire(...given)), {
            renew: () => Promise.reject(new Error('gone')),
          }),
      },
    }
    const slow = createSessionRecoveryHook({
      store,
      load: async () => {
        await move(310)
        await store.leases.acquire('s', { ttlMs: 300 })
        return loaded
      },
    })
    expect(await recoverInterrupted(slow, { store: deaf, leaseMs: 300 })).toMatchObject([{ outcome: 'failed' }])
    expect([await holder(), isRenewed()]).toEqual([expect.any(String), false])
    expect(await store.turns.pending('s')).toHaveLength(1)
  })
})
