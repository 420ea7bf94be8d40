import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { opencodeHost } from '../../../src/adapters/opencode/opencode-host.ts'
import { createSessionRecoveryHook } from '../../../src/hook/create-session-recovery-hook.ts'
import type { OpencodeClient } from '../../../src/adapters/opencode/host-types.ts'
import { readSession } from '../../../src/adapters/opencode/read-session.ts'
import { sessionRecoveryPlugin } from '../../../src/adapters/opencode/session-recovery-plugin.ts'
import { writeSession } from '../../../src/adapters/opencode/write-session.ts'
import type { RowChange } from '../../../src/agents/opencode/stored-rows.ts'
import type { RecoveryReport } from '../../../src/recovery/recovery-report.ts'
import { opencodeId } from '../../agents/subjects/opencode-subject.ts'
import { lateCalls } from '../../late-calls.ts'
import { FakeOpencode } from './fake-opencode.ts'

const refused = {
  name: 'APIError',
  data: {
    message: 'messages.1.content.0: Invalid `signature` in `thinking` block',
    statusCode: 400,
    isRetryable: false,
  },
}

const failed = { type: 'session.error', properties: { sessionID: opencodeId, error: refused } }

const idle = { type: 'session.idle', properties: { sessionID: opencodeId } }

type Plugin = Awaited<ReturnType<typeof sessionRecoveryPlugin>>

type Event = Parameters<Plugin['event']>[0]['event']

/** opencode tells that a turn failed, then that the session is idle. */
async function afterFailure(
  client: FakeOpencode,
  events: readonly Event[] = [failed, idle],
  options: Parameters<typeof sessionRecoveryPlugin>[1] = {},
): Promise<void> {
  const plugin = await sessionRecoveryPlugin({ client }, options)
  for (const event of events) await plugin.event({ event })
  await plugin.dispose()
}

/** The same without the events, for what the plugin keeps to itself. */
async function recovered(client: FakeOpencode): Promise<RecoveryReport> {
  const hook = createSessionRecoveryHook(opencodeHost(client), { allow: 'synthesised' })
  const report = await hook.recover({ role: 'assistant', sessionID: opencodeId, error: refused, id: 'msg_3' })
  await hook.dispose()
  return report
}

test('a refused session of opencode stays as it is, or its turn does not go on as the person began it', async () => {
  const client = new FakeOpencode()
  Object.assign(client.stored[0]!.info, {
    agent: 'plan',
    model: { providerID: 'anthropic', modelID: 'claude-sonnet-4-5', variant: 'high' },
    tools: { bash: false },
  })
  await afterFailure(client)
  expect(client.calls).toEqual(['delete prt_3'])
  expect(client.prompts).toMatchObject([
    {
      agent: 'plan',
      model: { providerID: 'anthropic', modelID: 'claude-sonnet-4-5' },
      variant: 'high',
      tools: { bash: false },
      parts: [{ type: 'text', synthetic: true, text: expect.stringContaining('[session-recovery] ') }],
    },
  ])
  expect(client.prompts[0]!['model']).not.toHaveProperty('variant')
  expect(client.toasts).toMatchObject([{ variant: 'success', title: 'Session recovered' }])
  expect(client.toasts[0]!['message']).toBe('thinking signature invalid; loss: synthesised')
})

test.each<readonly [prompt: string, marks: readonly boolean[], agent: string]>([
  ['that no person wrote', [true], 'build'],
  ['of a person', [false], 'summary'],
  ['of a person, with what a file said', [true, false], 'summary'],
  ['of a person whose parts are gone', [], 'summary'],
])('a prompt %s does not decide how the turn goes on, or another one does (%j)', async (_prompt, marks, agent) => {
  const client = new FakeOpencode()
  const [asked] = client.stored
  client.stored.push({
    info: { ...asked!.info, id: 'msg_4', agent: 'summary' },
    parts: marks.map((synthetic, at) => {
      return { id: `prt_9${at}`, messageID: 'msg_4', sessionID: opencodeId, type: 'text', text: 'Go on.', synthetic }
    }),
  })
  await afterFailure(client)
  expect(client.prompts).toMatchObject([{ agent }])
})

