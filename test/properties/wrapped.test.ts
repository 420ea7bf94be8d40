import { expect, test } from 'vitest'
import { repair } from '../../src/repair/repair.ts'
import { kits, partsOf } from '../../src/testing.ts'

const wraps: Readonly<Record<string, (held: unknown) => unknown>> = {
  'a list': (held) => [held],
  'two lists': (held) => [[held]],
  value: (value) => ({ value }),
  data: (data) => ({ data }),
}

const rows = Object.values(kits).flatMap((kit) => Object.keys(wraps).map((wrap) => [kit.format, wrap] as const))

test.each(rows)('I4, I5: %s: a message in %s is told as another, or its results are replaced', (format, wrap) => {
  const kit = kits[format]
  for (let seed = 1; seed <= 3; seed += 1) {
    const { dialect, messages, request } = partsOf(kit, kit.generate({ seed } as never) as never)
    // A text alone may stand for the list.
    if (!Array.isArray(messages)) continue
    const list = messages as readonly unknown[]
    for (const index of new Set([0, list.length >> 1, list.length - 1])) {
      const wrapped = list.with(index, wraps[wrap]!(list[index]))
      const result = repair(wrapped, { format, request, ...(dialect !== undefined && { dialect }) })
      expect(result.ok, `seed ${seed}, message ${index}`).toBe(true)
      expect(JSON.stringify(result.messages).includes('[session-recovery]'), `seed ${seed}, message ${index}`).toBe(
        JSON.stringify(list).includes('[session-recovery]'),
      )
    }
  }
})

const packs: Readonly<Record<string, (held: readonly unknown[]) => unknown>> = {
  'a list': (held) => held,
  messages: (messages) => ({ messages }),
  JSON: (held) => JSON.stringify(held),
}

// A text is a message of LangChain: what a user says.
const packed = Object.values(kits)
  .flatMap((kit) => Object.keys(packs).map((pack) => [kit.format, pack] as const))
  .filter(([format, pack]) => format !== 'langchain' || pack !== 'JSON')

test.each(packed)('I4: %s: of messages packed into %s one speaks for all', (format, pack) => {
  const kit = kits[format]
  for (let seed = 1; seed <= 3; seed += 1) {
    const { dialect, messages, request } = partsOf(kit, kit.generate({ seed } as never) as never)
    if (!Array.isArray(messages) || messages.length < 2) continue
    const list = messages as readonly unknown[]
    for (const from of new Set([0, list.length >> 1, list.length - 2])) {
      const inOne = list.toSpliced(from, 2, packs[pack]!(list.slice(from, from + 2)))
      const result = repair(inOne, { format, request, ...(dialect !== undefined && { dialect }) })
      // What JSON cannot hold (bytes, dates) is another value behind it.
      expect(JSON.stringify(result.messages), `seed ${seed}, message ${from}`).toBe(JSON.stringify(list))
    }
  }
})

const contents = Object.values(kits).filter(({ format }) => format !== 'langchain' && format !== 'ai-sdk')

test.each(contents.map(({ format }) => [format] as const))(
  'I4: %s: a list of blocks that has its places for keys, or stands in an object, is told as JSON',
  (format) => {
    const kit = kits[format]
    const field = format === 'gemini' ? 'parts' : 'content'
    for (let seed = 1; seed <= 5; seed += 1) {
      const { dialect, messages, request } = partsOf(kit, kit.generate({ seed } as never) as never)
      if (!Array.isArray(messages)) continue
      const list = messages as readonly Record<string, unknown>[]
      const options = { format, request, ...(dialect !== undefined && { dialect }) }
      for (const [index, message] of list.entries()) {
        const held = message[field]
        // Of one part in an object Gemini makes a list itself, and a result has a content of its own.
        if (!Array.isArray(held) || held.length < 2 || message['role'] === 'tool') continue
        for (const content of [{ ...held }, { value: held }])
          expect(repair(list.with(index, { ...message, [field]: content }), options).messages, `seed ${seed}`).toEqual(
            list,
          )
      }
    }
  },
)
