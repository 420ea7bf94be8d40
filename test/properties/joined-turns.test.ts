import { expect, test } from 'vitest'
import type { FormatName } from '../../src/formats/format-name.ts'
import { formats } from '../../src/formats/index.ts'
import { repair } from '../../src/repair/repair.ts'
import { copyData } from '../../src/testing/provider/shared/copy-data.ts'
import { type Kit, kits, partsOf } from '../../src/testing.ts'
import { searched } from '../seeds.ts'

type Fields = Record<string, unknown>

const refusals = (field: string): readonly string[] => [
  `Invalid 'input[AT].${field}': array too long. Expected an array with maximum length 0, but got an array with length 1 instead.`,
  `messages.AT.${field}.0: Input tag 'x' does not match any of the expected tags`,
  `Unknown parameter: 'input[AT].${field}[0].annotations'.`,
  'The encrypted content could not be verified.',
]

const isOfUser = (message: Fields): boolean => message['role'] === 'user' || message['type'] === 'human'

/** What a user says, each text with a word of its own; what a user shows has no such word. */
function marked(messages: readonly Fields[], field: string): string[] {
  const words: string[] = []
  for (const message of messages) {
    const parts = message[field]
    if (!isOfUser(message) || !Array.isArray(parts)) continue
    for (const part of parts as Fields[]) {
      if (typeof part['text'] !== 'string') continue
      words.push(`word${words.length}word`)
      part['text'] += ` ${words.at(-1)}`
    }
  }
  return words
}

// A program that puts neighbours together looks at lists, not at who speaks: reasoning of the Responses API has a list as well.
test.each(Object.values(kits))('I4: $format: what a user says goes with the message it was put into', (each) => {
  const kit: Kit<FormatName> = each
  const { contentField } = formats[kit.format]
  const found: string[] = []
  let tried = 0
  for (const seed of searched(6)) {
    const { messages: healthy, ...beside } = partsOf(kit, kit.generate({ seed, turns: 3 }))
    if (!Array.isArray(healthy)) continue
    for (let at = 0; at < healthy.length; at += 1) {
      const messages = copyData(healthy as Fields[])
      const words = marked(messages, contentField)
      const first = messages[at]!
      const second = messages.find((message, index) => index !== at && isOfUser(message))?.[contentField]
      const own = first[contentField] ?? (first['type'] === 'reasoning' ? [] : undefined)
      if (!Array.isArray(second) || !Array.isArray(own)) continue
      const joined = messages.toSpliced(
        messages.findIndex((message) => message[contentField] === second),
        1,
      )
      first[contentField] = [...own, ...second]
      const place = joined.indexOf(first)
      for (const refusal of ['', ...refusals(contentField)]) {
        tried += 1
        const error = Object.assign(new Error(`400 ${refusal.replace('AT', `${place}`)}`), { status: 400 })
        const once = repair(joined, { format: kit.format, ...beside, allow: 'lossy' })
        for (const list of [joined, once.messages as readonly unknown[]]) {
          const result = repair(list, {
            format: kit.format,
            ...beside,
            allow: 'lossy',
            ...(refusal !== '' && { error }),
          })
          const left = JSON.stringify([result.messages, result.request])
          const gone = words.filter((word) => !left.includes(word))
          if (gone.length > 0 && result.loss !== 'lossy' && once.loss !== 'lossy')
            found.push(
              `seed ${seed}, at ${at} of ${String(first['type'] ?? first['role'])}, ${refusal}: ${gone.join(' ')}`,
            )
        }
      }
    }
  }
  expect(found).toEqual([])
  expect(tried).toBeGreaterThan(0)
})