test('an opencode that cannot be reached for the name of the failed message is not repaired, or ends with its plugin', async () => {
  const client = new FakeOpencode()
  client.beforeRead = (read) => {
    if (read === 1) throw new TypeError('fetch failed')
  }
  await afterFailure(client)
  expect(client.calls).toEqual(['delete prt_3'])
})

test.each<readonly [what: string, events: readonly Event[], reads: number]>([
  ['an error that is told once', [failed, idle], 4],
  ['an error that is told twice before the session is idle', [failed, failed, idle], 4],
  ['an end without an error', [{ type: 'session.error', properties: { sessionID: opencodeId } }, idle], 0],
  [
    'an error that no repair helps against',
    [{ type: 'session.error', properties: { sessionID: opencodeId, error: { name: 'ProviderAuthError' } } }, idle],
    0,
  ],
])('after %s the session is read more often, or not at all', async (_what, events, reads) => {
  const client = new FakeOpencode()
  let read = 0
  client.beforeRead = (count) => void (read = count)
  await afterFailure(client, events)
  expect(read).toBe(reads)
})

test('an error that opencode tells twice is repaired twice', async () => {
  const client = new FakeOpencode()
  const updated = {
    type: 'message.updated',
    properties: { info: { role: 'assistant', sessionID: opencodeId, error: refused } },
  }
  await afterFailure(client, [updated, failed, idle, updated])
  expect(client.calls).toEqual(['delete prt_3'])
  expect(client.prompts).toHaveLength(1)
})

test.each([
  [
    'the idle status is not understood',
    [failed, { type: 'session.status', properties: { sessionID: opencodeId, status: { type: 'idle' } } }],
    1,
  ],
  [
    'a person who stops the turn is talked over',
    [
      {
        ...failed,
        properties: { ...failed.properties, error: { name: 'MessageAbortedError', data: { message: 'aborted' } } },
      },
      idle,
    ],
    0,
  ],
  [
    'a rate limit is taken for a fault of the messages',
    [
      {
        ...failed,
        properties: {
          ...failed.properties,
          error: { name: 'APIError', data: { message: 'rate_limit_error', statusCode: 429 } },
        },
      },
      idle,
    ],
    0,
  ],
  [
    'an event of no session is taken for one',
    [{ type: 'session.error', properties: { error: refused } }, { type: 'server.connected' }],
    0,
  ],
  [
    "a prompt's own update is taken for a failed answer",
    [{ type: 'message.updated', properties: { info: { role: 'user', sessionID: opencodeId, error: refused } } }, idle],
    0,
  ],
] as const)('%s', async (_title, events, prompts) => {
  const client = new FakeOpencode()
  await afterFailure(client, [...events])
  expect(client.prompts).toHaveLength(prompts)
})

const status = (type: string, sessionID: string = opencodeId): Event => ({
  type: 'session.status',
  properties: { sessionID, status: { type } },
})

test.each([
  ['goes idle by its status', status('idle')],
  ['goes idle by the event of its own', idle],
])('a busy session is repaired before it %s, or not right behind it', async (_, last) => {
  // The clock stands: nothing but the event can end the wait.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const client = new FakeOpencode()
  let reads = 0
  client.beforeRead = (read) => void (reads = read)
  const plugin = await sessionRecoveryPlugin({ client })
  const others: Event[] = [
    status('busy'),
    status('retry'),
    status('idle', 'ses_other'),
    { type: 'message.part.updated', properties: { sessionID: opencodeId, status: { type: 'idle' } } },
  ]
  for (const event of [failed, ...others]) await plugin.event({ event })
  await turn()
  expect(reads).toBe(0)
  await plugin.event({ event: last })
  await turn()
  expect(reads).toBeGreaterThan(0)
  await plugin.dispose()
  expect(client.calls).toEqual(['delete prt_3'])
})

test.each([
  ['the time of its creation', { created: 70, start: 60 }, 70],
  ['the time of its start', { start: 60 }, 60],
  ['no time', {}, 0],
])('a message that is added takes another time than that of its neighbour with %s', (_, time, expected) => {
  const { stored } = new FakeOpencode()
  stored[0]!.info['time'] = time
  const { plan } = readSession(opencodeId, stored)
  const [added] = plan([
    { op: 'insert', index: 1, after: { role: 'user', content: 'Go on.' }, because: [], loss: 'synthesised' },
  ])
  expect(added).toMatchObject({ op: 'insert', table: 'message', value: { time: { created: expected } } })
})

