import { expect, test } from 'vitest'
import { salvageLine } from '../../src/record-log/salvage-line.ts'
import { isSampleRecord, linesOf, sampleRecords, scanBytes } from './sample-log.ts'

const lines = linesOf(sampleRecords(2))

test('a torn record before a whole one is called malformed', () => {
  expect(scanBytes(Buffer.from('{"a":"te{"b":1}\n'))).toMatchObject({ damage: ['torn'], records: [{ b: 1 }] })
})

test('an object inside a torn record is taken for a record', () => {
  const torn = [
    '{"a":{"uuid":"u1"}',
    '{"a":[{"uuid":"u1"},{"uuid":"u2"}',
    '{"a":"function() {}',
    '{"a":{"uuid":"u1"},"b":{"uuid":',
  ]
  for (const line of torn) expect(scanBytes(Buffer.from(`${line}\n`))).toMatchObject({ records: [], damage: ['torn'] })
})

test('bytes that are not UTF-8 pass for text, or cannot be had leniently', () => {
  const line = Buffer.from('{"a":"xx\u00e9yy","b":1}\n')
  line[8] = 0xff
  const { entries } = scanBytes(Buffer.concat([lines[0]!, line, lines[1]!]))
  expect(entries.map((entry) => entry.kind)).toEqual(['record', 'damaged', 'record'])
  expect(entries[1]).toMatchObject({ reason: 'invalid_utf8', lenient: { a: 'xx\ufffd\ufffdyy', b: 1 } })
  expect(Buffer.from(entries[1]!.bytes).equals(line.subarray(0, -1))).toBe(true)
  expect(scanBytes(Buffer.from([0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d])).damage).toEqual(['invalid_utf8'])
})

test('raw control characters in a string cannot be had leniently', () => {
  expect(scanBytes(Buffer.from('{"a":"x\0y","b":1}\n')).entries).toMatchObject([
    { kind: 'damaged', reason: 'nul_run', lenient: { a: 'x\0y', b: 1 } },
  ])
  for (const control of ['\x01', '\x1b', '\t'])
    expect(scanBytes(Buffer.from(`{"a":"x${control}y","b":1}\n`)).entries).toMatchObject([
      { kind: 'damaged', reason: 'control_character', lenient: { a: `x${control}y`, b: 1 } },
    ])
})

test.for<readonly [line: string, parts: string]>([
  ['{"a":1}{"b":2}', 'record glued, record lf'],
  ['{"a":1} \t{"b":2}  ', 'record glued, blank glued, record glued, blank lf'],
  ['\ufeff{"a":1}', 'blank glued, record lf'],
  ['\ufeff', 'blank lf'],
  ['\ufeff7', 'blank glued, not_object lf'],
  ['\ufeff{"a":"\u0001"}', 'blank glued, control_character lf'],
  ['\ufeff{"a":"\0"}', 'blank glued, nul_run lf'],
  ['{}', 'record lf'],
  ['{}{"a":1}', 'record glued, record lf'],
  ['{}x', 'malformed lf'],
  ['{"a":1}x', 'record glued, malformed lf'],
  ['{"a":1},', 'malformed lf'],
  ['{"a":1} ]', 'malformed lf'],
  ['{"a":1}}', 'malformed lf'],
  ['x{"a":1}', 'malformed glued, record lf'],
  ['x{"a":1} ', 'malformed glued, record glued, blank lf'],
  ['x{"a":1}y', 'malformed lf'],
  ['x{"a":1}{"b":2}', 'malformed glued, record glued, record lf'],
  ['x{"a":1}{"b":2}y', 'malformed glued, record glued, record glued, malformed lf'],
  ['x{}', 'malformed lf'],
  ['x{"a":01}', 'malformed glued, malformed lf'],
  ['{"a":01}', 'malformed lf'],
  ['{"a":01}{"b":1}', 'malformed glued, record lf'],
  ['{"a":1}\0\0{"b":2}', 'record glued, nul_run glued, record lf'],
  ['x\0{"b":2}', 'malformed glued, nul_run glued, record lf'],
  ['{"a":"x\0{"b":2}', 'torn glued, nul_run glued, record lf'],
  ['{"a":\0', 'torn glued, nul_run lf'],
  ['\0 {"b":2}', 'nul_run glued, blank glued, record lf'],
  ['{"a":"te{"b":1}x', 'malformed lf'],
  ['"text', 'malformed lf'],
])('%j is taken apart otherwise', ([line, parts]) => {
  const told = scanBytes(Buffer.from(`${line}\n`)).entries.map((entry) => {
    const what = entry.kind === 'damaged' ? entry.reason : entry.kind
    return `${what} ${entry.ending}`
  })
  expect(told.join(', ')).toBe(parts)
})

test.for<readonly [line: string, parts: string]>([
  ['{"a":{"uuid":"u"}', 'torn, record'],
  ['{"a":{"id":"u"}', 'torn'],
  ['x{"uuid":"u"}y', 'malformed'],
  ['x{"uuid":"u"}', 'malformed, record'],
  ['x{"id":"u"}', 'malformed'],
  ['{"id":"u"}', 'record'],
  ['{"id":"u"}x', 'malformed'],
])('%j is taken apart otherwise where the records are known', ([line, parts]) => {
  const { entries } = scanBytes(Buffer.from(line), { isRecord: isSampleRecord })
  expect(entries.map((entry) => (entry.kind === 'damaged' ? entry.reason : entry.kind)).join(', ')).toBe(parts)
})

test.each<[line: string, parts: readonly object[]]>([
  ['{"a":"\x01"}', [{ kind: 'damaged', start: 0, end: 9, reason: 'control_character', lenient: { a: '\x01' } }]],
  ['{"a":"\0"}', [{ kind: 'damaged', start: 0, end: 9, reason: 'nul_run', lenient: { a: '\0' } }]],
  ['[1]', [{ kind: 'damaged', start: 0, end: 3, reason: 'not_object' }]],
  ['text', [{ kind: 'damaged', start: 0, end: 4, reason: 'malformed' }]],
  ['\0\0', [{ kind: 'damaged', start: 0, end: 2, reason: 'nul_run' }]],
  ...['\xef{"b":1}', 'x\xbb{"b":1}', 'xx\xbf{"b":1}', '\xef\xbb{"b":1}'].map((line): [string, object[]] => [
    line,
    [
      { kind: 'damaged', start: 0, end: line.length - 7, reason: 'malformed' },
      { kind: 'record', start: line.length - 7, end: line.length, value: { b: 1 } },
    ],
  ]),
  [
    '{"a":1} \0{"b":2}x',
    [
      { kind: 'record', start: 0, end: 7, value: { a: 1 } },
      { kind: 'blank', start: 7, end: 8, what: 'space' },
      { kind: 'damaged', start: 8, end: 9, reason: 'nul_run' },
      { kind: 'record', start: 9, end: 16, value: { b: 2 } },
      { kind: 'damaged', start: 16, end: 17, reason: 'malformed' },
    ],
  ],
  [
    '\xef\xbb\xbf{"a":1,{"b":2}',
    [
      { kind: 'blank', start: 0, end: 3, what: 'bom' },
      { kind: 'damaged', start: 3, end: 10, reason: 'torn' },
      { kind: 'record', start: 10, end: 17, value: { b: 2 } },
    ],
  ],
])('%j falls into other parts', (line, parts) => {
  expect(salvageLine(Buffer.from(line, 'latin1'))).toEqual(parts)
})
