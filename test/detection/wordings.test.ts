import { describe, expect, test } from 'vitest'
import { foldPattern } from '../../src/detection/words/compile-wordings.ts'
import { foldText } from '../../src/detection/words/fold-text.ts'
import { notStructural, otherExplanations } from '../../src/detection/grammar/not-structural.ts'
import { requiredLiterals } from '../../src/detection/words/required-literals.ts'
import { reports } from '../../src/reports/index.ts'
import { growthOf, mostGrowth } from '../growth-of.ts'

const patterns = [...Object.values(reports).flatMap(({ wordings }) => wordings), ...notStructural].map(
  ({ pattern }) => pattern,
)

/** The plain pieces of a pattern, alone and in a row: what it takes for a beginning again and again. */
function piecesOf(source: string): string[] {
  const plain = source
    .replaceAll(/\\[swdSWD]/g, 'a')
    .split(/\(\?(?:[:!=]|<[!=])|[()|?*+.^$]|\[[^\]]*\]|\{[\d,]+\}|\\/)
    .filter((piece) => piece !== '')
  return [...new Set(plain.flatMap((piece, at) => [piece, plain.slice(0, at + 1).join('')]))].slice(0, 24)
}

describe('the wordings as data', () => {
  test('no pattern waits for characters that folding leaves out', () => {
    // Upper case, quotes, word boundaries and flags never match folded text.
    const unreachable = patterns.filter(
      ({ source, flags }) => /[A-Z"'`]|\\b|\\"/.test(source.replaceAll(/\\[SWD]/g, '')) || flags !== '',
    )
    expect(unreachable).toEqual([])
  })

  test('a pattern stands twice: two changes that met brought it', () => {
    const sources = patterns.map(({ source }) => source)
    expect(sources.filter((source, at) => sources.indexOf(source) !== at)).toEqual([])
  })

  test('no folded pattern repeats without bound, or repeats what repeats: the work would explode', () => {
    const folded = [...patterns, ...otherExplanations].map((pattern) => foldPattern(pattern).source)
    const unbounded = /(?:\.|\\[wsWS]|\]|\))[*+]|\{\d+,\}/
    const nested = /(?:[*+}])\)(?:[*+]|\{)/
    expect(folded.filter((source) => unbounded.test(source) || nested.test(source))).toEqual([])
    // Each gap multiplies the ways to fail at one place of the text.
    const waysToFail = (source: string): number =>
      [...source.matchAll(/(?:\.|\\w|\])\{\d*,(\d+)\}/g)].reduce((ways, [, most]) => ways * Number(most), 1)
    expect(folded.filter((source) => waysToFail(source) > 5000)).toEqual([])
  })

  test('long repetitions of its own pieces do not slow a folded pattern down more than their length', () => {
    const folded = [...patterns, ...otherExplanations].map(foldPattern)
    const samples = folded.map((pattern) => ({ pattern, pieces: piecesOf(pattern.source) }))
    const growth = growthOf((length) => {
      const texts = samples.map(({ pattern, pieces }) => ({
        pattern,
        texts: pieces.map((piece) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)),
      }))
      return () => texts.map(({ pattern, texts: hostile }) => hostile.map((text) => pattern.test(text)))
    }, 1000)
    expect(growth).toBeLessThanOrEqual(mostGrowth)
  })

  test('a wording has no strength, or nobody who says it', () => {
    const sure = new Set<string>(['decisive', 'plain', 'shared', 'general', 'vague'])
    const wordings = [...Object.values(reports).flatMap((report) => report.wordings), ...notStructural]
    expect(wordings.filter(({ strength }) => !sure.has(strength))).toEqual([])
    expect(wordings.filter(({ provider }) => !/^[a-z][a-z-]+$/.test(provider))).toEqual([])
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
