import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { LogEntry } from '../../src/record-log/log-entry.ts'
import type { LogSummary } from '../../src/record-log/log-summary.ts'
import { fromQuarantineLine, toQuarantineLine } from '../../src/record-log/quarantine.ts'
import { RecordLogScanner, type ScanOptions } from '../../src/record-log/record-log-scanner.ts'
import { scanRecordLog } from '../../src/record-log/scan-record-log.ts'

/** Line, offset and length, how it ends, and what it is: all that is told of an entry. */
function told(entry: LogEntry): string {
  const { bytes, ending, kind, line, offset } = entry
  const what =
    entry.kind === 'damaged'
      ? [entry.reason, ...(entry.lenient ? [JSON.stringify(entry.lenient)] : [])]
      : entry.kind === 'blank'
        ? [entry.what]
        : [JSON.stringify(entry.value), ...(entry.salvaged ? ['salvaged'] : [])]
  return [`${line}:${offset}+${bytes.length}`, ending, kind, ...what].join(' ')
}

const folder = mkdtempSync(join(tmpdir(), 'session-recovery-entries-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Row = readonly [what: string, ScanOptions, log: string, entries: readonly string[], Partial<LogSummary>]

describe('of a log', () => {
  const rows: readonly Row[] = [
    [
      'endings of every kind',
      {},
      '{"a":1}\n{"b":2}\r\n\n \t\r\n\r{"c":3}',
      [
        '1:0+7 lf record {"a":1}',
        '2:8+7 crlf record {"b":2}',
        '3:17+0 lf blank space',
        '4:18+2 crlf blank space',
        '5:22+8 none record {"c":3}',
      ],
      {
        lines: 5,
        records: 3,
        salvaged: 0,
        damaged: 0,
        damagedBytes: 0,
        skipped: 0,
        skippedBytes: 0,
        blankBytes: 2,
        bomBytes: 0,
        endingBytes: 6,
        crlf: 2,
      },
    ],
    [
      'lines that are no object',
      {},
      '[1]\n7\ntext\n{"a":1}\n',
      [
        '1:0+3 lf damaged not_object',
        '2:4+1 lf damaged not_object',
        '3:6+4 lf damaged malformed',
        '4:11+7 lf record {"a":1}',
      ],
      {
        lines: 4,
        records: 1,
        salvaged: 0,
        damaged: 3,
        damagedBytes: 8,
        skipped: 0,
        skippedBytes: 0,
        blankBytes: 0,
        bomBytes: 0,
        endingBytes: 4,
        crlf: 0,
      },
    ],
    [
      'objects on one line',
      {},
      '{"a":1}{"b":2}\n {"c":3} {"d":4} \nx{"e":5}\n{"f":6}x\n',
      [
        '1:0+7 glued record {"a":1} salvaged',
        '1:7+7 lf record {"b":2} salvaged',
        '2:15+1 glued blank space',
        '2:16+7 glued record {"c":3} salvaged',
        '2:23+1 glued blank space',
        '2:24+7 glued record {"d":4} salvaged',
        '2:31+1 lf blank space',
        '3:33+1 glued damaged malformed',
        '3:34+7 lf record {"e":5} salvaged',
        '4:42+7 glued record {"f":6} salvaged',
        '4:49+1 lf damaged malformed',
      ],
      {
        lines: 4,
        records: 6,
        salvaged: 6,
        damaged: 2,
        damagedBytes: 2,
        skipped: 0,
        skippedBytes: 0,
        blankBytes: 3,
        bomBytes: 0,
        endingBytes: 4,
        crlf: 0,
      },
    ],
    [
      'torn objects',
      {},
      '{"a":1,"b\n{"c":\n{"d":4}\n{"e":',
      ['1:0+9 lf damaged torn', '2:10+5 lf damaged torn', '3:16+7 lf record {"d":4}', '4:24+5 none damaged torn'],
      {
        lines: 4,
        records: 1,
        salvaged: 0,
        damaged: 3,
        damagedBytes: 19,
        skipped: 0,
        skippedBytes: 0,
        blankBytes: 0,
        bomBytes: 0,
        endingBytes: 3,
        crlf: 0,
      },
    ],
    [
      'zero bytes',
      {},
      '{"a":1}\n\x00\x00\x00{"b":2}\n{"c":3}\x00\x00',
      [
        '1:0+7 lf record {"a":1}',
        '2:8+3 glued damaged nul_run',
        '2:11+7 lf record {"b":2} salvaged',
        '3:19+7 glued record {"c":3} salvaged',
        '3:26+2 none damaged nul_run',
      ],
      {
        lines: 3,
        records: 3,
        salvaged: 2,
        damaged: 2,
        damagedBytes: 5,
        skipped: 0,
        skippedBytes: 0,
        blankBytes: 0,
        bomBytes: 0,
        endingBytes: 2,
        crlf: 0,
      },
    ],
    [
      'bytes that are not UTF-8',
      {},
      '{"a":"\xff"}\n{"b":"\xc3\xa9"}\n',
      ['1:0+9 lf damaged invalid_utf8 {"a":"�"}', '2:10+10 lf record {"b":"é"}'],
      {
        lines: 2,
        records: 1,
        salvaged: 0,
        damaged: 1,
        damagedBytes: 9,
        skipped: 0,
        skippedBytes: 0,
        blankBytes: 0,
        bomBytes: 0,
        endingBytes: 2,
        crlf: 0,
      },
    ],
    [
      'control characters',
      {},
      '{"a":"x\x01y"}\n{"b":"\ty"}\n',
      ['1:0+11 lf damaged control_character {"a":"x\\u0001y"}', '2:12+10 lf damaged control_character {"b":"\\ty"}'],
      {
        lines: 2,
        records: 0,
        salvaged: 0,
        damaged: 2,
        damagedBytes: 21,
        skipped: 0,
        skippedBytes: 0,
        blankBytes: 0,
        bomBytes: 0,
        endingBytes: 2,
        crlf: 0,
      },
    ],
    [
      'lines beside bytes that are not UTF-8, with white space around them',
      {},
      ' {"a":1} \n{"b":"\xff"}\n\t{"c":2}\t\r\n{"d":3}\r',
      [
        '1:0+9 lf record {"a":1}',
        '2:10+9 lf damaged invalid_utf8 {"b":"�"}',
        '3:20+9 crlf record {"c":2}',
        '4:31+8 none record {"d":3}',
      ],
      { lines: 4, records: 3, salvaged: 0, damaged: 1, damagedBytes: 9, blankBytes: 0, endingBytes: 4, crlf: 1 },
    ],
    [
      'byte order marks',
      {},
      '\xef\xbb\xbf{"a":1}\n\xef\xbb\xbf{"b":2}\n',
      ['1:0+3 glued blank bom', '1:3+7 lf record {"a":1}', '2:11+3 glued blank bom', '2:14+7 lf record {"b":2}'],
      {
        lines: 2,
        records: 2,
        salvaged: 0,
        damaged: 0,
        damagedBytes: 0,
        skipped: 0,
        skippedBytes: 0,
        blankBytes: 0,
        bomBytes: 6,
        endingBytes: 2,
        crlf: 0,
      },
    ],
    [
      'lines above a limit',
      { maxLineBytes: 8 },
      '{"a":1}\n{"aa":1}\n{"aaa":1}\n{"aaaa":1,"b":22}\r\n{"b":2}',
      [
        '1:0+7 lf record {"a":1}',
        '2:8+8 lf record {"aa":1}',
        '3:17+8 glued damaged line_too_long',
        '3:25+1 lf damaged line_too_long',
        '4:27+8 glued damaged line_too_long',
        '4:35+8 glued damaged line_too_long',
        '4:43+1 crlf damaged line_too_long',
        '5:46+7 none record {"b":2}',
      ],
      {
        lines: 5,
        records: 3,
        salvaged: 0,
        damaged: 5,
        damagedBytes: 26,
        skipped: 0,
        skippedBytes: 0,
        blankBytes: 0,
        bomBytes: 0,
        endingBytes: 5,
        crlf: 1,
      },
    ],
    [
      'a last line above a limit',
      { maxLineBytes: 4 },
      '0123456789',
      ['1:0+4 glued damaged line_too_long', '1:4+4 glued damaged line_too_long', '1:8+2 none damaged line_too_long'],
      {
        lines: 1,
        records: 0,
        salvaged: 0,
        damaged: 3,
        damagedBytes: 10,
        skipped: 0,
        skippedBytes: 0,
        blankBytes: 0,
        bomBytes: 0,
        endingBytes: 0,
        crlf: 0,
      },
    ],
    [
      'lines that are turned away',
      { prefilter: (chunk, start) => chunk[start + 2] !== 0x62 },
      '{"a":1}\n{"b":2}\r\n{"b":3}\n{"c":4}\n{"b":5}',
      ['1:0+7 lf record {"a":1}', '4:25+7 lf record {"c":4}'],
      {
        lines: 5,
        records: 2,
        salvaged: 0,
        damaged: 0,
        damagedBytes: 0,
        skipped: 3,
        skippedBytes: 21,
        blankBytes: 0,
        bomBytes: 0,
        endingBytes: 5,
        crlf: 1,
      },
    ],
    [
      'lines that are read by their bytes',
      { readLine: (chunk, start, end) => (chunk[start + 2] === 0x62 ? { read: end - start } : undefined) },
      '{"a":1}\n{"b":22}\r\nxxb\n{"c":4}',
      [
        '1:0+7 lf record {"a":1}',
        '2:8+8 crlf record {"read":8}',
        '3:18+3 lf record {"read":3}',
        '4:22+7 none record {"c":4}',
      ],
      {
        lines: 4,
        records: 4,
        salvaged: 0,
        damaged: 0,
        damagedBytes: 0,
        skipped: 0,
        skippedBytes: 0,
        blankBytes: 0,
        bomBytes: 0,
        endingBytes: 4,
        crlf: 1,
      },
    ],
  ]
  test.each(rows)('%s are told in other entries, whole, byte by byte or from a file', async (...row) => {
    const [what, options, text, entries, counts] = row
    const log = Buffer.from(text, 'latin1')
    const whole = new RecordLogScanner(options)
    expect([...whole.push(log), ...whole.end()].map(told)).toEqual(entries)
    expect(whole.summary).toMatchObject({ bytes: log.length, ...counts })
    const reasons = entries.flatMap((entry) => / damaged (\w+)/.exec(entry)?.[1] ?? [])
    const damage = Object.fromEntries(
      [...new Set(reasons)].map((one) => [one, reasons.filter((each) => each === one).length]),
    )
    expect(whole.summary.damage).toEqual(damage)

    const parted = new RecordLogScanner({ ...options, isTransient: true })
    const byte = Buffer.alloc(1)
    const found = [...log].flatMap((value) => parted.push(byte.fill(value)).map(told))
    expect([...found, ...parted.end().map(told)]).toEqual(entries)
    expect(parted.summary).toEqual(whole.summary)

    const path = join(folder, `${what}.ndjson`)
    writeFileSync(path, log)
    for (const more of [{ chunkBytes: 5 }, { isTransient: true }]) {
      const scan = scanRecordLog(path, { ...options, ...more })
      const read: string[] = []
      for await (const entry of scan) read.push(told(entry))
      expect(read).toEqual(entries)
      expect(scan.summary).toEqual(whole.summary)
    }
  })
  test('there are no rows', () => expect(rows).toHaveLength(13))
})

describe('damage that is kept', () => {
  const damage = { offset: 7, line: 2, reason: 'torn', ending: 'crlf', bytes: Buffer.from([0, 0xff, 0x7b]) } as const
  test('is another when it is read back, or is written in another form', () => {
    const line = toQuarantineLine(damage)
    expect(line.toString()).toBe('{"offset":7,"line":2,"reason":"torn","ending":"crlf","length":3,"base64":"AP97"}\n')
    expect(fromQuarantineLine(line)).toEqual(damage)
    const view = new Uint8Array([1, 0, 0xff, 0x7b, 2]).subarray(1, 4)
    expect(toQuarantineLine({ ...damage, bytes: view })).toEqual(line)
  })
  test.each([
    '{"offset":7,"length":3,"base64":1}',
    '{"offset":"7","length":3,"base64":"AP97"}',
    '{"offset":7,"length":4,"base64":"AP97"}',
    '[]',
    'torn',
  ])('is read from a line that does not hold it: %s', (line) => {
    expect(() => fromQuarantineLine(Buffer.from(line))).toThrow(expect.objectContaining({ code: 'not_quarantine' }))
  })
})
