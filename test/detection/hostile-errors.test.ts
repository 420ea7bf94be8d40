import { describe, expect, test } from 'vitest'
import { compileWordings, foldPattern, reachOf } from '../../src/detection/words/compile-wordings.ts'
import { createDetector } from '../../src/detection/create-detector.ts'
import { foldText } from '../../src/detection/words/fold-text.ts'
import { isSourceCode } from '../../src/detection/talk/is-source-code.ts'
import { notStructural } from '../../src/detection/grammar/not-structural.ts'
import { readPaths } from '../../src/detection/paths/read-paths.ts'
import { requiredLiterals } from '../../src/detection/words/required-literals.ts'
import { undoEncoding } from '../../src/detection/shapes/undo-encoding.ts'
import { unwrapError } from '../../src/detection/shapes/unwrap-error.ts'
import { reports } from '../../src/reports/index.ts'
import { growthOf, mostGrowth, shareOf } from '../growth-of.ts'
import { providerWordings } from './provider-wordings.ts'

const wordings = [...Object.values(reports).flatMap((report) => report.wordings), ...notStructural].map((wording) => ({
  ...wording,
  type: null,
}))

/** What wakes every wording, and what every other reader begins at. */
const literals = wordings.flatMap(({ pattern }) => requiredLiterals(foldPattern(pattern).source)).join(' ')
const pieces = [
  `${literals} `,
  literals,
  'tool call must be ',
  'thinking ',
  'messages ',
  'isnotisnot',
  'could not be ',
  'expected tags ',
  'one of: a,',
  'input.',
  'messages[1].content[0].',
  'messages.0.content: ',
  'system.',
  '{"error":',
  '{',
  '[',
  '"',
  '\\"',
  '\\\\',
  '| x ',
  '- ',
  '"\n',
  '[\n',
  '# \n',
  'a "',
  ', # ',
  '如果',
  '\n  if a == b && ',
  '`${',
  '\n})',
  '\n',
  '%20',
  '+a+',
  '&amp;',
  '<span ',
  '^[[3',
  '["a"] =>',
  'in `a',
  'a | ',
  '\nerror: ',
  '10:00:00 [error]\n',
]

const repeated = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

describe('a hostile error', () => {
  test('does not cost more than its length', () => {
    const detect = createDetector(reports)
    const growth = growthOf((length) => {
      const texts = pieces.map((piece) => repeated(piece, length))
      return () => texts.map(detect)
    }, 8_000)
    expect(growth).toBeLessThanOrEqual(mostGrowth)
  })

  test('does not cost more when it is longer than what is read of it', () => {
    const detect = createDetector(reports)
    const read = (length: number) => (): (() => unknown) => {
      const texts = pieces.map((piece) => repeated(piece, length))
      return () => texts.map(detect)
    }
    expect(shareOf(read(1_000_000), read(64_000), 4)).toBeLessThanOrEqual(4)
  })

  // Names were read to their end, for each root and each word in them: there is none.
  test.each(["item['content']", 'tool_call_id_duplicate', 'thinking_block_modified'])(
    'without blanks is read once for each of its words: %s',
    (piece) => {
      const detect = createDetector(reports)
      const read = (text: string) => (): (() => unknown) => {
        const long = repeated(text, 32_000)
        return () => detect(long)
      }
      expect(shareOf(read(piece), read('call 17 of read_file, '), 12)).toBeLessThanOrEqual(12)
    },
  )

  // A masked path begins at a full stop, and has one name: the chain was read to its end from each of them.
  // A word of a sentence that may begin a path needs an index behind it: each was read to the end of the sentence.
  test.each(['].$a ', 'invalid image.'])(
    'of many full stops is not read as a path anew at each of them: %s',
    (piece) => {
      const read = (words: string) => (): (() => unknown) => {
        const text = foldText(repeated(words, 32_000))
        return () => readPaths(text)
      }
      expect(shareOf(read(piece), read(piece.replaceAll(/[./]/g, ' ')), 6)).toBeLessThanOrEqual(6)
    },
  )

  test('of encoded bytes that are no letters does not throw at each of them', () => {
    const read = (bytes: string) => (): (() => unknown) => {
      const long = repeated(bytes, 32_000)
      return () => undoEncoding(long)
    }
    expect(shareOf(read('%f1%'), read('%c3%a9 '), 4)).toBeLessThanOrEqual(4)
  })

  test('of a line with many quotes is not looked through anew from each of them', () => {
    const read = (quotes: string) => (): (() => unknown) => {
      const long = `And I should see ${repeated(quotes, 32_000)}\n.`
      return () => isSourceCode(long)
    }
    expect(shareOf(read(`a' "`), read('a - -'), 4)).toBeLessThanOrEqual(4)
  })

  test('of empty lines is not looked through anew at each of them', () => {
    const detect = createDetector(reports)
    const read = (line: string) => (): (() => unknown) => {
      const long = repeated(line, 32_000)
      return () => detect({ status: 400, error: { message: long } })
    }
    expect(shareOf(read(' \n'), read('call 17\n'), 2)).toBeLessThanOrEqual(2)
  })

  test('with many long fields that nearly repeat each other is not compared field by field in full', () => {
    const read = (long: string) => (): (() => unknown) => {
      const fields = Array.from({ length: 40 }, (_, at) => [`error_${at}`, long.slice(0, 12_001 + at)])
      const error = { error: { message: long.slice(0, 12_000), inner: {} }, ...Object.fromEntries(fields) }
      return () => unwrapError(error)
    }
    const one = 'a'.repeat(20_000)
    const plain = Array.from({ length: 5_000 }, (_, at) => at).join(' ')
    // Of one letter, a field agrees with every place of what is read already, but for its last letter.
    expect(shareOf(read(one), read(plain), 20)).toBeLessThanOrEqual(20)
  })

  test.each(['input.', 'messages[1].content[0].', 'contents[1]->'])('does not make a path without end: %s', (piece) => {
    const paths = readPaths(foldText(piece.repeat(4_000)))
    expect(paths.length).toBeGreaterThan(0)
    expect(Math.max(...paths.map(({ names }) => names.length))).toBeLessThan(64)
  })
})

describe('a long error', () => {
  test('does not hide a wording that a short one shows', () => {
    const match = compileWordings(wordings)
    const filler = '~'.repeat(3_000)
    // A body that says nothing else is known by its whole text.
    const known = Object.values(providerWordings)
      .flat()
      .map(unwrapError)
      .filter((text) => !text.includes('invalid_request_body'))
    const found = (text: string): number => match(foldText(text)).length
    expect(known.filter((text) => found(filler + text + filler) < found(text))).toEqual([])
    expect(known.filter((text) => found(text) > 0).length).toBeGreaterThan(100)
  })

  test('is not searched farther than a wording reaches', () => {
    expect(reachOf('abc.{0,60}d')).toBeGreaterThanOrEqual(3 + 60 + 1)
    expect(reachOf('a(?:bcd){2,5}')).toBeGreaterThanOrEqual(1 + 3 * 5)
    expect(reachOf('a\\d+b')).toBeGreaterThanOrEqual(1 + 9 + 1)
    const widest = Math.max(...wordings.map(({ pattern }) => reachOf(foldPattern(pattern).source)))
    expect(widest).toBeLessThan(4_000)
  })
})
