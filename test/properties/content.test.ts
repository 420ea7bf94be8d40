import { expect, test } from 'vitest'
import { isSynthetic } from '../../src/faults/synthetic-text.ts'
import { anthropicCorruptions, createRandom } from '../../src/testing.ts'
import { type Case, doubleCases, healthy, repairOf, singleCases } from './cases.ts'
import { searched } from '../seeds.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a person wrote and what tools really answered: strings that may not get lost (I4). */
function* preciousTexts(messages: readonly unknown[]): Generator<string> {
  for (const message of messages) {
    if (typeof message === 'string') yield message
    if (!isFields(message)) continue
    const { content, role } = message
    if (typeof content === 'string' && role !== 'assistant') yield content
    for (const block of Array.isArray(content) ? content : []) {
      if (typeof block === 'string') yield block
      if (!isFields(block)) continue
      if (role !== 'assistant' && typeof block['text'] === 'string') yield block['text']
      if (block['type'] === 'tool_result') yield* outputsOf(block['content'])
    }
  }
}

function* outputsOf(content: unknown): Generator<string> {
  if (typeof content === 'string') yield content
  for (const part of Array.isArray(content) ? content : [])
    if (isFields(part) && typeof part['text'] === 'string') yield part['text']
}

function* lostTexts({ allow, name, transcript }: Case): Generator<string> {
  const { next, result } = repairOf(transcript, { allow })
  if (result.loss === 'lossy') return
  const after = JSON.stringify([next.messages, next.request['system']])
  for (const text of preciousTexts(transcript.messages)) {
    const quoted = JSON.stringify(text.toWellFormed()).slice(1, -1)
    if (text.trim() !== '' && !after.includes(quoted)) yield `${name} (${result.loss}) lost: ${text}`
  }
}

test('I4: a human text or a real tool output is lost without being called lossy', () => {
  const cases = [...singleCases(2), ...doubleCases(100)]
  expect(cases.flatMap((damaged) => [...lostTexts(damaged)])).toEqual([])
})

/** The payloads of images and documents. */
function mediaIn(messages: readonly unknown[]): string[] {
  return JSON.stringify(messages).match(/"media_type":"[^"]*","data":"[^"]{40,}"/g) ?? []
}

test('I4: a medium is lost without being called lossy', () => {
  const kinds = new Set(
    anthropicCorruptions.filter(({ faultType }) => faultType.startsWith('media')).map(({ name }) => name),
  )
  const lost: string[] = []
  for (const {
    kinds: [kind],
    name,
    transcript,
  } of singleCases(2)) {
    if (kinds.has(kind!)) continue
    const { next, result } = repairOf(transcript)
    const left = new Set(mediaIn(next.messages))
    if (result.loss === 'lossy' || mediaIn(transcript.messages).some((medium) => !left.has(medium))) lost.push(name)
  }
  expect(lost).toEqual([])
})

test('I5: a recorded output does not beat a placeholder', () => {
  const dropping = anthropicCorruptions.filter(({ name }) => name === 'killed-mid-tool' || name === 'drop-result')
  let proven = 0
  for (const seed of searched(40)) {
    const damaged = dropping[seed % 2]!.apply(healthy(seed), createRandom(seed), 'random')
    if (damaged === null) continue
    const evidence = { resultOf: (id: string) => ({ status: 'completed', output: `output of ${id}` }) as const }
    const { next, result } = repairOf(damaged, { evidence })
    const missing = result.faults.filter(({ type }) => type === 'tool_result_missing')
    for (const { detail } of missing) {
      if (String(detail['callId']).startsWith('srvtoolu')) continue
      expect(JSON.stringify(next.messages), `seed ${seed}`).toContain(`"output of ${String(detail['callId'])}"`)
      proven += 1
    }
  }
  expect(proven).toBeGreaterThan(20)
})

test('I5: a real result that comes late does not replace the placeholder', () => {
  let proven = 0
  for (const seed of searched(40)) {
    const { request, messages } = healthy(seed)
    const at = messages.findIndex(
      ({ content }) => Array.isArray(content) && content.some((block) => block.type === 'tool_use'),
    )
    if (at < 0) continue
    const call = (messages[at]!.content as { type: string; id?: string }[]).find(({ type }) => type === 'tool_use')!
    const interrupted = messages.slice(0, at + 1)
    const first = repairOf({ request, messages: interrupted, betas: [] }).next
    const late = { type: 'tool_result', tool_use_id: call.id, content: 'the real output' }
    const grown = [...first.messages, { role: 'assistant', content: 'Waiting.' }, { role: 'user', content: [late] }]
    const { next, result } = repairOf({ ...first, messages: grown as typeof messages })
    const answers = next.messages
      .flatMap(({ content }) => (Array.isArray(content) ? content : []))
      .filter((block) => block['tool_use_id'] === call.id)
    const contents = answers.map((block) => block['content'])
    expect({ seed, loss: result.loss, contents: contents.filter((content) => !isSynthetic(content)) }).toMatchObject({
      seed,
      contents: ['the real output'],
    })
    expect(contents.filter(isSynthetic), `seed ${seed}`).toEqual([])
    proven += 1
  }
  expect(proven).toBeGreaterThan(20)
})
