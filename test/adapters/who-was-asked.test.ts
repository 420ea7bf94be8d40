import { expect, test } from 'vitest'
import { accountOfKey } from '../../src/adapters/wire/account-of.ts'
import { sessionRecovery } from '../../src/anthropic.ts'
import { recoveringFetch } from '../../src/fetch.ts'
import { createMemoryStore, type SessionStore } from '../../src/index.ts'

const url = 'https://api.anthropic.com/v1/messages'
const body = { model: 'claude-opus-4-8', max_tokens: 9, messages: [{ role: 'user', content: 'a' }] }
const answered = async (): Promise<Response> =>
  Response.json({ id: 'm', type: 'message', role: 'assistant', content: [] })

type Ask = (store: SessionStore, headers: Readonly<Record<string, string>>) => Promise<unknown>
const asks: readonly (readonly [name: string, ask: Ask])[] = [
  [
    'fetch',
    (store, headers) =>
      recoveringFetch({ store, session: () => 's' })(answered)(url, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { ...headers, 'content-type': 'application/json' },
      }),
  ],
  [
    'the SDK of Anthropic',
    (store, headers) =>
      sessionRecovery({ store, session: () => 's' })(
        { method: 'POST', url, body: JSON.stringify(body), headers } as never,
        answered,
        { options: { body } } as never,
      ),
  ],
]

test.each(asks)(
  'a turn of %s does not tell whose key was used, or tells of one where none was seen',
  async (_, ask) => {
    for (const [headers, account] of [
      [{ 'x-api-key': 'k' }, { account: accountOfKey('k') }],
      [{}, {}],
    ] as const) {
      const store = createMemoryStore()
      await ask(store, headers)
      const [turn] = await store.turns.list('s')
      expect(turn!.provenance).toStrictEqual({
        model: 'claude-opus-4-8',
        endpoint: 'https://api.anthropic.com',
        prefixDigest: expect.any(String) as string,
        ...account,
      })
    }
  },
)
