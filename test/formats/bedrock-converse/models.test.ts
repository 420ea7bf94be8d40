import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import { tinyPdf, tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'

type Raw = Record<string, unknown>

const repaired = (messages: readonly Raw[], request: Raw, error?: string) =>
  repair(messages, { format: 'bedrock-converse', allow: 'lossy', request, ...(error && { error: new Error(error) }) })
const said = (...content: Raw[]): Raw => ({ role: 'user', content })
const image = { image: { format: 'png', source: { bytes: tinyPng().data } } }
const video = { video: { format: 'mp4', source: { s3Location: { uri: 's3://a/b.mp4' } } } }
const pair = (...content: Raw[]): Raw[] => [
  said({ text: 'a' }),
  { role: 'assistant', content: [{ toolUse: { toolUseId: 'x', name: 'f', input: { line: 3 } } }] },
  said({ toolResult: { toolUseId: 'x', content } }),
]
const toolConfig = { tools: [{ toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } } } }] }

test('a picture in a result is given up, where a user may show it', () => {
  const request = { modelId: 'openai.gpt-5.6-sol', toolConfig }
  const { loss, messages } = repaired(pair({ text: 'out' }, image), request)
  expect(loss).toBe('none')
  expect((messages[2] as Raw)['content']).toMatchObject([{ toolResult: { content: [{ text: 'out' }, {}] } }, image])
  const whole = pair({ text: 'out' }, image)
  expect(repaired(whole, { ...request, modelId: 'amazon.nova-pro-v1:0' }).messages).toBe(whole)
})

test('a history with tools is refused for ever by a model that knows none', () => {
  const { messages, ok, request } = repaired(pair({ text: 'out' }), { modelId: 'us.deepseek.r1-v1:0' })
  expect([ok, request]).toEqual([true, undefined])
  expect(JSON.stringify(messages)).not.toMatch(/toolUse|toolResult/)
  for (const word of ['f\\n{\\"line\\":3}', 'out'])
    expect(JSON.stringify(messages).replaceAll('\\\\', '\\')).toContain(word)
})

test('a refused video takes pictures and documents out, too', () => {
  const { messages } = repaired(
    [said({ text: 'a' }, image, video)],
    { modelId: 'anthropic.claude-sonnet-4-5' },
    "ValidationException: This model doesn't support the video field. Remove video and try again.",
  )
  expect((messages[0] as Raw)['content']).toMatchObject([{ text: 'a' }, image, { text: expect.any(String) }])
})

test('what only some models take stays refused', () => {
  const found = { searchResult: { source: 's', title: 't', content: [{ text: 'found' }] } }
  const { messages } = repaired(
    [said({ text: 'a' }, found)],
    { modelId: 'openai.gpt-oss-120b-1:0' },
    "ValidationException: This model doesn't support the searchResult field. Remove searchResult and try again.",
  )
  expect((messages[0] as Raw)['content']).toEqual([{ text: 'a' }, { text: expect.stringContaining('found') }])
})

test.each([
  ['octet-stream', { bytes: btoa('# Notes') }, 'txt'],
  ['octet-stream', { bytes: new TextEncoder().encode(`${'é'.repeat(1600)}`) }, 'txt'],
  ['octet-stream', { bytes: tinyPdf }, 'pdf'],
  ['md', { bytes: tinyPdf }, 'pdf'],
  ['application/msword', { bytes: btoa('\0\u0001') }, 'doc'],
  ['bin', { s3Location: { uri: 's3://a/b.XLSX' } }, 'xlsx'],
  ['json', { text: '{}' }, 'txt'],
  ['octet-stream', { bytes: btoa('PK\u0003\u0004') }, 'octet-stream'],
  ['octet-stream', { s3Location: { uri: 's3://a/b' } }, 'octet-stream'],
  [undefined, { text: 'a' }, undefined],
])('a document of the format %s stays in a format that there is not (%#)', (format, source, meant) => {
  const document = { format, name: 'a', source }
  const { messages } = repaired([said({ text: 'a' }, { document })], { modelId: 'amazon.nova-pro-v1:0' })
  expect((messages[0] as { content: Raw[] }).content[1]).toEqual({ document: { ...document, format: meant } })
})

