import { array, assert, dictionary, json, nat, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { elementAtPosition } from '../../src/recovery/calls/element-at-position.ts'

const untagged = 'data did not match any variant of untagged enum ModelInput'
const body = { model: 'grok', input: [{ role: 'user', content: 'Grüße 👋' }, { type: 'reasoning', content: null }, 7] }
const written = JSON.stringify(body)
const bytesTo = (text: string): number => Buffer.byteLength(written.slice(0, written.indexOf(text) + text.length))

describe('the place of an error that has only a position', () => {
  test.each([
    ['the first element', 0, bytesTo('"user"')],
    ['the end of an element, where serde gives up', 1, bytesTo('"content":null}')],
    ['the last element', 2, bytesTo(',7')],
    ['before the list', undefined, bytesTo('"model"')],
    ['the bracket of the list', undefined, bytesTo('"input":[')],
    ['the end of the list', undefined, bytesTo('7]')],
  ])('is lost for %s', (_where, index, column) => {
    expect(elementAtPosition(`${untagged} at line 1 column ${column}`, body, 'input')).toBe(index)
  })

  test('counts bytes where the parser counts characters', () => {
    const characters = Array.from(written.slice(0, written.indexOf('reasoning'))).length
    const said = `no low surrogate in string: line 1 column ${characters + 1} (char ${characters})`
    expect(elementAtPosition(said, body, 'input')).toBe(1)
  })

  test.each([
    ['another line', 'invalid type: null at line 3 column 9'],
    ['no position', untagged],
  ])('is made up from %s', (_what, said) => {
    expect(elementAtPosition(said, body, 'input')).toBeUndefined()
  })

  test('is another one behind what JSON has no word for', () => {
    const input = [undefined, { role: 'user' }]
    const column = JSON.stringify({ model: 'grok', input }).indexOf('role')
    expect(elementAtPosition(`${untagged} at line 1 column ${column}`, { model: 'grok', input }, 'input')).toBe(1)
    expect(elementAtPosition(`${untagged} at line 1 column 27`, { model: 'grok', input }, 'input')).toBe(0)
  })

  test('is that of a list where there is none', () => {
    for (const input of ['Hello', undefined, { 0: 'a' }])
      expect(elementAtPosition(`${untagged} at line 1 column 25`, { model: 'grok', input }, 'input')).toBeUndefined()
  })

  test('is wrong for any body and any of its bytes', () => {
    const law = property(
      dictionary(string(), json()),
      array(json(), { minLength: 1 }),
      nat(),
      nat(),
      (fields, texts, choice, offset) => {
        const list = texts.map((text) => JSON.parse(text) as unknown)
        const request = { ...fields, list, after: 1 }
        const index = choice % list.length
        const before = JSON.stringify({ ...request, list: list.slice(0, index), after: undefined })
        const start = Buffer.byteLength(before) - 2 + (index === 0 ? 0 : 1)
        const size = Buffer.byteLength(JSON.stringify(list[index]))
        const column = start + 1 + (offset % size)
        return elementAtPosition(`at line 1 column ${column}`, request, 'list') === index
      },
    )
    expect(() => assert(law)).not.toThrow()
  })
})
