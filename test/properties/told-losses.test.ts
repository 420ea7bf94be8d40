import { expect, test } from 'vitest'
import type { FormatName } from '../../src/formats/format-name.ts'
import { repair } from '../../src/repair/repair.ts'
import type { RepairOptions } from '../../src/repair/repair-options.ts'
import { createRandom, type Kit, kits, partsOf, places } from '../../src/testing.ts'
import { searched } from '../seeds.ts'

/** Where all formats keep what somebody says or thinks, and what a tool is asked under names of its own. */
const contentFields =
  /^(?:text|content|thinking|reasoning\w*|summary|refusal|code|arguments|args|input|output|response|stdout)$/
const freeFields = /^(?:arguments|args|input|response)$/

function* textsIn(value: unknown, isContent = false, isFree = false): Generator<string> {
  if (typeof value === 'string' && (isContent || isFree)) yield value
  if (Array.isArray(value)) for (const item of value) yield* textsIn(item, isContent, isFree)
  else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array))
    for (const [field, inner] of Object.entries(value))
      yield* textsIn(inner, contentFields.test(field), isFree || freeFields.test(field))
}

/** Words that the repair takes away although it tells no loss. */
function untold(format: FormatName, messages: unknown, options: Partial<RepairOptions>): readonly string[] {
  const result = repair(messages as readonly unknown[], { format, ...options })
  if (result.loss !== 'none') return []
  const left = JSON.stringify([result.messages, result.request])
  const words = [...textsIn(messages)].flatMap((text) => text.toWellFormed().match(/[a-z]{4,}/gi) ?? [])
  return words.filter((word) => !left.includes(word))
}

function fieldsIn(value: unknown, fields = new Set<string>()): ReadonlySet<string> {
  if (typeof value !== 'object' || value === null) return fields
  for (const [field, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) fields.add(field)
    fieldsIn(inner, fields)
  }
  return fields
}

test.each(Object.values(kits))('$format: a content goes with a repair that tells no loss', (each) => {
  const kit: Kit<FormatName> = each
  const found: string[] = []
  let tried = 0
  const look = (name: string, messages: unknown, options: Partial<RepairOptions>): void => {
    tried += 1
    const words = untold(kit.format, messages, options)
    if (words.length > 0) found.push(`${name}: ${words.join(' ')}`)
  }
  for (const seed of searched(3)) {
    for (const { apply, name } of kit.corruptions) {
      const damaged = apply(kit.generate({ seed, turns: 3 }), createRandom(seed), places[seed % places.length]!)
      if (damaged === null) continue
      const { messages, ...beside } = partsOf(kit, damaged)
      look(`${name}, seed ${seed}`, messages, { ...beside, allow: 'none' })
    }
    // An error that names a field takes it away, whatever it holds.
    const { messages, ...beside } = partsOf(kit, kit.generate({ seed, turns: 3 }))
    for (const field of fieldsIn(messages)) {
      const error = Object.assign(new Error(`400 messages.1.content.0.${field}: Extra inputs are not permitted`), {
        status: 400,
      })
      look(`${field} refused, seed ${seed}`, messages, { ...beside, error, allow: 'lossy' })
    }
  }
  expect(found).toEqual([])
  expect(tried).toBeGreaterThan(40)
})

const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'a' }] }
const asked = { role: 'user', content: 'Go' }

test.each<readonly [what: string, format: FormatName, messages: readonly unknown[], loss: string, left: string]>([
  [
    'a refusal beside a text',
    'openai-responses',
    [asked, { ...said, refusal: 'Not that.' }, asked],
    'synthesised',
    'Not that.',
  ],
  [
    'a call that is a text',
    'openai-chat',
    [asked, { role: 'assistant', content: 'a', function_call: 'look' }, asked],
    'synthesised',
    '',
  ],
  [
    'a picture of a tool whose part has no type',
    'openai-chat',
    [
      asked,
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'x', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'x', content: [{ type: null, image_url: { url: 'https://a.example/b.png' } }] },
    ],
    'none',
    'https://a.example/b.png',
  ],
])('%s goes with a repair that tells no loss', (_, format, messages, loss, left) => {
  const result = repair(messages, { format })
  expect(result).toMatchObject({ ok: true, changed: true, loss })
  expect(JSON.stringify(result.messages)).toContain(left)
})
