import { expect, test } from 'vitest'
import { createMemoryStore, type Lease } from '../../src/index.ts'
import { isMarkedIdempotent, trackToolCall } from '../../src/storage/track-tool-call.ts'
import { lateCalls } from '../late-calls.ts'

const call = { sessionID: 's', callId: 'a', name: 'send', input: { to: 'Ada' } }
const fails = (cause: unknown) => (): never => {
  throw cause
}

test.each<[what: string, execute: () => unknown, kept: object]>([
  ['answers', () => 'It was sent.', { status: 'completed', output: 'It was sent.' }],
  ['answers with nothing', () => undefined, { status: 'completed', output: '' }],
  ['answers later', async () => ({ sent: 1 }), { status: 'completed', output: { sent: 1 } }],
  ['throws', fails(new Error('No mail.')), { status: 'error', output: 'No mail.', isError: true }],
  ['throws words', fails('No mail.'), { status: 'error', output: 'No mail.', isError: true }],
])('a tool that %s runs before its start is durable, or its outcome is not', async (_what, execute, kept) => {
  for (const idempotent of [false, true]) {
    const store = createMemoryStore()
    const { late, overlaps, underWay } = lateCalls(store, { opens: 'acquire' })
    const lease = await store.leases.acquire('s', { ttlMs: 60_000 })
    const before: unknown[] = []
    const [ended] = await Promise.allSettled([
      trackToolCall(late, { ...call, idempotent, ...(!lease.held && { lease }) }, async () => {
        const part = (await store.parts.get('s', 'a'))!
        before.push(part.status, underWay(), await isMarkedIdempotent(store, 's', part))
        return execute()
      }),
    ])
    const part = (await store.parts.get('s', 'a'))!
    expect(before).toEqual(['running', 0, idempotent])
    expect(part).toMatchObject({ name: 'send', input: { to: 'Ada' }, occurrence: 0, ...kept })
    expect(ended.status).toBe('status' in kept && kept.status === 'error' ? 'rejected' : 'fulfilled')
    expect([underWay(), overlaps]).toEqual([0, []])
    // A call that failed may be run again: it is still marked.
    expect(await isMarkedIdempotent(late, 's', part)).toBe(idempotent && ended.status === 'rejected')
  }
})

test('a call of another occurrence is taken for this one, or one without the lease is kept', async () => {
  const store = createMemoryStore()
  await store.parts.record('s', { callId: 'a', name: 'send', input: {}, status: 'pending' })
  await trackToolCall(store, { ...call, occurrence: 2, idempotent: true }, () => 'x')
  expect((await store.parts.list('s')).map(({ occurrence, status }) => [occurrence, status])).toEqual([
    [0, 'pending'],
    [2, 'completed'],
  ])
  const held = await store.leases.acquire('s', { ttlMs: 60_000 })
  // Taken over while the tool runs: its outcome is the other one's to settle.
  const taken = trackToolCall(store, { ...call, callId: 'b', lease: held as Lease }, async () => {
    await (held as Lease).release()
    await store.leases.acquire('s', { ttlMs: 60_000 })
  })
  await expect(taken).rejects.toMatchObject({ code: 'lease_lost' })
  expect(await store.parts.get('s', 'b')).toMatchObject({ status: 'running' })
  let runs = 0
  const lost = trackToolCall(store, { ...call, lease: { token: 99 } }, () => (runs += 1))
  await expect(lost).rejects.toMatchObject({ code: 'lease_lost' })
  expect(runs).toBe(0)
})
