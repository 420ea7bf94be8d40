import { expect, test } from 'vitest'
import { recoveringFetch } from '../../../src/fetch.ts'

const beta = 'thinking-binding-controls-2026-08-01'
const signature = 'c2lnbmF0dXJl'.repeat(4)
/** An early call has lost its result: on a model with preserved thinking the mend asks the provider to drop what is bound to it. */
const interrupted = {
  max_tokens: 2000,
  thinking: { type: 'adaptive' },
  tools: [{ name: 'read', input_schema: { type: 'object' } }],
  messages: [
    { role: 'user', content: 'Read a.' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }] },
    { role: 'user', content: 'Well?' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'So it goes.', signature },
        { type: 'text', text: 'Nothing came.' },
      ],
    },
    { role: 'user', content: 'Once more.' },
  ],
}

test.each([
  ['Anthropic', '/v1/messages', { model: 'claude-opus-5-5' }, 'header'],
  ['Vertex', '/v1/projects/p/locations/l/publishers/anthropic/models/claude-opus-5-5:rawPredict', {}, 'header'],
  ['Vertex, streamed', '/v1/projects/p/publishers/anthropic/models/claude-opus-5-5:streamRawPredict', {}, 'header'],
  [
    'Bedrock',
    '/model/anthropic.claude-opus-5-5-v1:0/invoke',
    { anthropic_version: 'bedrock-2023-05-31', anthropic_beta: ['asked-before'] },
    'field',
  ],
] as const)(
  '%s is not told of the beta that a repair needs, or of no other any more',
  async (_who, path, own, where) => {
    let sent: RequestInit | undefined
    const send = recoveringFetch()(async (_input, init) => {
      sent = init
      return Response.json({})
    })
    const headers = { 'x-api-key': 'k', ...(where === 'header' && { 'anthropic-beta': 'asked-before' }) }
    const body = JSON.stringify({ ...own, ...interrupted })
    await send(`https://api.test${path}`, { method: 'POST', headers, body })
    const { thinking, anthropic_beta: field } = JSON.parse(String(sent?.body)) as Record<string, unknown>
    expect(thinking).toMatchObject({ block_binding: { prefix_mismatch_behavior: 'drop_block' } })
    const header = new Headers(sent?.headers).get('anthropic-beta')
    expect([header, field]).toEqual(
      where === 'header' ? [`asked-before,${beta}`, undefined] : [null, ['asked-before', beta]],
    )
  },
)
