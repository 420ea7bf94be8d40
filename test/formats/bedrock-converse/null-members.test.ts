import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import { tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'

const bytes = new Uint8Array(Buffer.from(tinyPng().data, 'base64'))
const signature = `EqQBCkYIBxgCKkDx${'a'.repeat(84)}`
const user = (...content: object[]): object => ({ role: 'user', content })
const assistant = (...content: object[]): object => ({ role: 'assistant', content })
const call = (fields: object = {}): object => ({
  toolUse: { toolUseId: 't1', name: 'f', input: { kept: null, list: [null] }, ...fields },
})
const result = (fields: object): object =>
  user({ toolResult: { toolUseId: 't1', content: [{ text: 'r' }], ...fields } })
const ask = user({ text: 'go' })
const image = (source: object): object => ({ image: { format: 'png', source: { bytes, ...source } } })
const thought = (fields: object): object => ({
  reasoningContent: { reasoningText: { text: 'hm', signature }, ...fields },
})

/** Where a member is null that Python's client checks, and the list without it: in JSON of tools null stays. */
const rows: readonly (readonly [path: string, write: (nothing: object) => readonly object[], fields: object])[] = [
  ['content[0].toolResult.status', (none) => [ask, assistant(call()), result(none)], { status: null }],
  ['content[0].toolUse.type', (none) => [ask, assistant(call(none)), result({})], { type: null }],
  [
    'content[0].toolResult.content[1].image.source.s3Location',
    (none) => [ask, assistant(call()), result({ content: [{ json: { kept: null } }, image(none)] })],
    { s3Location: null },
  ],
  ['content[1].image.source.s3Location', (none) => [user({ text: 'a' }, image(none))], { s3Location: null }],
  [
    'content[1].document.context',
    (none) => [user({ text: 'a' }, { document: { format: 'txt', name: 'D', source: { text: 'b' }, ...none } })],
    { context: null, citations: null },
  ],
  [
    'content[1].cachePoint.ttl',
    (none) => [user({ text: 'a' }, { cachePoint: { type: 'default', ...none } })],
    { ttl: null },
  ],
  [
    'content[0].reasoningContent.redactedContent',
    (none) => [ask, assistant(thought(none), { text: 'b' }), ask],
    { redactedContent: null },
  ],
]

test.each(rows)('what is null within a member is kept, or goes with what holds it: %s', (path, write, fields) => {
  const list = write(fields)
  const whole = write({})
  const at = list.findIndex((message, index) => JSON.stringify(message) !== JSON.stringify(whole[index]))
  const error = new Error(
    `Parameter validation failed:\nInvalid type for parameter messages[${at}].${path}, value: None, type: <class 'NoneType'>, valid types: <class 'str'>`,
  )
  const repaired = repair(list, { format: 'bedrock-converse', error })
  expect(repaired).toMatchObject({ ok: true, loss: 'none' })
  expect(repaired.messages).toEqual(whole)
  // Over the wire a member that is null is none.
  expect(repair(list, { format: 'bedrock-converse' }).messages).toBe(list)
  // Two at once, and one error for both.
  const twice = [...list, assistant({ text: 'between' }), ...list]
  const { messages } = repair(twice, { format: 'bedrock-converse', error })
  // Documents of one name get one each.
  expect(JSON.parse(JSON.stringify(messages).replace('D (2)', 'D'))).toEqual(
    JSON.parse(JSON.stringify([...whole, assistant({ text: 'between' }), ...whole])),
  )
})

test('what is null stays, because a log has put another complaint of the input of a tool into its line', () => {
  const said = `messages[2].content[0].toolResult.status, value: None, type: <class 'NoneType'> Invalid type for parameter messages[1].content[0].toolUse.input, value: 1`
  const error = new Error(`Parameter validation failed: Invalid type for parameter ${said}`)
  const list = [ask, assistant(call()), result({ status: null })]
  const whole = [ask, assistant(call()), result({})]
  expect(repair(list, { format: 'bedrock-converse', error }).messages).toEqual(whole)
})
