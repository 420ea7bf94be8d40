import { expect, test } from 'vitest'
import { sessionRecovery as anthropic } from '../../../src/anthropic.ts'

test('a request to Anthropic that is no conversation in text is changed, or another endpoint is', async () => {
  const blank = {
    model: 'claude-opus-4-6',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: ' ' },
        ],
      },
    ],
  }
  const text = JSON.stringify(blank)
  const url = 'https://api.anthropic.com/v1/messages'
  const rows: readonly [request: object, body: unknown, isChanged: boolean][] = [
    [{ url, method: 'post', body: text }, undefined, true],
    [{ url, method: 'POST', body: text }, blank, true],
    [{ url, method: 'POST', body: new TextEncoder().encode(text) }, blank, false],
    [{ url, method: 'POST', body: '[]' }, undefined, false],
    [{ url, method: 'POST', body: '{' }, undefined, false],
    [{ url, method: 'GET', body: text }, blank, false],
    [{ url, body: text }, blank, false],
    [{ url: `${url}/count_tokens`, method: 'POST', body: text }, undefined, true],
    [{ url: 'https://api.anthropic.com/v1/complete', method: 'POST', body: text }, undefined, false],
  ]
  for (const [index, [request, body, isChanged]] of rows.entries()) {
    const sent: unknown[] = []
    const next = async (asked: unknown): Promise<Response> => (sent.push(asked), Response.json({ content: [] }))
    await anthropic()(request as never, next as never, { options: { body } } as never)
    expect([index, sent.length, sent[0] !== request]).toEqual([index, 1, isChanged])
  }
})