test('points are out of the order of their lifetimes, beside the messages and in them', () => {
  const point = (ttl?: string): Raw => ({ cachePoint: { type: 'default', ...(ttl && { ttl }) } })
  const order = (beside: readonly Raw[], ...inMessage: Raw[]): unknown => {
    const request = { modelId: 'anthropic.claude-sonnet-4-5', system: [{ text: 's' }, ...beside] }
    const { messages, request: changed } = repaired([said({ text: 'a' }, ...inMessage)], request)
    return [((changed ?? request)['system'] as Raw[]).slice(1), (messages[0] as { content: Raw[] }).content.slice(1)]
  }
  expect(order([point()], point('1h'))).toEqual([[], [point('1h')]])
  expect(order([point('1h')], point())).toEqual([[point('1h')], [point()]])
  expect(order([], point(), { text: 'b' }, point('1h'))).toEqual([[], [{ text: 'b' }, point('1h')]])
  expect(order([point(), point('1h')])).toEqual([[point('1h')], []])
})

test('a list of system texts keeps what says nothing', () => {
  const request = { modelId: 'amazon.nova-pro-v1:0', system: [{ text: '' }, { text: 's' }, { text: '\n' }] }
  expect(repaired([said({ text: 'a' })], request).request).toEqual({ system: [{ text: 's' }] })
  const anthropic = {
    model: 'claude-sonnet-4-5',
    system: [
      { type: 'text', text: ' ' },
      { type: 'text', text: 's' },
    ],
  }
  const { request: changed } = repair([said({ type: 'text', text: 'a' })], {
    format: 'anthropic-messages',
    request: anthropic,
  })
  expect(changed).toEqual({ system: [{ type: 'text', text: 's' }] })
})

test('a result tells its status to a model that knows none', () => {
  const told = (status: string): Raw[] => {
    const [asked, call, answered] = pair({ text: 'out' })
    const { toolResult } = (answered!['content'] as Raw[])[0] as { toolResult: Raw }
    return [asked!, call!, said({ toolResult: { ...toolResult, status } })]
  }
  const error = "ValidationException: This model doesn't support the status field. Remove status and try again."
  for (const [modelId, refusal] of [
    ['us.writer.palmyra-x5-v1:0', undefined],
    ['arn:aws:bedrock:us-west-2:1:application-inference-profile/x', error],
  ] as const) {
    const { loss, messages, ok } = repaired(told('error'), { modelId, toolConfig }, refusal)
    expect([ok, loss]).toEqual([true, 'none'])
    const failed = { text: '[session-recovery] This tool call failed.' }
    expect(messages).toEqual(pair({ text: 'out' }, failed))
    expect(repaired(told('success'), { modelId, toolConfig }, refusal).messages).toEqual(pair({ text: 'out' }))
  }
  const whole = told('success')
  expect(repaired(whole, { modelId: 'mistral.mistral-large-2407-v1:0', toolConfig }).messages).toBe(whole)
})

test.each(['failed', 'ERROR', 'exception'])('a result that says %s of its tool is told to be fine', (status) => {
  const [asked, call, answered] = pair({ text: 'out' })
  const { toolResult } = (answered!['content'] as Raw[])[0] as { toolResult: Raw }
  const told = (word: string): Raw[] => [asked!, call!, said({ toolResult: { ...toolResult, status: word } })]
  const { messages } = repaired(told(status), { modelId: 'amazon.nova-pro-v1:0', toolConfig })
  expect(messages).toEqual(told('error'))
})

test('a placeholder tells its status to a model that knows none', () => {
  const { messages } = repaired(pair().slice(0, 2), { modelId: 'us.writer.palmyra-x5-v1:0', toolConfig })
  expect(JSON.stringify(messages)).toContain('toolResult')
  expect(JSON.stringify(messages)).not.toMatch(/"status"|failed/)
})

test.each([
  ['my_report (1) [x]', 'my_report (1) [x]'],
  [' plan ', ' plan '],
  ['テスト\u3000資料', '- -'],
  ['a\tb', 'a b'],
])('the name of a document, %j, is changed without need, or kept where the service refuses it', (name, meant) => {
  const document = { format: 'pdf', name, source: { bytes: tinyPdf } }
  const { messages } = repaired([said({ text: 'a' }, { document })], { modelId: 'amazon.nova-pro-v1:0' })
  expect(messages).toEqual([said({ text: 'a' }, { document: { ...document, name: meant } })])
})

test('a document that does not say its format is changed', () => {
  const whole = [said({ text: 'a' }, { document: { name: 'a', source: { bytes: tinyPdf } } })]
  expect(repaired(whole, { modelId: 'amazon.nova-pro-v1:0' }).messages).toBe(whole)
})
