import { describe, expect, test } from 'vitest'
import { formats } from '../../src/formats/index.ts'
import { NamedIndex } from '../../src/lint/pairing/named-index.ts'
import { readTranscript } from '../../src/lint/read-transcript.ts'
import { serverSentEvents } from '../../src/adapters/wire/server-sent-events.ts'
import { composeEdits } from '../../src/transcript/compose-edits.ts'
import { growthOf, mostGrowth } from '../growth-of.ts'
import { testGrowthOfRepairs } from './growth-of-repairs.ts'

describe('the work grows faster than the faults to the power of 1.5:', () => {
  testGrowthOfRepairs(150)

  test('plans that were made one after the other', () => {
    const growth = growthOf((size) => {
      const before = Array.from({ length: 10 * size }, (_, index) => ({ index }))
      const after = before.flatMap((raw) =>
        raw.index % 3 === 0 ? [{ index: -1 }, raw] : raw.index % 3 === 1 ? [] : [raw],
      )
      return () => composeEdits(before, after, [])
    })
    expect(growth).toBeLessThanOrEqual(mostGrowth)
  })

  test('one event on a line of many chunks', () => {
    const chunk = new TextEncoder().encode('x'.repeat(100))
    const growth = growthOf((size) => () => {
      const read = serverSentEvents()
      read(new TextEncoder().encode('data: "'))
      for (let index = 0; index < 4 * size; index += 1) read(chunk)
      expect(read(new TextEncoder().encode('"\n\n'))).toHaveLength(1)
    })
    expect(growth).toBeLessThanOrEqual(mostGrowth)
  })
})

test('a result with an id looks at every call of its name', () => {
  const rules = formats.gemini.rules({})
  const calls = Array.from({ length: 100 }, (_, n) => ({ functionCall: { id: `c${n}`, name: 'f', args: {} } }))
  const result = { functionResponse: { id: 'c99', name: 'f', response: {} } }
  const { messages } = readTranscript(
    [
      { role: 'model', parts: calls },
      { role: 'user', parts: [result] },
    ],
    formats.gemini,
    rules,
  )
  let looks = 0
  const index = new NamedIndex()
  for (const call of messages[0]!.blocks) {
    const id = call.callId
    Object.defineProperty(call, 'callId', { get: () => ((looks += 1), id) })
    index.add({ call, result: undefined, repeats: undefined })
  }
  looks = 0
  const owners = [...index.openOwnersOf(messages[1]!.blocks[0]!)]
  expect(owners.map(({ call }) => call.callId)).toEqual(['c99'])
  expect(looks).toBeLessThan(5)
})