test('a session that its program changes meanwhile is written over', async () => {
  const client = new FakeOpencode()
  client.beforeRead = (read) => {
    if (read === 2)
      client.stored[2]!.parts.push({
        id: 'prt_80',
        messageID: 'msg_3',
        sessionID: opencodeId,
        type: 'text',
        text: 'More.',
      })
  }
  const report = await recovered(client)
  expect(report).toMatchObject({ outcome: 'failed', resumed: false })
  expect(String(report.cause)).toContain('has changed since it was read')
  expect(client.calls).toEqual([])
  expect(client.prompts).toEqual([])
})

test('success is claimed of a session in which something else is wrong by then', async () => {
  const client = new FakeOpencode()
  const blank = { id: 'prt_80', messageID: 'msg_3', sessionID: opencodeId, type: 'text', text: ' ' }
  client.beforeRead = (read) => void (read === 3 && client.stored[2]!.parts.push(blank))
  const report = await recovered(client)
  expect(report).toMatchObject({ outcome: 'failed', resumed: false, cause: { code: 'host_refused' } })
  expect(String(report.cause)).toContain('still has 1 fault after the repair')
  expect([client.calls, client.prompts]).toEqual([['delete prt_3'], []])
})

test('a call of opencode is not waited for', async () => {
  const client = new FakeOpencode()
  const { late, overlaps, underWay } = lateCalls<OpencodeClient>(client, { opens: '' })
  const host = opencodeHost(late)
  const hook = createSessionRecoveryHook(host, { allow: 'synthesised' })
  const report = await hook.recover({ role: 'assistant', sessionID: opencodeId, error: refused, id: 'msg_3' })
  expect([report.outcome, report.resumed, underWay(), overlaps]).toEqual(['recovered', true, 0, []])
  expect(client.toasts).toHaveLength(1)
  const changes: RowChange[] = ['prt_4', 'prt_5'].map((id) => ({ op: 'delete', table: 'part', row: row(id) }))
  await writeSession(late, opencodeId, [{ op: 'update', table: 'part', row: row('prt_6'), value: {} }, ...changes])
  expect([underWay(), overlaps]).toEqual([0, []])
  const plugin = await sessionRecoveryPlugin({ client: late })
  for (const event of [failed, idle]) await plugin.event({ event })
  await plugin.dispose()
  expect([underWay(), overlaps]).toEqual([0, []])
})

test.each([
  ['delete prt_3', 'opencode refused to delete part prt_3'],
  ['prompt', 'opencode refused to resume the session'],
])('a refusal of "%s" is told as a success', async (call, words) => {
  const client = new FakeOpencode()
  client.refuse = (made) => (made === call ? { name: 'BadRequest' } : undefined)
  const report = await recovered(client)
  expect(report.resumed).toBe(false)
  expect(String(report.cause)).toContain(words)
  expect((report.cause as Error).cause).toEqual({ name: 'BadRequest' })
  expect(client.toasts.filter(({ variant }) => variant === 'success')).toHaveLength(call === 'prompt' ? 1 : 0)
})

test('a session that cannot be read is told as recovered', async () => {
  const client = new FakeOpencode()
  client.refuse = (made) => (made === 'read' ? { name: 'NotFound' } : undefined)
  const cause = {
    code: 'host_refused',
    message: expect.stringContaining('cannot read') as string,
    cause: { name: 'NotFound' },
  }
  expect(await recovered(client)).toMatchObject({ outcome: 'failed', resumed: false, cause })
  expect(client.toasts).toMatchObject([{ variant: 'warning', title: 'Session not recovered' }])
})

test('observing changes the stored session', async () => {
  const client = new FakeOpencode()
  const before = structuredClone(client.stored)
  await afterFailure(client, [failed, idle], { mode: 'observe' })
  expect(client.prompts).toEqual([])
  expect(client.stored).toEqual(before)
})

const row = (id: string, messageId = 'msg_2') => ({ id, messageId, timeCreated: 1, timeUpdated: 1, text: '{}' })

