import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { UnprovenRepairs } from '../../src/recovery/calls/unproven-repairs.ts'

type Call = Parameters<UnprovenRepairs['take']>[0]
type Repair = Parameters<UnprovenRepairs['keep']>[1]

const callOf = (text: string, more: Partial<Call> = {}): Call => ({
  format: { name: 'openai-chat' },
  body: { messages: [{ role: 'user', content: text }] },
  session: { sessionID: 's', isNamed: true, isStored: false },
  maker: undefined,
  ...more,
})
const repairOf = (name: string): Repair => ({ request: name, report: {} }) as unknown as Repair

describe('a repair that a failure of the server left unproven', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  test('is not found by the same request, or is found twice', () => {
    const known = new UnprovenRepairs()
    const [first, second] = [repairOf('first'), repairOf('second')]
    known.keep(callOf('a'), first)
    known.keep(callOf('b'), second)
    expect(known.take(callOf('a'))).toMatchObject(first)
    expect(known.take(callOf('a'))).toBeUndefined()
    expect(known.take(callOf('b'))).toMatchObject(second)
  })

  test.each([
    ['another text', callOf('b')],
    ['another session', callOf('a', { session: { sessionID: 't', isNamed: true, isStored: false } })],
    ['a session without a name', callOf('a', { session: { sessionID: 's', isNamed: false, isStored: false } })],
    ['another format', callOf('a', { format: { name: 'anthropic-messages' } })],
    ['another account', callOf('a', { maker: { provider: 'other' } as unknown as Call['maker'] })],
  ])('is given to a request of %s (I5)', (_what, call) => {
    const known = new UnprovenRepairs()
    known.keep(callOf('a'), repairOf('a'))
    expect(known.take(call)).toBeUndefined()
    expect(known.take(callOf('a'))).toBeDefined()
  })

  test('is kept for ever, or forgotten within a minute', () => {
    const known = new UnprovenRepairs()
    known.keep(callOf('a'), repairOf('a'))
    known.keep(callOf('b'), repairOf('b'))
    vi.advanceTimersByTime(60_000)
    expect(known.take(callOf('a'))).toBeDefined()
    vi.advanceTimersByTime(10 * 60_000)
    expect(known.take(callOf('b'))).toBeUndefined()
  })

  test('takes more memory with each that follows', () => {
    const known = new UnprovenRepairs()
    const texts = ['a', 'b', 'c', 'd', 'e']
    for (const text of texts) known.keep(callOf(text), repairOf(text))
    expect(texts.filter((text) => known.take(callOf(text)) !== undefined)).toEqual(['b', 'c', 'd', 'e'])
  })
})
