import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'
import type { RepairOptions } from '../../../src/repair/repair-options.ts'
import type { RepairResult } from '../../../src/repair/repair-result.ts'
import {
  corruptConverseTranscript,
  type ConverseCorruption,
  converseCorruptions,
  type ConverseTranscript,
  generateConverseTranscript,
  judgeConverseRequest,
} from '../../../src/testing.ts'
import { createRandom } from '../../../src/testing/provider/shared/random.ts'
import { seeds } from '../../seeds.ts'
import { damagedCasesOf } from '../damaged-cases.ts'

const optionsOf = ({ request }: ConverseTranscript): RepairOptions => ({ format: 'bedrock-converse', request })

function answer({ request }: ConverseTranscript, messages: unknown, changed: RepairOptions['request'] = {}): string {
  const judgement = judgeConverseRequest({ ...request, ...changed, messages }, request.modelId)
  return 'body' in judgement ? judgement.body.message : '200'
}

/** What the provider says travels back as the SDK would throw it. */
const thrown = (message: string): Error =>
  Object.assign(new Error(message), { name: 'ValidationException', $metadata: { httpStatusCode: 400 } })

/** Sends, repairs from the provider's error, sends again: as the hook does, a few times at most. */
function recover(transcript: ConverseTranscript, opaque: boolean, allow: RepairOptions['allow']): RepairResult {
  const options = { ...optionsOf(transcript), ...(allow && { allow }) }
  if (!opaque) return repair(transcript.messages, options)
  return repair(transcript.messages, { ...options, error: thrown(answer(transcript, transcript.messages)) })
}

const missedFault = (kind: ConverseCorruption, { faults }: RepairResult): string =>
  kind.opaque || faults.some(({ type }) => type === kind.faultType) ? '' : kind.faultType

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
      const transcript = generateConverseTranscript({ seed })
      expect(`${seed}: ${answer(transcript, transcript.messages)}`).toBe(`${seed}: 200`)
      const result = repair(transcript.messages, optionsOf(transcript))
      expect(result.faults, `seed ${seed}`).toEqual([])
      expect(result.messages).toBe(transcript.messages)
    }
  })
})

const casesOf = damagedCasesOf((seed) => generateConverseTranscript({ seed }))

describe.each(converseCorruptions)('$name', (kind) => {
  const damaged = casesOf(kind, 3)

  const allow = kind.lossy ? 'lossy' : undefined
  let repaired: RepairResult[] | undefined
  const results = (): RepairResult[] =>
    (repaired ??= damaged.map(({ damaged: broken }) => recover(broken, kind.opaque === true, allow)))

  test('is repaired into something that the provider refuses', () => {
    expect(damaged.length).toBeGreaterThan(0)
    for (const [index, { label, damaged: broken }] of damaged.entries()) {
      const place = `${kind.name} ${label}`
      expect(`${place}: ${answer(broken, broken.messages)}`).not.toBe(`${place}: 200`)
      const result = results()[index]!
      expect(`${place}: ${answer(broken, result.messages, result.request)}`).toBe(`${place}: 200`)
      expect([place, ...lostTexts(broken.messages, result)]).toEqual([place])
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
      const request = { ...broken.request, ...once.request }
      const twice = repair(once.messages, { format: 'bedrock-converse', request, ...(allow && { allow }) })
      expect(twice.messages, `second repair of ${label}`).toBe(once.messages)
    }
  })

  test('costs messages that have no edit their identity', () => {
    const strayed = damaged.filter(({ damaged: broken }, at) => {
      const result = results()[at]!
      const touched = new Set(result.edits.flatMap((edit) => (edit.op === 'insert' ? [] : [edit.index])))
      const kept = new Set(result.messages)
      return broken.messages.some((content, index) => !touched.has(index) && !kept.has(content))
    })
    expect(strayed).toEqual([])
  })
})

test.each(converseCorruptions.filter(({ lossy }) => lossy))('$name gives up media without consent', (kind) => {
  const sources = Array.from({ length: 60 }, (_, seed) => kind.apply(generateConverseTranscript({ seed })))
  const broken = sources.find((source) => source !== null)!
  const result = repair(broken.messages, optionsOf(broken))
  expect(result.changed).toBe(false)
  expect(result.remaining.map(({ type }) => type)).toContain(kind.faultType)
})

test('several kinds of damage at once are not repaired', () => {
  for (const seed of seeds(40)) {
    const source = generateConverseTranscript({ seed, turns: 4 })
    const { applied, transcript } = corruptConverseTranscript(source, createRandom(seed), { count: 3 })
    const place = `${seed} ${applied.map(({ name }) => name).join(' ')}`
    let messages: readonly unknown[] = transcript.messages
    let changed: NonNullable<RepairOptions['request']> = {}
    for (let tries = 0; tries < 3; tries += 1) {
      const said = answer(transcript, messages, changed)
      const error = said === '200' ? {} : { error: thrown(said) }
      const request = { ...transcript.request, ...changed }
      const result = repair(messages, { format: 'bedrock-converse', request, allow: 'lossy', ...error })
      messages = result.messages
      changed = { ...changed, ...result.request }
    }
    expect(`${place}: ${answer(transcript, messages, changed)}`).toBe(`${place}: 200`)
  }
})
