import { describe, expect, test } from 'vitest'
import { spread } from '../seeds.ts'
import { growthOf, mostGrowth } from '../growth-of.ts'
import { isSampleRecord, linesOf, rebuilt, sampleRecords, scanBytes } from './sample-log.ts'

const records = sampleRecords(64)
const lines = linesOf(records)
const log = Buffer.concat(lines)
const starts = lines.map((_, index) => Buffer.concat(lines.slice(0, index)).length)

/** Lines that a cut at this offset leaves whole, the line feed not counted. */
function wholeBefore(cut: number): number {
  return lines.filter((line, index) => starts[index]! + line.length - 1 <= cut).length
}

test('a log torn at any byte (some by SESSION_RECOVERY_SEED) gives more or less than its whole lines', () => {
  for (const cut of spread(600, log.length + 1)) {
    const { records: found, damage, summary } = scanBytes(log.subarray(0, cut))
    expect(found.length, `cut at ${cut}`).toBe(wholeBefore(cut))
    const tail = summary.damaged
    expect(tail, `cut at ${cut}`).toBe(
      starts.includes(cut) || wholeBefore(cut) > wholeBefore(cut - 1) || cut === log.length ? 0 : 1,
    )
    expect(damage, `cut at ${cut}`).toEqual(tail === 1 ? ['torn'] : [])
  }
})

test('a whole record that was glued to one torn at any byte is lost', () => {
  const torn = lines[1]!
  const whole = lines[2]!
  for (let cut = 1; cut < torn.length - 1; cut += 1) {
    const bytes = Buffer.concat([lines[0]!, torn.subarray(0, cut), whole, lines[3]!])
    const { records: found, entries } = scanBytes(bytes, { isRecord: isSampleRecord })
    expect(found, `cut at ${cut}: ${torn.subarray(Math.max(0, cut - 20), cut)}`).toEqual([
      records[0],
      records[2],
      records[3],
    ])
    expect(rebuilt(entries).equals(bytes)).toBe(true)
  }
})

test('without knowing the records a glued one is lost at more places than where a value may stand', () => {
  const torn = lines[1]!.subarray(0, -1)
  const ambiguous: string[] = []
  for (let cut = 1; cut < torn.length; cut += 1) {
    const { records: found } = scanBytes(Buffer.concat([torn.subarray(0, cut), lines[2]!]))
    expect(found).toEqual(found.length === 0 ? [] : [records[2]])
    if (found.length === 0) ambiguous.push(torn.subarray(0, cut).toString().at(-1)!)
  }
  expect(new Set(ambiguous)).toEqual(new Set([':', '[']))
})

test('the second half of a torn record gives a record', () => {
  const line = lines[5]!.subarray(0, -1)
  for (let cut = 1; cut < line.length; cut += 1) {
    const { records: found, summary } = scanBytes(Buffer.concat([line.subarray(cut), Buffer.from('\n'), lines[6]!]))
    expect(found, `from ${line.subarray(cut, cut + 20)}`).toEqual([records[6]])
    expect(summary.damagedBytes + summary.blankBytes).toBe(line.length - cut)
  }
})

test('glued lines lose a record', () => {
  for (let index = 1; index < lines.length; index += 1) {
    const glued = lines.map((line, at) => (at === index - 1 ? line.subarray(0, -1) : line))
    const { records: found, entries, damage } = scanBytes(Buffer.concat(glued))
    expect(found).toEqual(records)
    expect(damage).toEqual([])
    expect(entries[index - 1]).toMatchObject({ salvaged: true, ending: 'glued' })
    expect(entries[index]).toMatchObject({ salvaged: true, ending: 'lf', line: index })
  }
  expect(scanBytes(Buffer.from('{"a":1} {"b":2}  {"c":3}\n')).records).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }])
})

