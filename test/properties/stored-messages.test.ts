import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { formatNames } from '../../src/formats/format-name.ts'
import { collectEdits } from '../../src/repair/collect-edits.ts'
import type { Fixpoint } from '../../src/repair/fixpoint.ts'
import { repair } from '../../src/repair/repair.ts'
import { createRandom, kits, partsOf } from '../../src/testing.ts'
import type { Edit } from '../../src/transcript/edit.ts'
import { seeds } from '../seeds.ts'

/** Damage that needs no knowledge of a format: most of it makes passes move things to and fro. */
const damages: readonly ((list: unknown[], at: number) => void)[] = [
  (list, at) => void list.splice(at, 2, ...list.slice(at, at + 2).toReversed()),
  (list, at) => void list.splice(at, 0, structuredClone(list[at])),
  (list, at) => void list.splice(at, 0, null),
  (list, at) => void list.splice(at, 1),
]

/** What of a plan only writes a stored message again. */
function* writtenAgain(edits: readonly Edit[]): Generator<string> {
  const removed = new Map(edits.flatMap((edit) => (edit.op === 'remove' ? [[edit.index, edit.before]] : [])))
  for (const edit of edits) {
    if (edit.op === 'remove') continue
    if (edit.op === 'replace' && isDeepStrictEqual(edit.before, edit.after)) yield `${edit.index} replaced by itself`
    const behind = edit.index + (edit.op === 'replace' ? 1 : 0)
    for (const at of [edit.index - 1, behind])
      if (removed.has(at) && isDeepStrictEqual(removed.get(at), edit.after))
        yield `${at} written again at ${edit.index}`
  }
}

test.each(formatNames)('I6: %s: an edit writes a message again that stands there, or right beside it', (format) => {
  const kit = kits[format]
  const found: string[] = []
  for (const seed of seeds(120)) {
    const random = createRandom(seed)
    const healthy = kit.generate({ seed: seed + 1, turns: 1 + (seed % 5) })
    const { dialect, messages, request } = partsOf(kit, healthy)
    if (!Array.isArray(messages)) continue
    const list = [...(messages as unknown[])]
    for (const at of [0, list.length - 1, Math.floor(random.next() * list.length)].slice(seed % 3))
      random.pick(damages)(list, Math.min(at, Math.max(0, list.length - 1)))
    const { edits } = repair(list, { format, request, allow: 'lossy', ...(dialect && { dialect }) })
    for (const breach of writtenAgain(edits)) found.push(`${seed}: ${breach}`)
  }
  expect(found).toEqual([])
})

const rows: readonly [what: string, placed: readonly [string, number | null][], edits: string][] = [
  [
    'what passes have put back',
    [
      ['a', 0],
      ['b', 1],
      ['c', 2],
      ['d', 3],
    ],
    '',
  ],
  [
    'a first message that equals the one behind it',
    [
      ['b', 0],
      ['c', 2],
      ['d', 3],
    ],
    'remove 0',
  ],
  [
    'a last message that equals the one before it',
    [
      ['a', 0],
      ['b', 1],
      ['c', 3],
    ],
    'remove 3',
  ],
  [
    'a new one before what it equals',
    [
      ['a', 0],
      ['c', null],
      ['d', 3],
    ],
    'remove 1',
  ],
  [
    'a new one behind all',
    [
      ['a', 0],
      ['b', 1],
      ['d', null],
    ],
    'remove 2',
  ],
  [
    'one that equals what stands further off',
    [
      ['a', 0],
      ['b', 1],
      ['a', 3],
    ],
    'remove 2,replace 3',
  ],
]

test.each(rows)('I6: %s is written again', (_, list, expected) => {
  const stored = [...'abcd'].map((text) => ({ text }))
  const placed = list.map(([text, origin]) => ({ raw: { text }, origin, causes: [] }))
  const left = new Set(placed.map(({ origin }) => origin))
  const removed = [3, 0, 1, 2].flatMap((origin) => (left.has(origin) ? [] : [{ origin, causes: [] }]))
  const edits = collectEdits(stored, { placed, removed } as unknown as Fixpoint)
  expect(edits.map(({ index, op }) => `${op} ${index}`).join()).toBe(expected)
})
