import assert from 'node:assert/strict'
import type { RecoveryMode } from '../../src/journal/examine-session.ts'
import type { Durability } from '../../src/journal/session-log.ts'
import { fromQuarantineLine } from '../../src/record-log/quarantine.ts'
import { endingBytes } from '../../src/record-log/log-entry.ts'
import { createRandom } from '../../src/testing.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { offset } from '../seeds.ts'
import { readTexts, recordsPath, recoverOne, writeSession } from './sample-session.ts'

export const MODES: readonly RecoveryMode[] = ['salvage', 'tail', 'point_in_time', 'absolute']

/** Texts that are hard on a line log. */
const TEXTS = [
  'plain',
  'line\u2028and\u0085',
  'brace {"seq":2',
  'ünïcödé 🙂',
  'quote " and \\',
  '',
  'nul \u0000',
  'x'.repeat(90),
]

export interface Sample {
  readonly fs: MemoryFs
  readonly texts: readonly string[]
  readonly bytes: Buffer
}

/** A healthy session of 64 records. */
export async function sample(durability: Durability = 'commit'): Promise<Sample> {
  const fs = new MemoryFs()
  const texts = Array.from({ length: 64 }, (_, index) => `${index} ${TEXTS[index % TEXTS.length]!}`)
  await writeSession(fs, 's', texts, { durability })
  return { fs, texts, bytes: fs.bytes(recordsPath('s'))! }
}

function quarantined(fs: MemoryFs): number {
  let bytes = 0
  for (const path of fs.paths().filter((each) => /quarantine\/records/.test(each)))
    for (const line of fs.text(path)!.trim().split('\n')) {
      const damage = fromQuarantineLine(Buffer.from(line))
      bytes += damage.bytes.length + endingBytes[damage.ending]
    }
  return bytes
}

const state = (fs: MemoryFs): unknown =>
  fs
    .paths()
    .sort()
    .map((path) => [path, fs.text(path)])

/** Recovers a damaged copy and proves what always holds: nothing vanishes, and a second run changes nothing. */
async function recovered({ fs: healthy }: Sample, damaged: Uint8Array, mode: RecoveryMode = 'salvage') {
  const fs = healthy.copy()
  fs.put(recordsPath('s'), damaged)
  const result = await recoverOne(fs, 's', { apply: true, mode })
  if (result.state === 'failed') {
    assert.deepEqual(fs.bytes(recordsPath('s')), Buffer.from(damaged))
    return { result, texts: [] }
  }
  const kept = fs.bytes(recordsPath('s'))!.length
  // One line feed may have been added to a good last line.
  assert.ok([0, 1].includes(kept + quarantined(fs) - damaged.length), 'kept and quarantined bytes are not the input')
  const after = state(fs)
  const again = await recoverOne(fs, 's', { apply: true })
  assert.deepEqual(state(fs), after, 'a second recovery has changed something')
  assert.deepEqual(again.gaps, result.gaps)
  assert.equal(again.state, result.gaps.length > 0 ? 'needs_review' : 'clean')
  return { result, texts: await readTexts(fs, 's') }
}

/** The longest valid prefix stays, and nothing is glued to it. */
export async function provesTorn(session: Sample, cut: number, mode: RecoveryMode): Promise<void> {
  const damaged = session.bytes.subarray(0, cut)
  const whole = damaged.toString('latin1').split('\n').length - 1
  const isUnterminated = session.bytes[cut] === 0x0a && cut > 0
  const expected = whole + (isUnterminated ? 1 : 0)
  const isTorn = cut > 0 && session.bytes[cut - 1] !== 0x0a && !isUnterminated
  // The index names all of them, the torn one too.
  const isLost = session.texts.length > expected
  const { result, texts } = await recovered(session, damaged, mode)
  if (mode === 'absolute' && (isTorn || isLost)) return assert.equal(result.error?.code, 'damaged')
  assert.deepEqual(texts, session.texts.slice(0, expected))
  assert.equal(result.records, expected)
  assert.equal(result.state, isLost ? 'needs_review' : isTorn || isUnterminated ? 'recovered' : 'clean')
  assert.deepEqual(result.gaps, isLost ? [{ after: expected }] : [])
  assert.equal(result.quarantinedBytes, isTorn ? damaged.length - damaged.lastIndexOf(0x0a) - 1 : 0)
  assert.equal(result.droppedTailBytes, result.quarantinedBytes)
}

/** One wrong bit costs one record at most, and that is said. */
export async function provesFlip(session: Sample, at: number, bit: number): Promise<void> {
  const damaged = Buffer.from(session.bytes)
  damaged[at]! ^= 1 << bit
  const { result, texts } = await recovered(session, damaged)
  const line = session.bytes.subarray(0, at).toString('latin1').split('\n').length - 1
  const isFeed = session.bytes[at] === 0x0a
  const without = session.texts.toSpliced(line, 1)
  if (isFeed) assert.deepEqual(texts, session.texts)
  else {
    assert.deepEqual(texts, without)
    assert.equal(result.state, 'needs_review')
    assert.deepEqual(result.gaps, [{ after: line, ...(line < 63 && { before: line + 2 }) }])
  }
  assert.ok(result.quarantinedBytes > 0)
}

/** What a power loss may leave behind the last write, or in its place: so many bytes of it. */
export const TAILS: Readonly<Record<string, (length: number) => Buffer>> = {
  NUL: (length) => Buffer.alloc(length),
  zero: (length) => Buffer.alloc(length, '0'),
  garbage(length) {
    const random = createRandom(length + offset)
    // A line feed first would end a record whose own was cut off, and so belong to it.
    return Buffer.from(Array.from({ length }, (_, at) => (at === 0 ? 0xff : random.below(256))))
  },
}

/** Everything before the tail stays, and the tail goes. Only lines of garbage may be taken for lost records. */
export async function provesTail(session: Sample, filler: Buffer, isOver: boolean): Promise<void> {
  const { length } = filler
  const kept = session.bytes.subarray(0, isOver ? Math.max(0, session.bytes.length - length) : session.bytes.length)
  const whole = kept.toString('latin1').split('\n').length - 1
  const { result, texts } = await recovered(session, Buffer.concat([kept, filler]))
  assert.ok(texts.length === whole || texts.length === whole + 1)
  assert.deepEqual(texts, session.texts.slice(0, texts.length))
  const isLost = session.texts.length > texts.length
  if (!filler.includes(0x0a) || result.state !== 'needs_review')
    assert.equal(result.state, isLost ? 'needs_review' : 'recovered')
  assert.ok(result.droppedTailBytes >= length)
}
