import { expect, test } from 'vitest'
import { accountOf, accountOfKey } from '../../../src/adapters/wire/account-of.ts'
import { findEndpoint } from '../../../src/adapters/wire/endpoints.ts'
import { makerOfModel } from '../../../src/adapters/wire/maker-of-model.ts'
import { findUnsentEndpoint } from '../../../src/adapters/wire/unsent-endpoints.ts'
import { repairedHeaders } from '../../../src/adapters/wire/repaired-headers.ts'

test.each([
  [{ 'x-api-key': 'k' }, '', true],
  [{ 'x-goog-api-key': 'k' }, '', true],
  [{ 'api-key': 'k', authorization: 'Bearer other' }, '', true],
  [{ authorization: 'bearer  k' }, '', true],
  [{}, '?key=k', true],
  [{ 'x-api-key': '' }, '?key=k', true],
  [{ authorization: 'Basic k' }, '', false],
  [{ authorization: 'x Bearer k' }, '', false],
  [{}, '', false],
])('row %$: the account of a key is another one, or is seen where none is', (headers, query, isSeen) => {
  const account = accountOf(new Headers(headers as Record<string, string>), new URL(`https://a.test/${query}`))
  expect(account).toBe(isSeen ? accountOfKey('k') : undefined)
})

test.each([
  ['k', true],
  ['gho', true],
  ['of ya29.x', true],
  ['ya29.x', false],
  ['eyJx', false],
  ['sk-ant-oat01', false],
  ['gho_x', false],
  ['ghu_x', false],
  ['', false],
  [undefined, false],
  [1, false],
])('%s is taken for a key that lasts, or not where it does', (key, lasts) => {
  const account = accountOfKey(key)
  expect([account !== undefined, account?.includes('k')]).toEqual([lasts, lasts ? false : undefined])
  expect(account?.length).toBe(lasts ? 16 : undefined)
})

const endpoint = 'https://api.test'

const account = accountOfKey('k')!

test.each([
  [null, {}],
  [{}, {}],
  [
    { apiKey: 'k', config: { baseURL: 'https://api.test/v1' } },
    { endpoint, account },
  ],
  [
    { anthropicApiKey: 'k', clientOptions: { baseURL: 'https://api.test/v1' } },
    { endpoint, account },
  ],
  [{ clientConfig: { baseURL: 'https://api.test' }, clientOptions: { baseURL: 1 } }, { endpoint }],
  [{ config: { headers: { 'x-api-key': 'k', other: 1 } } }, { account }],
  [{ config: { headers: () => ({ authorization: 'Bearer k' }) } }, { account }],
  [{ config: { headers: 'x-api-key' } }, {}],
  [{ apiKey: 'k', config: { baseURL: 'no address' } }, {}],
])('row %$: the maker of a model is another one', (given, maker) => {
  expect(makerOfModel(given)).toStrictEqual(maker)
})

test.each([
  [undefined, [['x-beta', ['a', 'b', 'a']]], 'a,b'],
  [{ 'x-beta': 'c , a' }, [['X-Beta', ['a', 'b']]], 'c,a,b'],
  [{ 'x-beta': 'c , a' }, [['x-beta', []]], 'c , a'],
] as const)('row %$: values of a header are lost, or stand there twice', (headers, added, values) => {
  expect(repairedHeaders(headers, added, '{}').get('x-beta')).toBe(values)
})

test.each([
  ['/v1/messages', 'anthropic-messages', null],
  ['/base/v1/messages', 'anthropic-messages', null],
  ['/v1/messages/m', undefined, null],
  ['/v1/messages/count_tokens', undefined, 'anthropic-messages'],
  ['/v1/messages/count_tokens/x', undefined, null],
  ['/v1/messages/batches', undefined, 'anthropic-messages'],
  ['/v1/messages/batches/b', undefined, null],
  ['/v1/projects/p/publishers/anthropic/models/m:rawPredict', 'anthropic-messages', null],
  ['/v1/projects/p/publishers/anthropic/models/m:streamRawPredict', 'anthropic-messages', null],
  ['/v1/projects/p/publishers/anthropic/models/m:rawPredicts', undefined, null],
  ['/v1/projects/p/publishers/anthropic/models/count-tokens:rawPredict', undefined, 'anthropic-messages'],
  ['/v1/projects/p/publishers/mistralai/models/m:rawPredict', 'openai-chat', null],
  ['/v1/projects/p/publishers/mistralai/models/m:streamRawPredict', 'openai-chat', null],
  ['/v1/projects/p/publishers/other/models/m:rawPredict', undefined, null],
  ['/openai/deployments/d/chat/completions', 'openai-chat', null],
  ['/chat/completions/c', undefined, null],
  ['/v1/responses', 'openai-responses', null],
  ['/v1/responses/r', undefined, null],
  ['/v1/responses/input_tokens', undefined, 'openai-responses'],
  ['/v1/responses/compact', undefined, 'openai-responses'],
  ['/v1/responses/compact/x', undefined, null],
  ['/v1/conversations', undefined, 'openai-responses'],
  ['/v1/conversations/c/items', undefined, null],
  ['/v1beta/models/m:generateContent', 'gemini', null],
  ['/v1beta/models/m:streamGenerateContent', 'gemini', null],
  ['/v1beta/models/m:generateContents', undefined, null],
  ['/v1beta/tunedModels/m:generateContent', 'gemini', null],
  ['/v1/projects/p/locations/l/endpoints/1:streamGenerateContent', 'gemini', null],
  ['/v1/projects/p/locations/l/endpoints/1:countTokens', undefined, 'gemini'],
  ['/v1beta/models/m:countTokens', undefined, 'gemini'],
  ['/v1beta/models/m:countTokensNow', undefined, null],
  ['/v1beta/cachedContents', undefined, 'gemini'],
  ['/v1beta/cachedContents/c', undefined, null],
  ['/v1beta/models/m:batchGenerateContent', undefined, 'gemini'],
  ['/v1beta/models/m:batchGenerateContents', undefined, null],
  ['/model/m/invoke', 'anthropic-messages', null],
  ['/model/m/invoke-with-response-stream', 'anthropic-messages', null],
  ['/model/m/invokes', undefined, null],
  ['/model/m/converse', 'bedrock-converse', null],
  ['/model/m/converse-stream', 'bedrock-converse', null],
  ['/model/m/converse-streams', undefined, null],
])('%s is taken for another endpoint', (path, guarded, unsent) => {
  expect([findEndpoint(path)?.format, findUnsentEndpoint(path)?.format ?? null]).toEqual([guarded, unsent])
})
