import { expect, test } from 'vitest'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import type { SessionStore } from '../../src/storage/session-store.ts'
import { StoreError } from '../../src/storage/store-error.ts'
import { testStore } from '../../src/testing/contracts/test-store.ts'

/** The same store; what its calls are refused with is heard. */
function heard<Part extends object>(part: Part, hear: (error: StoreError) => void): Part {
  return new Proxy(part, {
    get(_, name) {
      const value: unknown = Reflect.get(part, name, part)
      if (typeof value === 'object' && value !== null) return heard(value, hear)
      if (typeof value !== 'function') return value
      return (...given: unknown[]): unknown => {
        const answer: unknown = Reflect.apply(value, part, given)
        if (answer instanceof Promise)
          answer.catch((cause: unknown) => (StoreError.isInstance(cause) ? hear(cause) : undefined))
        return answer
      }
    },
  })
}

test('a refusal that tells of a session names another one, or says which it is in words alone', async () => {
  const refusals = new Map<string, string | undefined>()
  const create = (options: object): SessionStore =>
    heard(createMemoryStore(options), ({ message, sessionID }) => {
      if (message.startsWith('Session "')) refusals.set(message, sessionID)
    })
  for (const { run } of testStore({ name: 'memory', create })) await run()
  const unnamed = [...refusals].filter(([message, id]) => !message.startsWith(`Session ${JSON.stringify(id)} `))
  expect(refusals.size).toBeGreaterThan(8)
  expect(unnamed).toEqual([])
})