test('a dropped, doubled or swapped line disturbs the others', () => {
  for (let index = 0; index < lines.length; index += 1) {
    const dropped = lines.filter((_, at) => at !== index)
    const doubled = lines.flatMap((line, at) => (at === index ? [line, line] : [line]))
    const swapped = [...lines.slice(0, index), ...lines.slice(index).reverse()]
    for (const [variant, expected] of [
      [dropped, records.filter((_, at) => at !== index)],
      [doubled, records.flatMap((record, at) => (at === index ? [record, record] : [record]))],
      [swapped, [...records.slice(0, index), ...records.slice(index).reverse()]],
    ] as const) {
      const { records: found, summary } = scanBytes(Buffer.concat(variant))
      expect(found).toEqual(expected)
      expect(summary).toMatchObject({ damaged: 0, salvaged: 0 })
    }
  }
})

test('a flipped bit costs a record of another line, or makes one up', () => {
  const few = linesOf(sampleRecords(4))
  const bytes = Buffer.concat(few)
  const known = new Set(few.map((line) => line.subarray(0, -1).toString()))
  for (const at of spread(200, bytes.length))
    for (let bit = 0; bit < 8; bit += 1) {
      const flipped = Buffer.from(bytes)
      flipped[at]! ^= 1 << bit
      const { entries } = scanBytes(flipped)
      const intact = few.filter((_, index) => {
        const start = Buffer.concat(few.slice(0, index)).length
        // A flip of the line feed is on the line that it ends.
        return at < start || at >= start + few[index]!.length
      })
      const texts = entries.flatMap((entry) => (entry.kind === 'record' ? [Buffer.from(entry.bytes).toString()] : []))
      for (const line of intact) expect(texts, `bit ${bit} of byte ${at}`).toContain(line.subarray(0, -1).toString())
      const unknown = entries.filter(
        (entry) => entry.kind === 'record' && !known.has(Buffer.from(entry.bytes).toString()),
      )
      // Without a checksum a flip inside a string is a valid record: but it has the size and the place of the old one.
      expect(unknown.length).toBeLessThanOrEqual(1)
      expect(few.map((line) => line.length - 1)).toEqual(
        expect.arrayContaining(unknown.map((entry) => entry.bytes.length)),
      )
      expect(rebuilt(entries).equals(flipped)).toBe(true)
    }
})

test('zero bytes at the tail, at the head or between lines cost a record', () => {
  for (const size of [1, 2, 511, 4096]) {
    const zeros = Buffer.alloc(size)
    const tail = scanBytes(Buffer.concat([log, zeros]))
    expect(tail).toMatchObject({ records, damage: ['nul_run'] })
    expect(scanBytes(Buffer.concat([zeros, log]))).toMatchObject({ records, damage: ['nul_run'] })
    const between = Buffer.concat([...lines.slice(0, 9), zeros, ...lines.slice(9)])
    expect(scanBytes(between)).toMatchObject({ records, damage: ['nul_run'] })
    const afterTorn = Buffer.concat([lines[0]!, lines[1]!.subarray(0, 100), zeros, lines[2]!])
    expect(scanBytes(afterTorn)).toMatchObject({ records: [records[0], records[2]], damage: ['torn', 'nul_run'] })
  }
})

test('a block of zero bytes over the log costs more than the lines it touches', () => {
  const holed = Buffer.from(log)
  holed.fill(0, starts[10]! + 20, starts[13]! + 20)
  const { records: found } = scanBytes(holed)
  expect(found).toEqual([...records.slice(0, 10), ...records.slice(14)])
})

const hostile: Readonly<Record<string, (size: number) => string>> = {
  'nested openings': (size) => '{"a":'.repeat(size),
  'nested openings behind other text': (size) => `x${'{"a":'.repeat(size)}`,
  'nested openings twice': (size) => `${'{"a":'.repeat(size)}x${'{"a":'.repeat(size)}`,
  'strings that never close': (size) => '{"'.repeat(size),
  'small objects among other text': (size) => '{}x'.repeat(size),
}

describe.each(Object.entries(hostile))('a line of %s', (_what, build) => {
  test.each([
    ['unknown', {}],
    ['known', { isRecord: isSampleRecord }],
  ])('costs more for its double than its length to the power of 1.5, records %s', (_known, options) => {
    const growth = growthOf((size) => {
      const bytes = Buffer.from(`${build(size)}\n`)
      return () => scanBytes(bytes, options)
    }, 4_000)
    expect(growth).toBeLessThanOrEqual(mostGrowth)
  })
})