test('an error that opencode tells with the message alone is overlooked', async () => {
  const client = new FakeOpencode()
  const info = { role: 'assistant', sessionID: opencodeId, error: refused }
  await afterFailure(client, [{ type: 'message.created', properties: { info } }, idle])
  expect(client.calls).toEqual([])
  await afterFailure(client, [{ type: 'message.updated', properties: { info } }, idle])
  expect(client.calls).toEqual(['delete prt_3'])
})

test('the rules of another model decide, or a toast that fails is said to have been shown', async () => {
  const client = new FakeOpencode()
  const host = opencodeHost(client)
  const loaded = await host.load!(opencodeId)
  expect(loaded!.request).toEqual({ model: 'claude-sonnet-4-5' })
  client.tui.showToast = () => Promise.reject(new Error('no screen'))
  const report = await createSessionRecoveryHook(host, { allow: 'synthesised' }).recover({
    role: 'assistant',
    sessionID: opencodeId,
    error: refused,
    id: 'msg_3',
  })
  expect(report).toMatchObject({ outcome: 'recovered', cause: { message: 'no screen' } })
})

test('a failed message is repaired twice, or another one that fails like it is taken for the same', async () => {
  const client = new FakeOpencode()
  const plugin = await sessionRecoveryPlugin({ client })
  const fail = async (): Promise<void> => {
    for (const event of [failed, idle]) await plugin.event({ event })
    for (let left = 50; left > 0; left -= 1) await turn()
  }
  await fail()
  await fail()
  expect([client.toasts.length, client.calls]).toEqual([1, ['delete prt_3']])
  const [, thought] = new FakeOpencode().stored
  client.stored[1]!.parts.splice(1, 0, thought!.parts[1]!)
  client.stored.push({ info: { ...thought!.info, id: 'msg_4' }, parts: [] })
  await fail()
  await plugin.dispose()
  expect([client.toasts.length, client.calls]).toEqual([2, ['delete prt_3', 'delete prt_3']])
})

test('without an event that the session is idle nothing is repaired, or at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const client = new FakeOpencode()
  let reads = 0
  client.beforeRead = (read) => void (reads = read)
  const plugin = await sessionRecoveryPlugin({ client })
  await plugin.event({ event: failed })
  await vi.advanceTimersByTimeAsync(1499)
  expect(reads).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  await turn()
  expect(reads).toBeGreaterThan(0)
  await plugin.dispose()
  expect(client.calls).toEqual(['delete prt_3'])
})

test.each<[outcome: RecoveryReport['outcome'], isNamed: boolean, words: string | null]>([
  ['recovered', true, 'tool result missing; loss: synthesised'],
  ['unrepairable', true, 'tool result missing: not repaired (unrepairable). Try: npx session-recovery doctor'],
  ['exhausted', true, 'tool result missing: not repaired (exhausted). Try: npx session-recovery doctor'],
  ['failed', false, 'a refusal without a reason: not repaired (failed). Try: npx session-recovery doctor'],
  ['observed', true, null],
  ['not_recoverable', false, null],
  ['user_abort', false, null],
  ['duplicate', true, null],
  ['busy', true, null],
])('a person is told something else of a recovery that ends %s', async (outcome, isNamed, words) => {
  const client = new FakeOpencode()
  const detected = isNamed ? { type: 'tool_result_missing' } : null
  await opencodeHost(client).notify!({ outcome, detected, loss: 'synthesised' } as RecoveryReport)
  expect(client.toasts.map(({ message }) => message)).toEqual(words === null ? [] : [words])
  const silent = { ...client, tui: undefined } as unknown as OpencodeClient
  await expect(opencodeHost(silent).notify!({ outcome, detected } as RecoveryReport)).resolves.toBeUndefined()
})

test('the turn goes on with what the person never chose', async () => {
  const client = new FakeOpencode()
  const host = opencodeHost(client)
  for (const config of [{}, { model: 'no record' }, { model: { variant: 'high' } }, { agent: 'plan', tools: {} }])
    await host.resume!(opencodeId, { sessionID: opencodeId, ...config })
  const chosen = client.prompts.map((prompt) => ({ ...prompt, parts: 0 }))
  const wanted = [{}, {}, { variant: 'high' }, { agent: 'plan', tools: {} }]
  expect(chosen).toStrictEqual(wanted.map((each) => ({ ...each, parts: 0 })))
})
