import { expect, test } from 'vitest'
import { addStanding, withStanding } from '../../src/recovery/calls/standing-request.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'

test('a later repair forgets what an earlier one needs of every request, or asks for it twice', async () => {
  const store = createMemoryStore()
  await addStanding(store, 's', { request: { kept: 1, newer: 1 }, betas: ['x', 'y'] })
  await addStanding(store, 's', { request: { newer: 2 }, betas: ['y', 'z'] })
  expect(await store.messages.standing('s')).toEqual({ request: { kept: 1, newer: 2 }, betas: ['x', 'y', 'z'] })
})

test('who has lost the session asks for something in the name of the next (I15)', async () => {
  const clock = { now: 1000 }
  const store = createMemoryStore({ now: () => clock.now })
  await store.messages.append('s', [{ raw: { role: 'user', content: 'a' } }])
  const lease = await store.leases.acquire('s', { ttlMs: 10 })
  const token = 'token' in lease ? lease.token : 0
  await addStanding(store, 's', { request: {}, betas: ['kept'] }, { token })
  clock.now += 11
  await store.leases.acquire('s', { ttlMs: 10 })
  const late = addStanding(store, 's', { request: {}, betas: ['late'] }, { token })
  await expect(late).rejects.toMatchObject({ code: 'lease_lost' })
  expect(await store.messages.standing('s')).toEqual({ request: {}, betas: ['kept'] })
})

type Body = Readonly<Record<string, unknown>>
test.each<[body: Body, standing: Body, sent: Body]>([
  [{}, { a: 1 }, { a: 1 }],
  [{ a: 2 }, { a: 1 }, { a: 2 }],
  [{ a: { own: 1, both: 1 } }, { a: { both: 2, asked: 2 } }, { a: { own: 1, both: 1, asked: 2 } }],
  [{ a: [1] }, { a: { asked: 2 } }, { a: [1] }],
  [{ a: { own: 1 } }, { a: 1 }, { a: { own: 1 } }],
  [{ a: null, b: 1 }, { a: 1 }, { a: 1, b: 1 }],
])('into %j the standing %j is laid over what the caller has set, or not at all', (body, standing, sent) => {
  expect(withStanding(body, standing)).toEqual(sent)
})
