import { expect, test } from 'vitest'
import { quotingLine } from '../../src/detection/talk/quoting-line.ts'

const at = (text: string): ReturnType<typeof quotingLine> => quotingLine(text, text.indexOf('unknown'))

test('the line before leads to a quotation, too', () => {
  expect(at('It "fails" often\nNow: „unknown name“ again')).toEqual({ lead: 'Now: ', behind: ' again' })
})

test('what begins with its quotation has a lead', () => {
  expect(at('"unknown name" again')).toBeNull()
  expect(at('It fails\n"unknown name" again')).toBeNull()
})

test('a quotation that nothing closes has something behind it', () => {
  expect(at('Now: "unknown name again')).toBeNull()
  expect(at('Now: "unknown name\nagain" and again')).toBeNull()
})
