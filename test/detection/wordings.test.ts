import { describe, expect, test } from 'vitest'
import { foldPattern } from '../../src/detection/compile-wordings.ts'
import { foldText } from '../../src/detection/fold-text.ts'
import { notStructural } from '../../src/detection/not-structural.ts'
import { requiredLiterals } from '../../src/detection/required-literals.ts'
import { reports } from '../../src/reports/index.ts'

const patterns = [...Object.values(reports).flatMap(({ wordings }) => wordings), ...notStructural].map(
  ({ pattern }) => pattern,
)

describe('the wordings as data', () => {
  test('no pattern waits for characters that folding leaves out', () => {
    // Upper case, quotes, word boundaries and flags never match folded text.
    const unreachable = patterns.filter(
      ({ source, flags }) => /[A-Z"'`]|\\b|\\"/.test(source.replaceAll(/\\[SWD]/g, '')) || flags !== '',
    )
    expect(unreachable).toEqual([])
  })

  test('no pattern has unbounded gaps that could backtrack over a long text', () => {
    expect(patterns.filter(({ source }) => /\.[*+]|\{\d+,\}|\)[*+]\)?[*+]/.test(source))).toEqual([])
  })

  test('every pattern has a literal to wake it', () => {
    const asleep = patterns.filter((pattern) =>
      requiredLiterals(foldPattern(pattern).source).some(({ length }) => length < 4),
    )
    expect(asleep).toEqual([])
  })
})

describe('folding', () => {
  test('the same path in different notations does not differ', () => {
    const notations = [
      'messages.3.content.0',
      'messages[3].content[0]',
      'messages.[3].content.[0]',
      "'messages[3].content[0]'",
    ]
    expect(new Set(notations.map((path) => foldText(path).lower))).toEqual(new Set(['messages.3.content.0']))
  })

  test('escapes of any depth do not differ', () => {
    const plain = '{"a":"Zeile\n未正常 `x`"}'
    const once = JSON.stringify(plain)
    const twice = JSON.stringify(once)
    const ascii = twice.replaceAll(
      /[\u0080-\uffff]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    expect(new Set([plain, once, twice, ascii].map((text) => foldText(text).lower))).toEqual(
      new Set(['{a:zeile未正常x}']),
    )
  })

  test('ids keep their letters', () => {
    expect(foldText('toolu_01Ab\n  Cd').cased).toBe('toolu_01AbCd')
  })

  test('the end of a sentence after a quoted name is not read as a longer path', () => {
    expect(foldText("parameter: 'messages[1].content'. Received").lower).toBe('parameter:messages.1.content,received')
  })
})

describe('required literals', () => {
  test.each([
    ['invalid(?:high|low)?surrogate|nohexdigits', ['surrogate', 'nohexdigits']],
    ['(?:thought|reasoning)\\d+', ['thought', 'reasoning']],
    ['abcd(?!efgh)[xyz]{2}', ['abcd']],
    ['colou?rcode', ['rcode']],
  ])('a text without them cannot match: %s', (source, literals) => {
    expect(requiredLiterals(source)).toEqual(literals)
  })
})
