import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LogEntry } from '../../src/record-log/log-entry.ts'
import { unaccountedBytes } from '../../src/record-log/log-summary.ts'
import { fromQuarantineLine, toQuarantineLine } from '../../src/record-log/quarantine.ts'
import { type NewLine, writeRecordLog } from '../../src/record-log/write-record-log.ts'
import { RecordLogScanner } from '../../src/record-log/record-log-scanner.ts'
import { isSampleRecord, linesOf, rebuilt, sampleRecords, scanBytes } from './sample-log.ts'

const log = Buffer.concat(linesOf(sampleRecords(12)))
const fragment = fc.constantFrom(
  '{',
  '}',
  '"',
  '{"a":1}',
  '\n',
  '\r\n',
  '\0',
  '\0\0\0',
  '\ufeff',
  ' ',
  ',',
  '[',
  ']',
  '{"a":',
  '\\',
  '{"uuid":"u"}',
)

const decoder = new TextDecoder('utf8', { fatal: true, ignoreBOM: true })

type Damage = (bytes: Buffer) => Buffer
const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.tuple(place, fc.uint8Array({ maxLength: 20 })).map(([at, junk]): Damage => (bytes) => {
    const cut = Math.floor(at * bytes.length)
    return Buffer.concat([bytes.subarray(0, cut), junk, bytes.subarray(cut)])
  }),
  fc.tuple(place, fragment).map(([at, text]): Damage => (bytes) => {
    const cut = Math.floor(at * bytes.length)
    return Buffer.concat([bytes.subarray(0, cut), Buffer.from(text), bytes.subarray(cut)])
  }),
  fc.tuple(place, place).map(([from, to]): Damage => (bytes) => {
    const [start, end] = [from, to].map((at) => Math.floor(at * bytes.length)).sort((a, b) => a - b)
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)])
  }),
  fc.tuple(place, place).map(([from, to]): Damage => (bytes) => {
    const [start, end] = [from, to].map((at) => Math.floor(at * bytes.length)).sort((a, b) => a - b)
    return Buffer.concat([bytes, bytes.subarray(start, end)])
  }),
  fc.tuple(place, fc.nat(7)).map(([at, bit]): Damage => (bytes) => {
    const copy = Buffer.from(bytes)
    if (copy.length > 0) copy[Math.floor(at * copy.length)]! ^= 1 << bit
    return copy
  }),
)
const damagedLog = fc
  .array(damage, { minLength: 1, maxLength: 6 })
  .map((all) => all.reduce<Buffer>((bytes, one) => one(bytes), log))
const soup = fc.array(fragment, { maxLength: 60 }).map((parts) => Buffer.from(parts.join('')))
const options = fc.constantFrom({}, { isRecord: isSampleRecord }, { maxLineBytes: 50 })

test('a byte of the input is in no entry, or in two', () => {
  fc.assert(
    fc.property(
      fc.oneof(damagedLog, soup, fc.uint8Array()),
      options,
      fc.integer({ min: 1, max: 3000 }),
      (bytes, option, size) => {
        const { entries, summary } = scanBytes(bytes, option, size)
        expect(rebuilt(entries).equals(bytes)).toBe(true)
        expect(unaccountedBytes(summary)).toBe(0)
        let offset = 0
        for (const entry of entries) {
          expect(entry.offset).toBe(offset)
          offset += entry.bytes.length + { lf: 1, crlf: 2, none: 0, glued: 0 }[entry.ending]
        }
      },
    ),
    { numRuns: 3000 },
  )
})

test('a record is not what its bytes say', () => {
  fc.assert(
    fc.property(fc.oneof(damagedLog, soup), options, (bytes, option) => {
      const { entries, records } = scanBytes(bytes, option)
      const texts = entries.flatMap((entry) => (entry.kind === 'record' ? [decoder.decode(entry.bytes)] : []))
      expect(texts.map((text) => JSON.parse(text) as unknown)).toEqual(records)
    }),
    { numRuns: 1000 },
  )
})

