import { describe, expect, test } from 'vitest'
import {
  type ChatTranscript,
  type ChatVendor,
  chatVendors,
  generateOpenAIChatTranscript,
} from '../../../src/testing.ts'
import { expectRepaired, repairFor, verdict } from './check-repair.ts'

/** A conversation that one vendor has accepted, as another one gets it. */
const sentTo = (vendor: ChatVendor, source: ChatTranscript): ChatTranscript => ({
  vendor,
  messages: source.messages,
  request: generateOpenAIChatTranscript({ seed: 3, vendor }).request,
})

describe.each(chatVendors)('a conversation with %s', (from) => {
  test.each(chatVendors)('dies when it goes on with %s', (to) => {
    let seen = 0
    for (let seed = 0; seed < 6; seed += 1) {
      const moved = sentTo(to, generateOpenAIChatTranscript({ seed, vendor: from }))
      const label = `${from} to ${to} ${seed}`
      seen += 1
      expectRepaired(label, to, moved, 'lossy')
    }
    expect(seen).toBe(6)
  })
})

describe('a session that moves from OpenAI to DeepSeek to Mistral', () => {
  test('loses more than the reasoning on the way', () => {
    for (let seed = 0; seed < 30; seed += 1) {
      const source = generateOpenAIChatTranscript({
        seed,
        vendor: 'openai',
        features: ['chat', 'tools', 'unknown-fields'],
      })
      let current = source
      for (const vendor of ['deepseek', 'mistral', 'openai'] as const) {
        const moved = sentTo(vendor, current)
        const result = repairFor(vendor, moved, 'synthesised')
        expect(`${vendor} ${seed}: ${verdict(vendor, moved.request, result.messages)}`).toBe(`${vendor} ${seed}: 200`)
        expect(result.loss).not.toBe('lossy')
        current = { ...moved, messages: result.messages as ChatTranscript['messages'] }
      }
    }
  })

  test('loses reasoning that another field holds', () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: null, reasoning: 'Read it.', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'call_1', content: 'x' },
    ]
    const request = { model: 'deepseek-reasoner' }
    const result = repairFor('deepseek', { vendor: 'deepseek', request, messages }, 'none')
    expect(result.messages[1]).toMatchObject({ reasoning_content: 'Read it.' })
    expect(result.loss).toBe('none')
  })
})
