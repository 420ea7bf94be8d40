import { describe, expect, test } from 'vitest'
import { asksClaude, buildMessages, currentModel } from '../../../src/agents/opencode/build-messages.ts'
import type { SoundMessage } from '../../../src/agents/opencode/sound-session.ts'

type Value = Record<string, unknown>

function message(value: Value, ...parts: readonly Value[]): SoundMessage {
  const row = { id: 'id', messageId: 'id', timeCreated: 1, timeUpdated: 2, text: '' }
  return { row, value, parts: parts.map((part) => ({ row, value: part })) }
}

const sent = (...messages: readonly SoundMessage[]): readonly unknown[] =>
  buildMessages(messages).map(({ message: each }) => each)
/** Which part each block comes from, and what it is in it. */
const placed = (...messages: readonly SoundMessage[]): readonly string[] =>
  buildMessages(messages).flatMap(({ row, sources }) =>
    sources.map(({ part, place }) => `${row.parts.indexOf(part)} ${place}`),
  )
const text = (said: string): Value => ({ type: 'text', text: said })
const image = (data: string): Value => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } })
const file = (data: string): Value => ({ type: 'file', mime: 'image/png', url: `data:image/png;base64,${data}` })

describe('a result', () => {
  const ended = { status: 'completed', output: 'out' }
  const interrupted = '[Tool execution was interrupted]'
  test.each<readonly [state: unknown, content: unknown, isError: boolean]>([
    [ended, 'out', false],
    [{ status: 'completed' }, '', false],
    [{ ...ended, attachments: [] }, 'out', false],
    [{ ...ended, attachments: 'none' }, 'out', false],
    [{ ...ended, attachments: [file('AA=='), null, file('BB==')] }, [text('out'), image('AA=='), image('BB==')], false],
    [{ ...ended, output: '', attachments: [file('AA==')] }, [image('AA==')], false],
    [{ ...ended, time: { start: 1, compacted: 2 } }, '[Old tool result content cleared]', false],
    [{ ...ended, time: { start: 1 } }, 'out', false],
    [{ status: 'error', error: 'no file' }, 'no file', true],
    [{ status: 'error' }, '', true],
    [{ status: 'error', error: 'e', metadata: { interrupted: true, output: 'half' } }, 'half', false],
    [{ status: 'error', error: 'e', metadata: { interrupted: true } }, 'e', true],
    [{ status: 'error', error: 'e', metadata: { interrupted: false, output: 'half' } }, 'e', true],
    [{ status: 'running', output: 'half' }, interrupted, true],
    [undefined, interrupted, true],
  ])('of the state %j is sent as another one', (state, content, isError) => {
    const part = { type: 'tool', callID: 'toolu_1', tool: 'bash', state }
    const asked = message({ role: 'assistant' }, text('a'), part)
    const [call, result] = sent(asked) as { content: Value[] }[]
    expect(call!.content).toMatchObject([text('a'), { type: 'tool_use', id: 'toolu_1', name: 'bash' }])
    expect(placed(asked)).toEqual(['0 text', '1 call', '1 result'])
    const is = { type: 'tool_result', tool_use_id: 'toolu_1', content }
    expect(result).toEqual({ role: 'user', content: [isError ? { ...is, is_error: true } : is] })
  })
})

test.each<readonly [callID: unknown, id: string]>([
  ['call.1:a b', 'call_1_a_b'],
  ['Az-09_', 'Az-09_'],
  [undefined, ''],
])('a call %j is sent under another id than %j, or without its input', (callID, id) => {
  const part = { type: 'tool', callID, tool: 'bash', state: { status: 'completed', input: { a: 1 } } }
  expect(sent(message({ role: 'assistant' }, part))).toMatchObject([
    { content: [{ id, input: { a: 1 } }] },
    { content: [{ tool_use_id: id }] },
  ])
})