test('what was kept and what was quarantined do not add up to the input', async () => {
  await fc.assert(
    fc.asyncProperty(damagedLog, async (bytes) => {
      const { entries } = scanBytes(bytes)
      const quarantine = entries.flatMap((entry) => (entry.kind === 'damaged' ? [toQuarantineLine(entry)] : []))
      const restored = Buffer.from(bytes).fill(0xaa)
      for (const entry of entries) restored.set(entry.kind === 'damaged' ? [] : rebuilt([entry]), entry.offset)
      for (const line of quarantine) {
        const { offset, bytes: kept, ending } = fromQuarantineLine(line.subarray(0, -1))
        restored.set(rebuilt([{ kind: 'damaged', reason: 'torn', line: 1, offset, bytes: kept, ending }]), offset)
      }
      expect(restored.equals(bytes)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

async function written(lines: Iterable<LogEntry | NewLine>, option: { ending?: 'lf' | 'crlf' } = {}): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  await writeRecordLog(lines, async (bytes) => void chunks.push(Buffer.from(bytes)), { bufferBytes: 100, ...option })
  return Buffer.concat(chunks)
}

test('the records of a damaged log are not the same after they are written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(damagedLog, soup), async (bytes) => {
      const before = scanBytes(bytes)
      const kept = before.entries.filter((entry) => entry.kind === 'record')
      const after = scanBytes(await written(kept))
      expect(after.records).toEqual(before.records)
      expect(after.summary).toMatchObject({ damaged: 0, salvaged: 0, blankBytes: 0 })
      expect(after.entries.map((entry) => Buffer.from(entry.bytes))).toEqual(
        kept.map((entry) => Buffer.from(entry.bytes)),
      )
    }),
    { numRuns: 1000 },
  )
})

test('a healthy log is not byte-identical after it is written', async () => {
  for (const ending of ['\n', '\r\n'])
    for (const bytes of [
      Buffer.concat(linesOf(sampleRecords(20), ending)),
      Buffer.from(`\ufeff{"a":1}${ending}${ending} {"b":2} ${ending}{"c":3}`),
    ])
      expect((await written(scanBytes(bytes).entries)).equals(bytes)).toBe(true)
})

test('a line that is left out or put in changes its neighbours', async () => {
  const { entries } = scanBytes(Buffer.from('{"a":1}\r\n{"torn\n{"b" :2}'))
  const kept = entries.filter((entry) => entry.kind === 'record')
  expect(String(await written([...kept, { kind: 'new', value: { n: 1 } }], { ending: 'crlf' }))).toBe(
    '{"a":1}\r\n{"b" :2}\r\n{"n":1}\r\n',
  )
  expect(String(await written([{ kind: 'new', value: Buffer.from('{"n" : 1}') }, ...kept]))).toBe(
    '{"n" : 1}\n{"a":1}\r\n{"b" :2}',
  )
})

test('a record whose line feed went with the damage behind it sticks to the next append', async () => {
  const kept = scanBytes(Buffer.from('{"a":1}{"to\n')).entries.filter((entry) => entry.kind === 'record')
  expect(String(await written(kept))).toBe('{"a":1}\n')
  expect(String(await written([...kept, { kind: 'new', value: { n: 1 } }]))).toBe('{"a":1}\n{"n":1}\n')
})

const most = 2 ** 20
test.each([
  [[], {}, []],
  [[5, 4, 4], { bufferBytes: 10 }, [13]],
  [[5, 5, 10, 3], { bufferBytes: 10 }, [10, 10, 3]],
  [[most, most - 1, 1], {}, [most, most]],
])('lines of %j bytes are gathered to other writes (%o)', async (lines, option, sizes) => {
  const written: number[] = []
  const entries = lines.map((size): NewLine => ({ kind: 'new', value: Buffer.alloc(size - 1) }))
  await writeRecordLog(entries, async (bytes) => void written.push(bytes.length), option)
  expect(written).toEqual(sizes)
})

test.each(['{"offset":1}', 'x', '{"offset":0,"length":3,"base64":"AA=="}'])(
  '%s passes for a quarantine line',
  (line) => {
    expect(() => fromQuarantineLine(Buffer.from(line))).toThrow(expect.objectContaining({ code: 'not_quarantine' }))
  },
)

test('a chunk that is written over after its entries were read changes those that follow', () => {
  fc.assert(
    fc.property(fc.oneof(damagedLog, soup), options, fc.integer({ min: 1, max: 3000 }), (bytes, option, size) => {
      const scanner = new RecordLogScanner({ ...option, isTransient: true })
      const read = (found: readonly LogEntry[]): LogEntry[] =>
        found.map((entry) => ({ ...entry, bytes: Buffer.from(entry.bytes) }))
      const room = Buffer.alloc(size)
      const entries: LogEntry[] = []
      for (let at = 0; at < bytes.length; at += size) {
        const copied = Buffer.from(bytes).copy(room, 0, at, at + size)
        entries.push(...read(scanner.push(room.subarray(0, copied))))
        room.fill('}')
      }
      entries.push(...read(scanner.end()))
      expect(entries).toEqual(read(scanBytes(bytes, option, size).entries))
    }),
  )
})
