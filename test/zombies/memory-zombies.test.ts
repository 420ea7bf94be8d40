import { expect, test } from 'vitest'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import { StoreError } from '../../src/storage/store-error.ts'
import { acquired, rawsOf } from '../../src/testing/contracts/store-cases/store-case.ts'
import { scale } from '../seeds.ts'

/** A memory store is one process's, which no signal stops in part: here the owner stands still while the clock goes on. */
test('memory: an owner that stood still past its deadline writes after another took over (I15)', async () => {
  let time = 0
  const store = createMemoryStore({ now: () => time })
  const refusals: unknown[] = []
  for (let round = 0; round < 200 * scale; round += 1) {
    const sessionID = `s${round}`
    const zombie = await acquired(store, sessionID, { owner: 'zombie', ttlMs: 100 })
    await store.messages.append(sessionID, [{ raw: 'first' }], { lease: zombie })
    time += 100
    const heir = await acquired(store, sessionID, { owner: 'heir', ttlMs: 100 })
    expect(heir.token).toBeGreaterThan(zombie.token)
    await store.messages.append(sessionID, [{ raw: 'heir' }], { lease: heir })
    for (const write of [
      store.messages.append(sessionID, [{ raw: 'zombie' }], { lease: zombie }),
      store.turns.begin(sessionID, { lease: zombie }),
      store.state.set(sessionID, 'k', 1, { lease: zombie }),
    ])
      await write.catch((error: unknown) => refusals.push(StoreError.isInstance(error) ? error.code : error))
    expect(await zombie.renew()).toBe(false)
    expect(await rawsOf(store, sessionID)).toEqual(['first', 'heir'])
  }
  expect(new Set(refusals)).toEqual(new Set(['lease_lost']))
  expect(refusals).toHaveLength(600 * scale)
})