describe('a prompt', () => {
  const paper = { type: 'file', mime: 'application/pdf', url: 'https://host/a.pdf' }
  const link = { type: 'document', source: { type: 'url', url: 'https://host/a.pdf' } }
  const rows: readonly (readonly [part: Value, block: Value | undefined, place?: string])[] = [
    [text('a'), text('a'), 'text'],
    [text(''), undefined],
    [{ ...text('a'), ignored: true }, undefined],
    [file('AA=='), image('AA=='), 'file'],
    [paper, link, 'file'],
    [{ ...paper, mime: undefined }, link, 'file'],
    [{ ...file('AA=='), mime: undefined }, { ...image('AA=='), type: 'document' }, 'file'],
    [{ ...paper, mime: 'text/plain' }, undefined],
    [{ ...paper, mime: 'application/x-directory' }, undefined],
    [{ type: 'compaction' }, text('What did we do so far?'), 'fixed'],
    [{ type: 'subtask' }, text('The following tool was executed by the user'), 'fixed'],
    [{ type: 'step-start' }, undefined],
    [{ type: 'toString' }, undefined],
    [{}, undefined],
  ]
  test.for(rows)('of the part %j is sent as another one', ([part, block, place]) => {
    const asked = message({ role: 'user' }, { type: 'step-start' }, part)
    expect(sent(asked)).toEqual(block ? [{ role: 'user', content: [block] }] : [])
    expect(placed(asked)).toEqual(place === undefined ? [] : [`1 ${place}`])
  })
})

describe('an answer', () => {
  const aborted = { name: 'MessageAbortedError' }
  const reasoning = { type: 'reasoning', text: 'Hm.', metadata: { anthropic: { signature: 's' } } }
  const thinking = { type: 'thinking', thinking: 'Hm.', signature: 's' }
  const start = { type: 'step-start' }
  test.each<readonly [value: Value, parts: readonly Value[], messages: readonly (readonly Value[])[]]>([
    [{}, [text('a'), start, text('b')], [[text('a')], [text('b')]]],
    [{}, [text('')], []],
    [{}, [reasoning, text('')], [[thinking, text(' ')]]],
    [{}, [{ ...reasoning, metadata: { anthropic: {} } }], []],
    [
      {},
      [{ ...reasoning, metadata: { anthropic: { redactedData: 'x' } } }],
      [[{ type: 'redacted_thinking', data: 'x' }]],
    ],
    [{ modelID: 'other' }, [reasoning], [[text('Hm.')]]],
    [{ providerID: 'other' }, [reasoning], [[text('Hm.')]]],
    [{ modelID: 'other' }, [{ ...reasoning, text: ' ' }], []],
    [{ error: { name: 'APIError' } }, [text('a')], []],
    [{ error: aborted }, [start, reasoning, text('a')], [[thinking, text('a')]]],
    [{ error: aborted }, [start, reasoning], []],
  ])('of %j with the parts %j is sent as another one', (value, parts, messages) => {
    const row = message({ role: 'assistant', ...value }, ...parts)
    expect(sent(row)).toEqual(messages.map((content) => ({ role: 'assistant', content })))
    expect(placed(row)).toHaveLength(messages.flat().length)
  })
})

test('the model of another prompt is asked, or Claude is taken for another model', () => {
  const asked = (model: unknown): SoundMessage => message({ role: 'user', model })
  const answer = message({ role: 'assistant', model: { providerID: 'x', modelID: 'y' } })
  const claude = { providerID: 'anthropic', modelID: 'm' }
  expect(currentModel([asked({ providerID: 'a', modelID: 'b' }), asked(claude), answer, asked(undefined)])).toEqual(
    claude,
  )
  expect([currentModel([]), currentModel([asked({ modelID: 'm' })])]).toEqual([{}, { modelID: 'm' }])
  const models = [
    claude,
    { providerID: 'bedrock', modelID: 'eu.Claude-4' },
    { providerID: 'openai', modelID: 'gpt' },
    {},
  ]
  expect(models.map(asksClaude)).toEqual([true, true, false, false])
})
