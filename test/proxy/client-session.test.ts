import { expect, onTestFinished, test } from 'vitest'
import type Anthropic from '@anthropic-ai/sdk'
import { sessionInArguments } from '../../src/proxy/client-session.ts'
import { createAnthropicEmulator } from '../../src/testing.ts'
import { interrupted, proxyTo, request } from './proxy-setup.ts'

const uuid = '6f1c2a34-0000-4000-8000-000000000001'
const userFields = JSON.stringify({ device_id: '9a'.repeat(32), account_uuid: '', session_id: uuid })

/** The ids under which repairs are told, one for each request. */
async function toldFor(
  ...sent: readonly { readonly headers?: Record<string, string>; readonly body?: Record<string, unknown> }[]
): Promise<(string | undefined)[]> {
  const server = await createAnthropicEmulator().listen()
  onTestFinished(() => server.close())
  const told: (string | undefined)[] = []
  const proxy = await proxyTo(server.url, { onRepair: (_report, clientSession) => void told.push(clientSession) })
  for (const [at, { headers, body }] of sent.entries()) {
    const messages: Anthropic.MessageParam[] = [...interrupted, { role: 'user', content: `Request ${at}.` }]
    const response = await fetch(`${proxy.url}/anthropic/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'k', 'anthropic-version': '2023-06-01', ...headers },
      body: JSON.stringify({ ...request, messages, ...body }),
    })
    await response.text()
  }
  return told
}

test.each([
  ['Claude Code', { headers: { 'x-claude-code-session-id': uuid } }],
  ['an older Claude Code', { body: { metadata: { user_id: `user_ab12_account__session_${uuid}` } } }],
  [
    'Claude Code with fields',
    { body: { metadata: { user_id: JSON.stringify({ device_id: 'd', session_id: uuid }) } } },
  ],
  ['Codex', { headers: { session_id: uuid } }],
  ['Codex by the key of its cache', { body: { prompt_cache_key: uuid } }],
  ['opencode', { headers: { 'x-session-affinity': uuid } }],
  ['opencode by another header', { headers: { 'x-opencode-session': uuid } }],
  ['a program with two ids', { headers: { 'session-id': 'another-id', 'x-claude-code-session-id': uuid } }],
  [
    'a program with two ids in its body',
    { body: { metadata: { user_id: userFields }, prompt_cache_key: uuid.replace(/1$/, '2') } },
  ],
])('a repair for %s is told under an id that the program does not know', async (_program, sent) => {
  expect(await toldFor(sent)).toEqual([uuid])
})

test('two sessions at one proxy are told under one id', async () => {
  const sessions = [`${uuid}`, uuid.replace(/1$/, '2')]
  const sent = sessions.map((id) => ({ headers: { 'x-claude-code-session-id': id } }))
  expect(await toldFor(...sent, {})).toEqual([...sessions, undefined])
})

test.each([
  [
    'a terminal would obey it',
    { body: { metadata: { user_id: JSON.stringify({ session_id: `\u001B]0;x\u0007${uuid}` }) } } },
  ],
  ['it is a key of a cache', { body: { prompt_cache_key: 'cache-key-of-mine' } }],
  ['it is too short', { headers: { 'session-id': 'abcdefg' } }],
  ['it is a user', { body: { metadata: { user_id: 'user-12345678' } } }],
])('what is no id of a session is told as one: %s', async (_why, sent) => {
  expect(await toldFor(sent)).toEqual([undefined])
})

/**
 * What each program sent when it went on with a session, recorded on loopback on 22 November 2026, with one id for all. The id of
 * Gemini CLI 0.61 is in no request: neither in a header nor in the body.
 */
test.each([
  ['Claude Code 2.1.329', { 'x-claude-code-session-id': uuid }, { metadata: { user_id: userFields } }],
  ['Claude Code 1.0.128', {}, { metadata: { user_id: `user_${'e9'.repeat(32)}_account__session_${uuid}` } }],
  [
    'Codex 0.169.0',
    {
      'session-id': uuid,
      'thread-id': uuid,
      'x-client-request-id': uuid,
      'x-codex-window-id': `${uuid}:0`,
      'x-codex-turn-metadata': JSON.stringify({ installation_id: uuid.replace(/1$/, '2'), session_id: uuid }),
    },
    { prompt_cache_key: uuid },
  ],
  ['opencode 1.18.33', { 'x-session-affinity': uuid, 'x-session-id': uuid }, {}],
])('what %s sends is told under an id that it does not know', async (_program, headers, body) => {
  expect(await toldFor({ headers, body })).toEqual([uuid])
})

test.each([
  ['of Gemini CLI', ['--resume', uuid, '-p', 'go on'], uuid],
  ['behind an equals sign', [`--session-id=${uuid}`], uuid],
  ['of opencode', ['run', '-s', 'ses_dfd51155affeJpWuZBdx4mN3Yb'], 'ses_dfd51155affeJpWuZBdx4mN3Yb'],
  ['of which there are two', ['--session-id', uuid, uuid.replace(/1$/, '2')], uuid],
  ['that is the newest', ['--resume', 'latest'], undefined],
  ['that a prompt quotes', ['-p', `what is ${uuid}`], undefined],
  ['that a prompt begins with', ['-p', `${uuid} is what?`], undefined],
  ['that is longer than one', ['--resume', `${uuid}0`], undefined],
  ['of opencode that a prompt begins with', ['-p', 'ses_dfd51155affe is what?'], undefined],
])('a session in the arguments %s is told under another id', (_which, args, session) => {
  expect(sessionInArguments(args)).toBe(session)
})
