import { describe, expect, test } from 'vitest'
import { repair, diagnose } from '../../../src/index.ts'
import type { Rung } from '../../../src/lint/define-strategy.ts'
import type { RepairResult } from '../../../src/repair/repair-result.ts'
import {
  generateResponsesTranscript,
  judgeResponsesRequest,
  responsesBody,
  responsesCorruptions,
  responsesFeatures,
  type ResponsesTranscript,
  type TestItem,
} from '../../../src/testing.ts'
import { searched, seeds } from '../../seeds.ts'
import { damagedCasesOf } from '../damaged-cases.ts'

const format = 'openai-responses'

/** The provider's answer: 200, or the error as a client throws it. */
const send = (transcript: ResponsesTranscript): Error | null => {
  const judgement = judgeResponsesRequest(responsesBody(transcript), { held: transcript.held })
  if (!('body' in judgement)) return null
  const { error } = judgement.body
  return Object.assign(new Error(`${judgement.status} ${error.message}`), {
    status: judgement.status,
    error,
    code: error.code,
    param: error.param,
  })
}

const laidOver = (transcript: ResponsesTranscript, result: RepairResult): ResponsesTranscript => ({
  ...transcript,
  input: result.messages as TestItem[],
  request: { ...transcript.request, ...result.request } as ResponsesTranscript['request'],
})

const repaired = (transcript: ResponsesTranscript, error?: Error, rung: Rung = 'place'): RepairResult =>
  repair(transcript.input, { format, request: transcript.request, rung, ...(error && { error }) })

const rungs: readonly Rung[] = ['place', 'turn', 'all', 'all']

interface Recovered {
  readonly sent: ResponsesTranscript
  readonly refusal: string | null
  readonly results: readonly RepairResult[]
}

/** What an adapter does: repair before sending, then once more for each refusal, reaching further each time (I9). */
const recover = (transcript: ResponsesTranscript): Recovered => {
  const results = [repaired(transcript)]
  let sent = laidOver(transcript, results[0]!)
  let error = send(sent)
  for (const rung of rungs) {
    if (error === null) break
    const result = repaired(sent, error, rung)
    results.push(result)
    if (!result.changed) break
    sent = laidOver(sent, result)
    error = send(sent)
  }
  return { sent, refusal: error?.message ?? null, results }
}

describe('a healthy Responses input', () => {
  test('is refused by the judge', () => {
    for (const seed of seeds(50))
      expect(`${seed}: ${send(generateResponsesTranscript({ seed }))?.message ?? '200'}`).toBe(`${seed}: 200`)
  })

  test('is not given back by identity (I1)', () => {
    for (const seed of seeds(50)) {
      const transcript = generateResponsesTranscript({ seed })
      const result = repaired(transcript)
      expect(`${seed} ${JSON.stringify(result.faults)}`).toBe(`${seed} []`)
      expect(result.messages).toBe(transcript.input)
      expect(result.changed).toBe(false)
    }
  })

  test.each(responsesFeatures)('is touched when it holds nothing but %s', (feature) => {
    for (const seed of seeds(12)) {
      const transcript = generateResponsesTranscript({ seed, features: [feature, 'thinking'], turns: 3 })
      expect(send(transcript)).toBe(null)
      expect(diagnose(transcript.input, { format, request: transcript.request }).faults).toEqual([])
    }
  })

  test('never holds one of the call kinds', () => {
    const seen = new Set<unknown>()
    for (const seed of searched(50)) {
      const { input } = generateResponsesTranscript({ seed, turns: 6 })
      for (const item of typeof input === 'string' ? [] : input) seen.add(item['type'])
    }
    for (const type of ['function', 'custom_tool', 'local_shell', 'shell', 'apply_patch', 'computer'])
      expect([...seen]).toEqual(expect.arrayContaining([`${type}_call`, `${type}_call_output`]))
    expect([...seen]).toEqual(expect.arrayContaining(['tool_search_output', 'mcp_approval_response', 'item_reference']))
  })
})

