import { describe, expect, test } from 'vitest'
import { createVerdictCache } from '../../src/repair/create-verdict-cache.ts'
import { diagnose } from '../../src/repair/diagnose.ts'
import { repair } from '../../src/repair/repair.ts'
import { TranscriptError } from '../../src/transcript/transcript-error.ts'
import { Stored } from '../stored.ts'

const options = { format: 'anthropic-messages' } as const
const asked = { role: 'user', content: 'Look at it.' }
const called = { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }] }
const answered = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'seen' }] }
const stored = (...messages: readonly object[]): Stored[] => messages.map((message) => new Stored(message))

describe('messages that answer toJSON', () => {
  test('are taken for empty ones, or given back as other objects, where nothing is wrong (I1)', () => {
    const messages = stored(asked, called, answered)
    expect(diagnose(messages, options)).toEqual({ ok: true, faults: [] })
    const { changed, messages: given } = repair(messages, options)
    expect(changed).toBe(false)
    expect(given).toBe(messages)
  })

  test.each([
    ['first', [answered, asked], [1]],
    ['last', [asked, called], [0, 1]],
    ['first and last', [answered, asked, called], [1, 2]],
  ] as const)('are not the caller’s own any more beside a fault at the %s place (I4)', (_place, said, kept) => {
    const messages = stored(...said)
    const plain = repair([...said], options)
    const repaired = repair(messages, options)
    expect(repaired.ok).toBe(true)
    expect(JSON.stringify(repaired.messages), 'what is sent').toBe(JSON.stringify(plain.messages))
    for (const place of kept) expect(repaired.messages).toContain(messages[place])
  })

  test('that throw are not named, wherever they stand in a message', () => {
    const broken = { toJSON: () => JSON.parse('') as unknown }
    for (const message of [broken, { role: 'user', content: [broken] }]) {
      const look = (): unknown => diagnose([asked, message], options)
      expect(look).toThrow(TranscriptError)
      expect(look).toThrow(/^messages\[1\] cannot be read/)
    }
  })

  test('with nothing are not what JSON makes of them, as messages or inside', () => {
    const silent = { toJSON: () => undefined }
    for (const message of [silent, { role: 'user', content: 'Look.', cached: silent }]) {
      const list = [asked, called, answered, message]
      expect(diagnose(list, options)).toEqual(diagnose(JSON.parse(JSON.stringify(list)), options))
    }
  })

  test('of which nobody can ask it are no error that names them, by whoever reads the list', () => {
    const closed = new Proxy(
      { role: 'user' },
      {
        get: () => {
          throw new RangeError('closed')
        },
      },
    )
    const reads = [diagnose, repair, createVerdictCache().diagnose]
    for (const read of reads) expect(() => read([asked, closed], options)).toThrow(/^messages\[1\] cannot be read/)
  })
})
