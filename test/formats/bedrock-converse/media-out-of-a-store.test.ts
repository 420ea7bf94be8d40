import { expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

const document = (name: string, source: object): object => ({ document: { name, format: 'pdf', source } })
const stored = { s3Location: { uri: 's3://b/x.pdf' } }
const bytes = { bytes: new Uint8Array([37, 80, 68, 70, 45, 49, 46, 52]) }
const user = (...content: readonly object[]): object => ({ role: 'user', content: [{ text: 'a' }, ...content] })
const answer = { role: 'assistant', content: [{ text: 'b' }] }
const request = { modelId: 'anthropic.claude-sonnet-4-6' }
const error = (place: string): Error =>
  Object.assign(new Error(`The model returned the following errors: ${place}.source.type: Field required`), {
    name: 'ValidationException',
    $metadata: { httpStatusCode: 400 },
  })

test.each([
  ['a document', 'messages.0.content.1.document'],
  ['the last of them', 'messages.2.content.1.image'],
])('what Claude does not fetch out of S3 costs an error each: %s', (_what, place) => {
  const image = { image: { format: 'png', source: { s3Location: { uri: 's3://b/x.png' } } } }
  const messages = [user(document('A', stored), document('B', bytes)), answer, user(image)]
  const { loss, messages: repaired } = repair(messages, {
    format: 'bedrock-converse',
    request,
    error: error(place),
    allow: 'lossy',
  })
  expect(JSON.stringify(repaired)).not.toContain('s3Location')
  expect((repaired[0] as { content: object[] }).content).toContainEqual(document('B', bytes))
  expect(loss).toBe('lossy')
})

test('a source of another kind that is refused stays because nothing lies in a store', () => {
  const messages = [user(document('A', bytes)), answer, user(document('B', bytes))]
  const options = {
    format: 'bedrock-converse',
    request,
    error: error('messages.0.content.1.document'),
    allow: 'lossy',
  } as const
  const { messages: repaired } = repair(messages, options)
  expect((repaired[0] as { content: object[] }).content).not.toContainEqual(document('A', bytes))
  expect(repaired[2]).toBe(messages[2])
})
