import { expect, test } from 'vitest'
import { diagnose } from '../../src/repair/diagnose.ts'
import { createRandom } from '../../src/testing.ts'
import { deepFreeze, healthy, repairOf } from './cases.ts'
import { seeds } from '../seeds.ts'

const options = { format: 'anthropic-messages' } as const

test('I1: a healthy transcript is reported or copied', () => {
  for (const seed of seeds(60)) {
    const transcript = deepFreeze(healthy(seed))
    const { result } = repairOf(transcript)
    expect({ seed, faults: result.faults }).toEqual({ seed, faults: [] })
    expect(result.messages, `seed ${seed}`).toBe(transcript.messages)
    expect(result).toMatchObject({ ok: true, changed: false, edits: [], remaining: [], loss: 'none' })
  }
})

test('I1: a healthy transcript is reported when nothing is known of the request', () => {
  for (const seed of seeds(40)) {
    const { messages } = healthy(seed)
    // The model decides whether a conversation may end with the assistant; without it, it may.
    expect({ seed, ...diagnose(messages, options) }).toEqual({ seed, ok: true, faults: [] })
  }
})

test('I1: a healthy history is reported while it grows message by message', () => {
  for (const seed of seeds(30)) {
    const { messages, request } = healthy(seed)
    const end = 1 + createRandom(seed).below(messages.length)
    const stored = diagnose(messages.slice(0, end), { ...options, request, purpose: 'stored' })
    const structural = stored.faults.filter(({ type }) => type !== 'thinking_block_order')
    expect({ seed, end, structural }).toEqual({ seed, end, structural: [] })
  }
})
