import { describe, expect, test } from 'vitest'
import { diagnose } from '../../../src/repair/diagnose.ts'
import { repair } from '../../../src/repair/repair.ts'
import { sourcedMedia } from '../../../src/formats/anthropic-messages/media.ts'

type Fields = Record<string, unknown>

const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const image = (source: Fields): Fields => ({ type: 'image', source })
const png = { type: 'base64', media_type: 'image/png', data }
const user = (...blocks: readonly Fields[]): Fields => ({
  role: 'user',
  content: [...blocks, { type: 'text', text: 'See.' }],
})
const reply = { role: 'assistant', content: 'Yes.' }
const call = { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'shot', input: {} }] }
const shown = (source: Fields): Fields => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 't1', content: [image(source)] }],
})

describe('a field that no source has', () => {
  const strange = { ...png, filename: 'a.png', url: null }
  test.each([
    ['first', [user(image(strange)), reply, user()], [user(image(png)), reply, user()]],
    [
      'in the middle',
      [user(), reply, user(image(strange)), reply, user()],
      [user(), reply, user(image(png)), reply, user()],
    ],
    ['last', [user(), reply, user(image(strange))], [user(), reply, user(image(png))]],
    ['in two', [user(image(strange), image(strange))], [user(image(png), image(png))]],
    ['in a result', [user(), call, shown(strange)], [user(), call, shown(png)]],
    [
      'beside an address',
      [user(image({ type: 'url', url: 'https://a.b/c.png', detail: 'high' }))],
      [user(image({ type: 'url', url: 'https://a.b/c.png' }))],
    ],
  ])('is sent: %s', (_where, messages, repaired) => {
    expect(repair(messages, { format: 'anthropic-messages' }).messages).toEqual(repaired)
  })

  test.each([
    ['of an image', image(png)],
    ['of a file', image({ type: 'file', file_id: 'file_1' })],
    ['of a text', { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Words.' } }],
    ['of parts', { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'Words.' }] } }],
  ])('is seen where all are known: %s', (_what, block) => {
    expect(diagnose([user(block)], { format: 'anthropic-messages' })).toEqual({ ok: true, faults: [] })
  })
})

describe('a document', () => {
  const of = (source: Fields): Fields => ({ type: 'document', title: 'Notes', source })
  const plain = { type: 'text', media_type: 'text/plain', data: 'Milk, or "tea".\nÄpfel' }
  const inBase64 = (media_type: string, words: string): Fields => ({
    type: 'base64',
    media_type,
    data: Buffer.from(words).toString('base64'),
  })
  const parts = (...content: unknown[]): Fields => ({ type: 'content', content })
  const given = (document: Fields): Fields => ({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 't1', content: [document] }],
  })

  test.each([
    ['words in base64', of(inBase64('text/plain', plain.data)), of(plain)],
    ['words of another kind in base64', of(inBase64('text/markdown', plain.data)), of(plain)],
    ['parts of another type', of(parts({ type: 'paragraph', text: 'a' })), of(parts({ type: 'text', text: 'a' }))],
    ['a bare part', of(parts(image(png), 'a')), of(parts(image(png), { type: 'text', text: 'a' }))],
  ])('is sent as the API takes none, or loses something: %s', (_what, broken, repaired) => {
    for (const around of [
      (document: Fields) => [reply, user(document)],
      (document: Fields) => [call, given(document)],
    ]) {
      const messages = (document: Fields): Fields[] => [user(), ...around(document), reply, user()]
      const { loss, messages: sent } = repair(messages(broken), { format: 'anthropic-messages' })
      expect(sent).toEqual(messages(repaired))
      expect(loss).not.toBe('lossy')
    }
  })

  test.each(['application/msword', 'application/vnd.oasis.opendocument.text'])(
    'of an office is sent, or goes without consent: %s',
    (mediaType) => {
      const messages = [user(of(inBase64(mediaType, 'PK'))), reply, user()]
      const { messages: sent, remaining } = repair(messages, { format: 'anthropic-messages' })
      expect([sent, remaining[0]?.type]).toEqual([messages, 'media_invalid'])
      expect(repair(messages, { format: 'anthropic-messages', allow: 'lossy' })).toMatchObject({
        ok: true,
        loss: 'lossy',
      })
    },
  )

  test('of bytes that nobody can read as words becomes words', () => {
    const messages = [user(of({ type: 'base64', media_type: 'text/plain', data: 'AQL//g==' }))]
    expect(repair(messages, { format: 'anthropic-messages' }).messages).toBe(messages)
  })
})

describe('a picture among the texts of a search result', () => {
  const result = (...content: unknown[]): Fields => ({
    type: 'search_result',
    source: 'https://a.b',
    title: 'A',
    content,
  })
  const text = { type: 'text', text: 'Found.' }
  const sent = (message: string, ...blocks: Fields[]): readonly unknown[] => {
    const error = { status: 400, error: { type: 'error', error: { type: 'invalid_request_error', message } } }
    const { loss, messages } = repair([user(...blocks)], {
      format: 'anthropic-messages',
      allow: 'lossy',
      ...(message && { error }),
    })
    expect(loss).toBe('none')
    return messages
  }
  const refused =
    "messages.0.content.0.search_result.content.0: Input tag 'image' found using 'type' does not match any of the expected tags: 'text'"

  test.each(['', refused])('is sent in it, or lost: %s', (message) => {
    expect(sent(message, result(image(png), text))).toEqual([user(result(text), image(png))])
    expect(sent(message, result(image(png)))).toEqual([user({ type: 'text', text: 'A\nhttps://a.b' }, image(png))])
  })
})

test('an error that names a document takes a file for the container with it', () => {
  const upload = { type: 'container_upload', file_id: 'file_1' }
  const odd = { type: 'document', source: { type: 'url', url: 'https://a.b/c.pdf' } }
  const message =
    "messages.0.content.0.document.source: Input tag 'url' found using 'type' does not match any of the expected tags"
  const error = { status: 400, error: { type: 'error', error: { type: 'invalid_request_error', message } } }
  const { loss, messages } = repair([user(odd, upload)], { format: 'anthropic-messages', allow: 'lossy', error })
  expect(JSON.stringify(messages)).toContain(JSON.stringify(upload))
  expect(JSON.stringify(messages)).not.toContain('"document"')
  expect(loss).toBe('lossy')
})

test('a part that is named like a method of all objects is taken for a medium', () => {
  expect(sourcedMedia([{ type: 'constructor' }, { type: 'toString', source: {} }])).toEqual([])
})
