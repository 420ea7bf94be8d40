import { describe, expect, test } from 'vitest'
import { diagnose } from '../../src/repair/diagnose.ts'
import { repair } from '../../src/repair/repair.ts'
import { TranscriptError } from '../../src/transcript/transcript-error.ts'

/** A document of a database: its fields are its own business, and what it says is what `toJSON` gives. */
class Stored {
  readonly #said: object

  constructor(said: object) {
    this.#said = said
  }

  toJSON(): object {
    return this.#said
  }
}

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

  test('that throw, or give nothing, are not named', () => {
    const broken = { toJSON: () => JSON.parse('') as unknown }
    const silent = { toJSON: () => undefined }
    for (const message of [broken, silent]) {
      const look = (): unknown => diagnose([asked, message], options)
      expect(look).toThrow(TranscriptError)
      expect(look).toThrow(/messages\[1\].*toJSON/)
    }
  })
})