const casesOf = damagedCasesOf(
  (seed) => generateResponsesTranscript({ seed }),
  (damaged) => send(damaged) !== null,
)

describe.each(responsesCorruptions)('the corruption $name', (corruption) => {
  const found = casesOf(corruption, 3).map((one) => ({ ...one, recovered: recover(one.damaged) }))

  test('leaves every input acceptable', () => {
    expect(found.length).toBeGreaterThan(0)
  })

  test('is refused after its repair (I3)', () => {
    for (const { label, recovered } of found) {
      const { refusal } = recovered
      expect(`${label}: ${refusal ?? '200'}`).toBe(`${label}: 200`)
    }
  })

  test('is not found as the fault that it is', () => {
    for (const { label, recovered } of found) {
      const { results } = recovered
      const types = results.flatMap(({ faults }) => faults.map(({ type }) => type))
      expect([label, ...types]).toContain(corruption.faultType)
      expect(results[0]!.changed || corruption.opaque === true).toBe(true)
    }
  })

  test('is repaired differently the second time, or again (I2)', () => {
    for (const { damaged, recovered } of found) {
      const { sent } = recovered
      expect(repaired(sent).messages).toBe(sent.input)
      expect(JSON.stringify(recover(damaged).sent)).toBe(JSON.stringify(sent))
    }
  })

  test('costs items that have nothing to do with it their identity (I6)', () => {
    for (const { damaged } of found) {
      if (!Array.isArray(damaged.input)) continue
      const result = repaired(damaged)
      const edited = new Set(result.edits.flatMap((edit) => (edit.op === 'insert' ? [] : [edit.index])))
      const after = new Set(result.messages)
      const untouched = damaged.input.filter((_, index) => !edited.has(index))
      expect(untouched.every((item) => after.has(item))).toBe(true)
      expect(edited.size).toBeLessThan(12)
    }
  })

  test('is repaired with loss that is not declared (I4)', () => {
    for (const { label, damaged, recovered } of found) {
      const { sent, results } = recovered
      expect(results.every(({ loss }) => loss !== 'lossy')).toBe(true)
      const after = JSON.stringify(sent.input)
      for (const text of humanTexts(damaged)) expect(`${label} ${after}`).toContain(text)
    }
  })

  test('drops a call (I11)', () => {
    for (const { label, damaged, recovered } of found) {
      if (!Array.isArray(damaged.input)) continue
      const calls = (input: readonly unknown[]): Set<string> =>
        new Set(
          (input as TestItem[]).flatMap((item) =>
            String(item?.['type']).endsWith('_call')
              ? [JSON.stringify([item['type'], item['input'] ?? item['action'] ?? item['operation']])]
              : [],
          ),
        )
      const before = calls(damaged.input)
      // Code that ran on a machine which is gone stays as text.
      if (['web-search-other', 'container-missing', 'container-expired'].includes(corruption.name)) continue
      const after = calls(recovered.sent.input as TestItem[])
      expect([label, ...before].filter((call) => call !== label && !after.has(call))).toEqual([])
    }
  })
})

/** The texts of people and the outputs of tools, each as it stands in JSON. */
function humanTexts({ input }: ResponsesTranscript): string[] {
  if (!Array.isArray(input)) return []
  return input.flatMap((item) => {
    if (item === null) return []
    const values = [item['role'] === 'user' ? item['content'] : undefined, item['output']]
    return values.flatMap((value) => {
      if (typeof value === 'string' && value.isWellFormed()) return [JSON.stringify(value).slice(1, -1)]
      if (!Array.isArray(value)) return []
      return value.flatMap((part: TestItem) =>
        typeof part['text'] === 'string' ? [JSON.stringify(part['text']).slice(1, -1)] : [],
      )
    })
  })
}
