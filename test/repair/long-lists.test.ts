import { describe, expect, test } from 'vitest'
import { type PlainConversation, plainConversation } from '../../bench/plain-conversation.ts'
import type { FormatName } from '../../src/formats/format-name.ts'
import { repair } from '../../src/repair/repair.ts'
import type { RepairOptions } from '../../src/repair/repair-options.ts'
import type { RepairResult } from '../../src/repair/repair-result.ts'

/** The repair of a list that is screened, which must be the one of a list that is read in whole. */
function repaired(messages: readonly unknown[], options: RepairOptions): RepairResult {
  const result = repair(messages, options)
  expect(result).toEqual(repair(messages, { ...options, rules: {} }))
  return result
}

describe('bound thinking (I11)', () => {
  const user = (...texts: string[]): object => ({
    role: 'user',
    content: texts.map((text) => ({ type: 'text', text })),
  })
  const said = { role: 'assistant', content: [{ type: 'text', text: 'Said.' }] }
  let thoughts = 0
  const thought = (): object => ({
    role: 'assistant',
    content: [{ type: 'thinking', thinking: 'Hm.', signature: btoa(`sign ${(thoughts += 1)}`) }, ...said.content],
  })
  const options = { format: 'anthropic-messages', request: { model: 'claude-opus-5-5' } } as const
  const rounds = (count: number, speech: () => object): object[] =>
    Array.from({ length: count }, () => [speech(), user('And?')]).flat()
  const plain = (): object => said
  const asks = { prefix_mismatch_behavior: 'drop_block' }

  test.each([
    ['far behind an edit', [user('a', ' '), ...rounds(6, plain), ...rounds(1, thought), ...rounds(6, plain)], true],
    [
      'far before an edit',
      [user('a'), ...rounds(4, plain), ...rounds(1, thought), ...rounds(6, plain), said, user('b', ' ')],
      false,
    ],
    ['nowhere', [user('a', ' '), ...rounds(12, plain)], false],
  ] as const)('%s is not asked about, or for nothing', (_, messages, isAsked) => {
    const { loss, ok, request } = repaired(messages, options)
    expect([ok, loss, request?.['thinking']]).toEqual(
      isAsked ? [true, 'synthesised', { type: 'adaptive', block_binding: asks }] : [true, 'none', undefined],
    )
  })

  test('far behind an edit stays where nobody can be asked to drop it, or goes where it is whole', () => {
    const messages = [
      user('a'),
      ...rounds(4, thought),
      said,
      user('b', ' '),
      ...rounds(3, plain),
      ...rounds(2, thought),
      ...rounds(5, plain),
    ]
    const request = { ...options.request, thinking: { type: 'disabled' } }
    const { edits, loss } = repaired(messages, { ...options, request })
    expect(loss).toBe('synthesised')
    expect(edits.map(({ index }) => index)).toEqual([10, 17, 19])
  })
})

test('calls without ids are counted over what was read, when another store knows their results', () => {
  const call = { role: 'model', parts: [{ functionCall: { name: 'read', args: {} } }] }
  const result = { role: 'user', parts: [{ functionResponse: { name: 'read', response: { output: 'ok' } } }] }
  const prompt = { role: 'user', parts: [{ text: 'Go on.' }] }
  const answer = { role: 'model', parts: [{ text: 'Done.' }] }
  const messages = [
    prompt,
    ...Array.from({ length: 6 }, () => [call, result, answer, prompt]).flat(),
    call,
    prompt,
    answer,
    prompt,
  ]
  const asked: unknown[] = []
  const evidence: RepairOptions['evidence'] = {
    resultOf: (id, occurrence) => {
      asked.push([id, occurrence])
      return { status: 'completed', output: `result ${occurrence}` }
    },
  }
  const { messages: after, ok } = repaired(messages, { format: 'gemini', evidence })
  expect(ok).toBe(true)
  const said = JSON.stringify(after)
  expect(said).toContain(`result ${(asked.at(-1) as [string, number])[1]}`)
  expect((asked.at(-1) as [string, number])[1]).toBeGreaterThanOrEqual(6)
})

describe('a result that no call has', () => {
  const formats: readonly FormatName[] = [
    'anthropic-messages',
    'openai-chat',
    'openai-responses',
    'gemini',
    'bedrock-converse',
  ]
  test.each(formats)('%s: goes to another call, or stays, in the first or the last round or between', (format) => {
    const { messages, request } = JSON.parse(JSON.stringify(plainConversation(format, 24))) as PlainConversation
    const bare = JSON.parse(JSON.stringify(messages).replaceAll(/"id":"a\d+A",/g, '')) as object[]
    for (const list of [messages, bare])
      for (let gone = 1; gone < list.length; gone += 3) {
        const { faults, remaining } = repaired(list.toSpliced(gone, 1), { format, request, allow: 'lossy' })
        expect(remaining.length).toBeLessThanOrEqual(faults.length)
      }
  })
})
