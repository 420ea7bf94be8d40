import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'
import type { RepairOptions } from '../../../src/repair/repair-options.ts'
import type { RepairResult } from '../../../src/repair/repair-result.ts'
import {
  corruptGeminiTranscript,
  type GeminiCorruption,
  geminiCorruptions,
  type GeminiTranscript,
  generateGeminiTranscript,
  judgeGeminiRequest,
} from '../../../src/testing.ts'
import { createRandom } from '../../../src/testing/provider/shared/random.ts'
import { seeds } from '../../seeds.ts'
import { damagedCasesOf } from '../damaged-cases.ts'

const optionsOf = ({ model, request }: GeminiTranscript): RepairOptions => ({
  format: 'gemini',
  request: { ...request, model },
})

function answer({ model, request }: GeminiTranscript, contents: unknown): string {
  const judgement = judgeGeminiRequest({ ...request, contents }, model)
  return 'body' in judgement ? judgement.body.error.message : '200'
}

/** What the provider says travels back as the client would throw it. */
const thrown = (message: string): Error =>
  new Error(JSON.stringify({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }))

/** Sends, repairs from the provider's error, sends again: as the hook does, a few times at most. */
function recover(transcript: GeminiTranscript, opaque: boolean, allow: RepairOptions['allow']): RepairResult {
  const options = { ...optionsOf(transcript), ...(allow && { allow }) }
  if (!opaque) return repair(transcript.contents, options)
  return repair(transcript.contents, { ...options, error: thrown(answer(transcript, transcript.contents)) })
}

/** Without ids nobody can tell the result of a call that is gone from a second result of its namesake. */
const isMeant = (found: string, faultType: string): boolean =>
  found === faultType || (faultType === 'tool_result_orphan' && found === 'tool_result_duplicate')

const missedFault = (kind: GeminiCorruption, { faults }: RepairResult): string =>
  kind.opaque || faults.some(({ type }) => isMeant(type, kind.faultType)) ? '' : kind.faultType

/** Texts that people, models and tools have said; half a character is none. */
function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]): string[] => {
    if (typeof inner !== 'string') return textsIn(inner)
    return ['text', 'output', 'code'].includes(key) && inner.trim() !== '' && inner.isWellFormed() ? [inner] : []
  })
}

function lostTexts(before: unknown, { loss, messages, request }: RepairResult): string[] {
  const left = JSON.stringify([messages, request])
  return loss === 'none'
    ? textsIn(before).filter((text) => !left.includes(JSON.stringify(text.trim()).slice(1, -1)))
    : []
}

describe('a healthy transcript', () => {
  test('is not given back as it is', () => {
    for (const seed of seeds(60)) {
      const transcript = generateGeminiTranscript({ seed })
      expect(`${seed}: ${answer(transcript, transcript.contents)}`).toBe(`${seed}: 200`)
      const result = repair(transcript.contents, optionsOf(transcript))
      expect(result.faults, `seed ${seed}`).toEqual([])
      expect(result.messages).toBe(transcript.contents)
    }
  })
})

const casesOf = damagedCasesOf((seed) => generateGeminiTranscript({ seed }))

describe.each(geminiCorruptions)('$name', (kind) => {
  const damaged = casesOf(kind, 3)

  const allow = kind.lossy ? 'lossy' : undefined
  let repaired: RepairResult[] | undefined
  const results = (): RepairResult[] =>
    (repaired ??= damaged.map(({ damaged: broken }) => recover(broken, kind.opaque === true, allow)))

  test('is repaired into something that the provider refuses', () => {
    expect(damaged.length).toBeGreaterThan(0)
    for (const [index, { label, damaged: broken }] of damaged.entries()) {
      const place = `${kind.name} ${label}`
      expect(`${place}: ${answer(broken, broken.contents)}`).not.toBe(`${place}: 200`)
      const result = results()[index]!
      expect(`${place}: ${answer(broken, result.messages)}`).toBe(`${place}: 200`)
      expect([place, ...lostTexts(broken.contents, result)]).toEqual([place])
      expect(`${place}: ${missedFault(kind, result)}`).toBe(`${place}: `)
    }
  })

  test('is repaired another way the second time', () => {
    for (const [index, { damaged: broken, label }] of damaged.entries()) {
      const once = results()[index]!
      const before = JSON.stringify(broken)
      const again = recover(structuredClone(broken), kind.opaque === true, allow)
      expect(JSON.stringify(broken), `${label} mutated`).toBe(before)
      expect(JSON.stringify(again.messages)).toBe(JSON.stringify(once.messages))
      const request = { ...broken.request, ...once.request, model: broken.model }
      const twice = repair(once.messages, { format: 'gemini', request, ...(allow && { allow }) })
      expect(twice.messages, `second repair of ${label}`).toBe(once.messages)
    }
  })

  test('costs messages that have no edit their identity', () => {
    const strayed = damaged.filter(({ damaged: broken }, at) => {
      const result = results()[at]!
      const touched = new Set(result.edits.flatMap((edit) => (edit.op === 'insert' ? [] : [edit.index])))
      const kept = new Set(result.messages)
      return broken.contents.some((content, index) => !touched.has(index) && !kept.has(content))
    })
    expect(strayed).toEqual([])
  })
})

test.each(geminiCorruptions.filter(({ lossy }) => lossy))('$name gives up media without consent', (kind) => {
  const broken = kind.apply(generateGeminiTranscript({ seed: 1 }))!
  const result = repair(broken.contents, optionsOf(broken))
  expect(result.changed).toBe(false)
  expect(result.remaining.map(({ type }) => type)).toContain(kind.faultType)
})

test('several kinds of damage at once are not repaired', () => {
  for (const seed of seeds(40)) {
    const source = generateGeminiTranscript({ seed, turns: 4 })
    const { applied, transcript } = corruptGeminiTranscript(source, createRandom(seed), { count: 3 })
    const place = `${seed} ${applied.map(({ name }) => name).join(' ')}`
    let contents: readonly unknown[] = transcript.contents
    for (let tries = 0; tries < 3; tries += 1) {
      const said = answer(transcript, contents)
      const error = said === '200' ? {} : { error: thrown(said) }
      contents = repair(contents, { ...optionsOf(transcript), allow: 'lossy', ...error }).messages
    }
    expect(`${place}: ${answer(transcript, contents)}`).toBe(`${place}: 200`)
  }
})
