import { expect, test } from 'vitest'
import { findFormat } from '../../src/formats/index.ts'
import { repair } from '../../src/repair/repair.ts'
import { mediaLimitExceeded } from '../../src/strategies/media-limit-exceeded.ts'
import type { FormatName } from '../../src/formats/format-name.ts'

interface Message {
  readonly content: readonly { name?: string; toolUse?: { name: string }; document?: { name: string } }[]
  readonly tool_calls?: readonly unknown[]
}

interface Limit {
  readonly format: FormatName
  /** What the provider says, with a limit that is lower than the documented one. */
  readonly error: string
  readonly messages: readonly unknown[]
  /** The strings or lists that were too long, as they are after the repair. */
  readonly measured: (messages: readonly Message[]) => readonly ({ readonly length: number } | undefined)[]
  readonly limit: number
}

const name = 'n'.repeat(60)
const chatCall = (id: string): object => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })
const pages = { format: 'pdf', name: 'p'.repeat(60), source: { bytes: new Uint8Array([37, 80, 68, 70]) } }

const limits: Readonly<Record<string, Limit>> = {
  'of tool names': {
    format: 'anthropic-messages',
    error: 'messages.1.content.0.tool_use.name: String should have at most 40 characters',
    messages: [
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name, input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }] },
    ],
    measured: ([, message]) => [message?.content[0]?.name],
    limit: 40,
  },
  'of names on Bedrock': {
    format: 'bedrock-converse',
    error:
      "1 validation error detected: Value 'n' at 'messages.2.member.content.1.member.toolUse.name' failed to satisfy constraint: Member must have length less than or equal to 40",
    messages: [
      { role: 'user', content: [{ text: 'Go.' }] },
      { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name, input: {} } }] },
      { role: 'user', content: [{ toolResult: { toolUseId: 'a', content: [{ text: 'ok' }] } }] },
    ],
    measured: ([, message]) => [message?.content[0]?.toolUse?.name],
    limit: 40,
  },
  'of document names': {
    format: 'bedrock-converse',
    error:
      "1 validation error detected: Value 'p' at 'messages.1.member.content.2.member.document.name' failed to satisfy constraint: Member must have length less than or equal to 40",
    messages: [{ role: 'user', content: [{ text: 'Read.' }, { document: pages }] }],
    measured: ([message]) => [message?.content[1]?.document?.name],
    limit: 40,
  },
  'of calls in a message': {
    format: 'openai-chat',
    error:
      "Invalid 'messages[1].tool_calls': array too long. Expected an array with maximum length 2, but got an array with length 3 instead.",
    messages: [
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: null, tool_calls: ['a', 'b', 'c'].map(chatCall) },
      ...['a', 'b', 'c'].map((id) => ({ role: 'tool', tool_call_id: id, content: id })),
    ],
    measured: (messages) => messages.flatMap(({ tool_calls: calls }) => (calls === undefined ? [] : [calls])),
    limit: 2,
  },
  'of cache marks': {
    format: 'anthropic-messages',
    error: 'A maximum of 2 blocks with cache_control may be provided. Found 3.',
    messages: ['a', 'b', 'c'].map((text) => ({
      role: 'user',
      content: [{ type: 'text', text, cache_control: { type: 'ephemeral' } }],
    })),
    measured: (messages) => [JSON.stringify(messages).match(/cache_control/g) ?? []],
    limit: 2,
  },
}

test.each(Object.entries(limits))('a limit %s that the provider quotes is not obeyed', (_title, one) => {
  const { error, format, limit, measured, messages } = one
  const options = { format, request: { tools: [{ name }], toolConfig: { tools: [{}] } } }
  expect(repair(messages, options).messages).toBe(messages)
  const { messages: repaired, loss } = repair(messages, { ...options, error: new Error(`400 ${error}`) })
  const lengths = measured(repaired as readonly Message[]).map((value) => value?.length ?? 0)
  expect(lengths.length).toBeGreaterThan(0)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(limit)
  expect(lengths).not.toContain(0)
  expect(loss).not.toBe('lossy')
})

test.each<[text: string, limit: number | undefined, learnt: object]>([
  ['Too many images.', 6, { maxCount: 6 }],
  ['A request holds no more than 6 images.', 6, { maxCount: 6 }],
  ['It takes at most 6 images.', 6, { maxCount: 6 }],
  ['The maximum number is 6.', 6, { maxCount: 6 }],
  ['It takes up to 6 images.', 6, { maxCount: 6 }],
  ['It takes UP TO 1000 images.', 1000, { maxCount: 1000 }],
  ['It takes up to 1001 images.', 1001, {}],
  ['It takes up to 2000 bytes.', 2000, { maxBytes: 2000 }],
  ['No side is larger than 2000 pixels.', 2000, { maxPixels: 2000, manyPixels: 2000 }],
  ['Dimensions of more than 500.', 500, { maxPixels: 500, manyPixels: 500 }],
  ['The size is larger than 5000.', 5000, { maxBytes: 5000 }],
  ['It is larger than 5000 kb.', 5000, { maxBytes: 5000 }],
  ['It is larger than 5000 MB', 5000, { maxBytes: 5000 }],
  ['image exceeds 5 MB maximum: 5649924 bytes > 5242880 bytes', 5_242_880, { maxBytes: 3_932_160 }],
  ['The size is larger than 1000.', 1000, {}],
  ['It is larger than 5000 mbar.', 5000, {}],
  ['Too many images.', undefined, {}],
])('"%s" with the limit %s of media teaches another one', (text, limit, learnt) => {
  const rules = findFormat('anthropic-messages').rules({})
  const error = { type: 'media_limit_exceeded', text, ...(limit !== undefined && { limit }) } as const
  expect(mediaLimitExceeded.learn?.({ ...error, rules } as never).rules).toEqual({
    media: { ...rules.media, ...learnt },
  })
})
