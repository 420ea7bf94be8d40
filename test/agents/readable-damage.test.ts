import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isKnownVersion } from '../../src/agents/claude-code/known-versions.ts'
import { readableDamage, saidParts } from '../../src/agents/jsonl/readable-damage.ts'
import { rewriteLines } from '../../src/agents/jsonl/rewrite-lines.ts'
import type { LogDamage } from '../../src/record-log/log-entry.ts'
import { tempFolder } from '../files/temp-folder.ts'

const reader = {
  isRecord: (value: Record<string, unknown>): boolean => value['ours'] === true,
  ofTorn: (value: Record<string, unknown>): Record<string, unknown> | undefined => ({ ...value, torn: true }),
}
const torn = (bytes: string | Buffer): object => ({ reason: 'torn', bytes: Buffer.from(bytes as string) })
const half = Buffer.from('{"text":"é').subarray(0, -1)

test.each<readonly [what: string, entry: object, value: unknown]>([
  ['a lenient record', { reason: 'invalid', lenient: { ours: true } }, { ours: true }],
  ['a lenient value of somebody else', { reason: 'torn', lenient: { ours: false } }, undefined],
  ['a torn record', torn('{"text":"a'), { text: 'a', torn: true }],
  ['a record torn in a character', torn(half), { text: '', torn: true }],
  ['a sign for a lost character inside', torn('{"text":"a\uFFFDb'), { text: 'a\uFFFDb', torn: true }],
  ['a list', torn('[1,2'), undefined],
  ['no JSON', torn('text'), undefined],
  ['a whole record that is damaged otherwise', { ...torn('{"text":"a"}'), reason: 'nul_run' }, undefined],
])('of %s something else is read', (_, entry, value) => {
  expect(readableDamage(entry as LogDamage, reader)).toEqual(value)
})

test('parts that say nothing count as said, or those of another type', () => {
  const [a, b] = [
    { type: 'text', text: 'a' },
    { type: 'output_text', text: ' b ' },
  ]
  const parts = [a, b, { type: 'text', text: ' \n' }, { type: 'text', text: 7 }, { type: 'odd', text: 'c' }, 'd', null]
  expect(saidParts(parts, new Set(['text', 'output_text']))).toEqual([a, b])
  expect(saidParts(parts, new Set(['text']))).toEqual([a])
  expect(saidParts('text', new Set(['text']))).toEqual([])
})

test.each([
  [['1.0.128', '2.0.1', '2.1.329', '2.1.0-beta'], true],
  [['1.1.0', '2.2.0', '3.0.1', '12.1.3', 'v2.1.0', '2.1', '2.1.x', '', undefined], false],
])('a release of %j counts as one that was tried: not %s', (versions, isKnown) => {
  expect(versions.map((version) => isKnownVersion(version))).toEqual(versions.map(() => isKnown))
})

test('a file is written although what is taken out of it could not be kept', async () => {
  const path = join(tempFolder(), 'a.jsonl')
  writeFileSync(path, '{"a":1}\n{"b":\n{"c":3}\n')
  const written: string[] = []
  const writing = rewriteLines(
    path,
    { removed: () => false, rewrite: () => undefined, lenient: new Map(), before: new Map(), after: new Map() },
    async (bytes) => void written.push(Buffer.from(bytes).toString()),
    { scan: { isRecord: () => true }, ending: 'lf', quarantine: () => Promise.reject(new Error('disk full')) },
  )
  await expect(writing).rejects.toThrow('disk full')
  expect(written.join('')).not.toContain('"c"')
})
