import { expect, test } from 'vitest'
import type { FormatName } from '../../src/formats/format-name.ts'
import { repair } from '../../src/repair/repair.ts'
import { shownForms } from './shown-forms.ts'

/** The list of a format in which somebody shows something beside words. */
const lists: Readonly<Record<FormatName, (part: object) => object[]>> = {
  'anthropic-messages': (part) => [{ role: 'user', content: [{ type: 'text', text: 'See.' }, part] }],
  'openai-chat': (part) => [{ role: 'user', content: [{ type: 'text', text: 'See.' }, part] }],
  'openai-responses': (part) => [{ role: 'user', content: [{ type: 'input_text', text: 'See.' }, part] }],
  gemini: (part) => [{ role: 'user', parts: [{ text: 'See.' }, part] }],
  'bedrock-converse': (part) => [{ role: 'user', content: [{ text: 'See.' }, part] }],
  'ai-sdk': (part) => [{ role: 'user', content: [{ type: 'text', text: 'See.' }, part] }],
  langchain: (part) => [{ type: 'human', content: [{ type: 'text', text: 'See.' }, part] }],
}

/** Bytes as base64, in which the forms hold them. */
function written(messages: readonly unknown[]): string {
  return JSON.stringify(messages, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  )
}

test.each(Object.entries(lists))(
  '%s: bytes, names and places of what a user shows get lost with a repair that does not say so',
  (format, listOf) => {
    const found: string[] = []
    for (const { holds, name, part } of shownForms) {
      const asked = listOf(part)
      for (const allow of ['synthesised', 'lossy'] as const) {
        const { loss, messages } = repair(asked, { format: format as FormatName, allow })
        const left = written(messages)
        const gone = holds.filter((held) => !left.includes(held))
        if (gone.length > 0 && loss !== 'lossy')
          found.push(`${name}: ${loss}: ${gone.map((held) => held.slice(0, 30))}`)
      }
    }
    expect(found).toEqual([])
  },
)

/** A result of each of two forms, in a list of a third: as its own and as a stray one. */
const results: Readonly<Record<'Converse' | 'Messages', (part: object) => readonly [call: object, result: object]>> = {
  Converse: (part) => [
    { role: 'assistant', content: [{ toolUse: { toolUseId: 't', name: 'f', input: {} } }] },
    { role: 'user', content: [{ toolResult: { toolUseId: 't', content: [part] } }] },
  ],
  Messages: (part) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [part] }] },
  ],
}

test.each(Object.keys(lists))('%s: what a tool gave back gets lost on its way from another API', (format) => {
  const found: string[] = []
  const go = lists[format as FormatName]({ text: 'Go.', type: format === 'openai-responses' ? 'input_text' : 'text' })
  for (const [api, pairOf] of Object.entries(results))
    for (const { holds, name, part } of shownForms)
      for (const isStray of [false, true])
        for (const allow of ['synthesised', 'lossy'] as const) {
          const pair = pairOf(part)
          const { loss, messages } = repair([...go, ...pair.slice(Number(isStray)), ...go], {
            format: format as FormatName,
            allow,
          })
          const left = written(messages)
          const gone = holds.filter((held) => !left.includes(held))
          if (gone.length > 0 && loss !== 'lossy')
            found.push(`${api}, ${name}, ${isStray ? 'stray' : 'owned'}: ${loss}`)
        }
  expect(found).toEqual([])
})
