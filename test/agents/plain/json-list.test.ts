import { expect, test } from 'vitest'
import { findJsonList } from '../../../src/agents/plain/json-list.ts'

/** The elements as texts, then where the list opens, and where it closes. */
const shown = (text: string): string | undefined => {
  const list = findJsonList(text)
  return list && [...list.elements.map(({ start, end }) => text.slice(start, end)), list.open, list.close].join('|')
}

test.each<readonly [text: string, found: string | undefined]>([
  ['', undefined],
  [' ', undefined],
  ['7', undefined],
  ['"messages"', undefined],
  ['{}', undefined],
  ['{"a":1}', undefined],
  ['{"messages":{}}', undefined],
  ['{"messages":"[1]"}', undefined],
  ['{"a":[1]}', undefined],
  ['{"messages', undefined],
  ['{"messages"', undefined],
  ['{"a":{"messages":[1]}', undefined],
  ['[]', '0|1'],
  [' \n\r\t[ ]', '4|6'],
  ['\uFEFF[1]', '1|1|3'],
  ['[1,2]', '1|2|0|4'],
  ['[1 2]', '1|2|0|4'],
  ['[1 , "a,]" ,{"b":[2,{}]}, [3] ]', '1|"a,]"|{"b":[2,{}]}|[3]|0|30'],
  [String.raw`["a\"]",2]`, String.raw`"a\"]"|2|0|9`],
  [String.raw`["a\\",2]`, String.raw`"a\\"|2|0|8`],
  ['[{"a":"}"}]', '{"a":"}"}|0|10'],
  ['{"messages":[1]}', '1|12|14'],
  ['{ "model" : "m" , "input" : [ 1 ] }', '1|28|32'],
  ['{"a":{"b":[]},"contents":[1],"messages":[2]}', '1|25|27'],
  ['{"a":null,"messages":[1]', '1|21|23'],
  ['[1,2', '1|0|-1'],
  ['[1,{"a":', '1|0|-1'],
  ['[1,"tor', '1|0|-1'],
  ['[1,', '1|0|-1'],
  ['[1}', '1|0|-1'],
  ['[', '0|-1'],
])('in %j another list is found than %s', (text, found) => {
  expect(shown(text)).toBe(found)
})
