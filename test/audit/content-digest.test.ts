import { expect, test } from 'vitest'
import { contentDigest } from '../../src/doctor/audit/journal/content-digest.ts'
import type { CopiedSession } from '../../src/storage/copy/copied-session.ts'

const copy = {
  session: { head: 'h', count: 2, standing: null, revision: 3, createdAt: 1, updatedAt: 2 },
  messages: [
    { key: 1, raw: '{}', meta: '{"createdAt":1,"by":"a"}' },
    { key: 2, raw: '{}', meta: 'null' },
  ],
  parts: [{ callId: 'a', output: '1', startedAt: 1, endedAt: 2 }],
  turns: [{ turnID: 't', state: 'completed', createdAt: 1, updatedAt: 2 }],
  states: [{ key: 'k', value: '1', updatedAt: 2 }],
}
const digestOf = (value: object): string => contentDigest(value as unknown as CopiedSession)
/** Each field of each row changed, one at a time. */
const changes = Object.entries(copy).flatMap(([list, rows]) =>
  [rows].flat().flatMap((row, at) =>
    Object.keys(row).map((field) => {
      const changed = { ...row, [field]: field === 'meta' ? '{"createdAt":7,"by":"b"}' : 77 }
      return [
        `${list} ${at} ${field}`,
        Array.isArray(rows) ? { ...copy, [list]: rows.with(at, changed as never) } : { ...copy, [list]: changed },
      ] as const
    }),
  ),
)
const isStamp = (what: string): boolean => /createdAt|updatedAt|startedAt|endedAt|revision/.test(what)

test.each(changes)('a copy with another %s differs by its clock alone, or is taken for the same', (what, changed) => {
  expect(digestOf(changed) === digestOf(copy)).toBe(isStamp(what))
})

test.each([
  ['{"createdAt":9,"by":"a"}', true],
  ['{"createdAt":1,"by":"a","updatedAt":1}', false],
])(
  'a message that another clock has stamped differs, or one whose host wrote another meta does not: %s',
  (meta, same) => {
    const messages = copy.messages.with(0, { key: 1, raw: '{}', meta })
    expect(digestOf({ ...copy, messages }) === digestOf(copy)).toBe(same)
    expect(changes).toHaveLength(23)
  },
)
