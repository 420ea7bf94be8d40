import { expect, test } from 'vitest'
import { readCut } from '../../src/detection/paths/cut-off.ts'
import { errorLines } from '../../src/detection/shapes/error-lines.ts'
import { commonLimits, lengthLimits } from '../../src/detection/shapes/error-extras.ts'
import { foldPattern } from '../../src/detection/words/compile-wordings.ts'
import { foldText } from '../../src/detection/words/fold-text.ts'
import { locate } from '../../src/detection/locate.ts'
import { printedBody } from '../../src/detection/shapes/printed-body.ts'
import { readPaths } from '../../src/detection/paths/read-paths.ts'
import { withoutForm } from '../../src/detection/shapes/report-form.ts'
import { sentenceAt } from '../../src/detection/words/sentence-at.ts'
import { splitGlued } from '../../src/detection/paths/split-glued.ts'
import { undoEncoding } from '../../src/detection/shapes/undo-encoding.ts'
import { unwrapError } from '../../src/detection/shapes/unwrap-error.ts'
import { linesOf, type Readers } from './made-of.ts'
import * as places from './places-of-readers.ts'
import * as texts from './texts-of-readers.ts'

const folded = (text: string): unknown => {
  const { cased, gaps, lower } = foldText(text)
  return [lower, ...(cased === lower ? [] : [cased]), gaps.subarray(0, lower.length + 1).join('')]
}

/** What becomes of each character, by the runs of those that fare alike. */
function fatesOfCharacters(): string[] {
  const fateOf = (code: number): string => {
    const character = String.fromCharCode(code)
    const { cased, gaps } = foldText(`a${character}b`)
    const middle = cased.slice(1, -1)
    return `${middle === character ? 'kept' : middle.length === 1 && code > 0xff00 ? 'narrowed' : JSON.stringify(middle)} ${gaps[1]}${gaps[2]}`
  }
  const runs: { from: number; to: number; fate: string }[] = []
  for (let code = 0; code < 0x10000; code += 1) {
    const fate = fateOf(code)
    const last = runs.at(-1)
    if (last?.fate === fate) last.to = code
    else runs.push({ from: code, to: code, fate })
  }
  return runs.map(({ fate, from, to }) => `${from.toString(16)}-${to.toString(16)} ${fate}`)
}

const near = (text: string): unknown => {
  const start = foldText(text.slice(0, text.indexOf('@'))).lower.length
  return locate(foldText(text.replace('@', '')), { ids: true, field: true, limits }, start, start + 1)
}
const limits = [...lengthLimits, ...commonLimits].map(foldPattern)

const readers: Readers = {
  foldText: [folded, texts.toFold],
  undoEncoding: [undoEncoding, texts.encoded],
  readCut: [readCut, texts.cut],
  errorLines: [errorLines, texts.logs],
  sentenceAt: [(text: string) => sentenceAt(text.replace('@', ''), text.indexOf('@')), texts.damaged],
  unwrapError: [unwrapError, texts.thrown],
  withoutForm: [withoutForm, texts.inForms],
  printedBody: [printedBody, texts.bodies],
  readPaths: [(text: string) => readPaths(foldText(text)), places.withPaths],
  locate: [near, places.located],
  splitGlued: [splitGlued, places.glued],
}

// A change on purpose: `npx vitest run test/detection/readers -u`; read the difference before it is committed.
test('a reader makes something else of a text than is on record', async () => {
  const lines = ['# characters between two letters', ...fatesOfCharacters(), ...linesOf(readers)]
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./readers.txt')
})
