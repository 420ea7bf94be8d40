import { expect, test } from 'vitest'
import { messageLines, readMessageLine, type RefusedLine } from '../../src/mcp/message-lines.ts'

const ping = (id: unknown): object => ({ jsonrpc: '2.0', id, method: 'ping' })
const refusal = (id: unknown, code: number): object => ({ id, code })
test.each<readonly [line: string, read: readonly unknown[]]>([
  ['', []],
  [' \r', []],
  ['{"jsonrpc":', [refusal(null, -32_700)]],
  ['\0\0', [refusal(null, -32_700)]],
  ...['null', '5', '"ping"', '[]', '{}', '[[]]'].map((line) => [line, [refusal(null, -32_600)]] as const),
  ['{"id":5,"method":"ping"}', [refusal(5, -32_600)]],
  ['{"jsonrpc":"1.0","id":"a","method":"ping"}', [refusal('a', -32_600)]],
  ['{"jsonrpc":"2.0","id":5,"method":7}', [refusal(5, -32_600)]],
  ['{"jsonrpc":"2.0","id":5,"method":"ping","params":[1]}', [refusal(5, -32_600)]],
  ['{"jsonrpc":"2.0","id":{},"method":"ping"}', [refusal(null, -32_600)]],
  ['{"jsonrpc":"2.0","id":5}', [refusal(5, -32_600)]],
  ['{"jsonrpc":"2.0","id":5,"result":7}', [refusal(5, -32_600)]],
  [
    JSON.stringify([ping(1), { id: 2 }, ping('b')]),
    [JSON.stringify(ping(1)), refusal(2, -32_600), JSON.stringify(ping('b'))],
  ],
  [JSON.stringify([ping(1)]), [JSON.stringify(ping(1))]],
  ...[
    '{"jsonrpc":"2.0","id":0,"method":"ping"}\r',
    '{"jsonrpc":"2.0","method":"notifications/initialized","params":{}}',
    '{"jsonrpc":"2.0","id":"x","result":{}}',
    '{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"no"}}',
  ].map((line) => [line, [line]] as const),
])('the line %j is passed on or refused otherwise', (line, read) => {
  expect(readMessageLine(line)).toMatchObject(read)
})

test('a message on which every walk runs out of stack ends the server, or one that is only nested is refused', () => {
  const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
  for (const field of ['"method":"ping","params"', '"result"']) {
    const message = (levels: number): string => `{"jsonrpc":"2.0","id":5,${field}:{"a":${deep(levels)}}}`
    for (const line of [message(100_000), `[${message(100_000)}]`])
      expect(readMessageLine(line)).toMatchObject([refusal(5, -32_600)])
    expect(readMessageLine(message(400))).toEqual([message(400)])
  }
  expect(readMessageLine(deep(100_000))).toMatchObject([refusal(null, -32_600)])
})

test.each([1, 2, 3, 1000])('lines that come %i bytes at a time are cut, glued or passed on too long', async (step) => {
  const refused: RefusedLine[] = []
  const lines = messageLines((each) => refused.push(each), 60)
  const long = `${JSON.stringify({ ...ping(1), more: 'x'.repeat(60) })}`
  const exact = JSON.stringify(ping('é🙂'.padEnd(60 - JSON.stringify(ping('é🙂')).length - 3, 'y')))
  const input = Buffer.from([JSON.stringify(ping(1)), long, exact, 'no', JSON.stringify(ping(2)), '{"torn'].join('\n'))
  for (let at = 0; at < input.length; at += step) lines.write(input.subarray(at, at + step))
  lines.end()
  let text = ''
  for await (const chunk of lines) text += String(chunk)
  expect(text).toBe([JSON.stringify(ping(1)), exact, JSON.stringify(ping(2)), ''].join('\n'))
  expect(refused).toMatchObject([
    { id: 1, code: -32_600, message: expect.stringContaining('60 bytes') },
    { id: null, code: -32_700 },
  ])
})

test.each<readonly [line: (filler: string) => string, id: unknown]>([
  [(x) => `{"jsonrpc":"2.0","id":14,"method":"m","params":{"x":"${x}"}}`, 14],
  [(x) => `{"method":"m","id":"a","params":{"x":"${x}"}}`, 'a'],
  [(x) => `{"method":"m","params":{"id":3,"x":"${x}"},"jsonrpc":"2.0","id":7}`, 7],
  [(x) => `{"method":"m","params":{"x":"${x}"},"id":8,"jsonrpc":"2.0"}\r`, 8],
  [(x) => `{"method":"m","params":{"id":3,"x":"${x}","id":9}}`, null],
  [(x) => `{"params":{"id":3,"x":"${x}"},"method":"m"}`, null],
  [(x) => x, null],
])('the request in a line that is too long is not told by its id: row %$', (line, id) => {
  const refused: RefusedLine[] = []
  const lines = messageLines((each) => refused.push(each), 3000)
  const bytes = Buffer.from(`${line('x'.repeat(9000))}\n`)
  for (let at = 0; at < bytes.length; at += 700) lines.write(bytes.subarray(at, at + 700))
  expect(refused).toMatchObject([{ id, code: -32_600 }])
})
