import { expect, test } from 'vitest'
import { matchObject, type ObjectMatch } from '../../src/record-log/match-object.ts'

/** Rows of the grammar: how far an object goes, and where the next record can begin. The line goes on behind the object, and ends inside it. */
const grammar: readonly (readonly [text: string, status: ObjectMatch['status'], at: number, resumeAt?: number])[] = [
  ['{}x', 'complete', 2],
  ['{ "a"\t:\r[ 1 ,\n-1.5E+30 , true , { } , [ ] ] , "\\"\\\\\\/\\b\\f\\n\\r\\t\\u09aF" : "" } }', 'complete', 77],
  ['{"a":{"b":[{"c":[]}]}}', 'complete', 22],
  ['{"a":azAE09-+.}', 'failed', 7],
  ['{"a":az09-+.E}', 'complete', 14],
  ['{a', 'failed', 1],
  ['{1:2}', 'failed', 1],
  ['{,', 'failed', 1],
  ['{]', 'failed', 1],
  ['{"a"}', 'failed', 4],
  ['{"a",', 'failed', 4],
  ['{"a"x', 'failed', 4],
  ['{"a":}', 'failed', 5],
  ['{"a":]', 'failed', 5],
  ['{"a":,', 'failed', 5],
  ['{"a"::', 'failed', 5],
  ['{"a":1]', 'failed', 6],
  ['{"a":1:', 'failed', 6],
  ['{"a":1/', 'failed', 6],
  ['{"a":1{', 'failed', 6],
  ['{"a":z|', 'failed', 6],
  ['{"a":`', 'failed', 5],
  ['{"a":F', 'failed', 5],
  ['{"a":D', 'failed', 5],
  ['{"a":1 2', 'failed', 7],
  ['{"a":1"b"', 'failed', 6],
  ['{"a":1,}', 'failed', 7],
  ['{"a":1,2', 'failed', 7],
  ['{"a":1,,', 'failed', 7],
  ['{"a":[}', 'failed', 6],
  ['{"a":[,', 'failed', 6],
  ['{"a":[1}', 'failed', 7],
  ['{"a":[1,]', 'failed', 8],
  ['{"a":[1 "b"', 'failed', 8],
  ['{"a":["b" "c"', 'failed', 10],
  ['{"a":["b":', 'failed', 9],
  ['{"a":{]', 'failed', 6],
  ['{"a":{"b"]', 'failed', 9],
  ['{"a" "b"', 'failed', 5],
  ['{"a":"\\x', 'failed', 7],
  ['{"a":"\\U', 'failed', 7],
  ['{"a":"\\u12', 'incomplete', 10],
  ['{"a":"\\u123', 'incomplete', 11],
  ['{"a":"\\u1234', 'incomplete', 12],
  ['{"a":"\\', 'incomplete', 7],
  ['{"a":"b', 'incomplete', 7],
  ['{"a":"b"', 'incomplete', 8],
  ['{', 'incomplete', 1],
  ['{"a":"\\u/', 'failed', 8],
  ['{"a":"\\u0:', 'failed', 9],
  ['{"a":"\\uFG', 'failed', 9],
  ['{"a":"\\uA@', 'failed', 9],
  ['{"a":"\\uf`', 'failed', 9],
  ['{"a":"\\uag', 'failed', 9],
  ['{"a":"\u001f', 'failed', 6],
  ['{"a":"\t', 'failed', 6],
  ['{"a":"te{"b":1}', 'failed', 10, 8],
  ['{"a":"te{  "b":1}', 'failed', 12, 8],
  ['{"a":"te{" b":1}', 'failed', 11, 8],
  ['{"a":"{"{"b":1}', 'failed', 8],
  ['{"{"b":1}', 'failed', 4, 2],
  ['{"a":"{",b', 'failed', 9],
  ['{"a":"" x', 'failed', 8],
  ['{"a":"  "x', 'failed', 9],
]

test.each(['}', ' }', '}}'])('an object is ended by %j behind the end of its line', (behind) => {
  const line = '{"a":1'
  const match = matchObject(Buffer.from(`${line}${behind}`), 0, line.length)
  expect(match).toEqual({ status: 'incomplete', at: line.length, resumeAt: line.length })
})

test.for(grammar)('the object at the start of %j ends elsewhere', ([text, status, at, resumeAt = at]) => {
  for (const lead of ['', '{"{']) {
    const whole = Buffer.from(`${lead}${text}"}`)
    const shift = lead.length
    expect(matchObject(whole, shift, whole.length - 2)).toEqual({ status, at: at + shift, resumeAt: resumeAt + shift })
  }
})
