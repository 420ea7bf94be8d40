import { describe, expect, test } from 'vitest'
import {
  createMemoryStore,
  createSessionRecoveryHook,
  type RecoveryHost,
  type RecoveryReport,
  type SessionRecoveryHook,
  type SessionRecoveryOptions,
} from '../../src/index.ts'

const ask = { role: 'user', content: 'Read a.txt' }
const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }] }
const broken = [ask, call, { role: 'user', content: 'Continue' }]
const sound = [ask, { role: 'assistant', content: 'No.' }, { role: 'user', content: 'Continue' }]

const missing = { status: 400, message: 'messages.1: `tool_use` ids were found without `tool_result` blocks: toolu_1.' }
const strange = { status: 400, message: 'The flux of the dialogue is discontinuous.' }
const rateLimit = { status: 429, message: 'This request would exceed your rate limit' }
const abort = new DOMException('The operation was aborted.', 'AbortError')

const about = (error: unknown) => ({ id: 'msg_1', role: 'assistant', sessionID: 's1', error })

interface Way {
  readonly outcome: RecoveryReport['outcome']
  readonly error: unknown
  /** The fault type that the report names; default: the one that the error tells. */
  readonly type?: string | null
  /** Whose message it was; default `s1`. */
  readonly sessionID?: string | null
  readonly messages?: readonly unknown[]
  readonly host?: Partial<RecoveryHost>
  readonly options?: SessionRecoveryOptions
  /** What goes before. */
  readonly first?: (hook: SessionRecoveryHook) => unknown
}

const raise = (): never => {
  throw new Error('no timer')
}
const refuse = (): Promise<never> => Promise.reject(new Error('no disk'))
const prefilled: RecoveryHost['load'] = async () => ({
  format: 'anthropic-messages',
  messages: [ask, { role: 'assistant', content: 'It' }],
  request: { model: 'claude-opus-4-6' },
})
const ways: Readonly<Record<string, Way>> = {
  'it is repaired': { outcome: 'recovered', error: missing },
  'it is settled by the messages and repaired': { outcome: 'recovered', error: strange, type: 'tool_result_missing' },
  'what was asked for settles it': {
    outcome: 'observed',
    error: strange,
    type: 'prefill_unsupported',
    host: { load: prefilled },
    options: { mode: 'observe' },
  },
  'the turn does not start again': { outcome: 'recovered', error: missing, host: { resume: refuse } },
  'it is only looked at': { outcome: 'observed', error: missing, options: { mode: 'observe' } },
  'there is nothing to repair': { outcome: 'unrepairable', error: missing, messages: sound },
  'the messages are sound': { outcome: 'not_recoverable', error: strange, messages: sound },
  'nobody tells whose error it is': { outcome: 'not_recoverable', error: missing, sessionID: null },
  'it is about something else': { outcome: 'not_recoverable', error: rateLimit },
  'a person stopped the turn': { outcome: 'user_abort', error: abort },
  'the same event came before': { outcome: 'duplicate', error: missing, first: (hook) => hook.recover(about(missing)) },
  'a recovery is under way': { outcome: 'busy', error: missing, first: (hook) => void hook.recover(about(strange)) },
  'the host cannot load': { outcome: 'failed', error: missing, host: { load: refuse } },
  'the host cannot load what shall settle it': { outcome: 'failed', error: strange, host: { load: refuse } },
  'the clock is broken': { outcome: 'failed', error: missing, options: { clock: { now: Date.now, after: raise } } },
  'the hook is disposed': { outcome: 'failed', error: missing, type: null, first: (hook) => hook.dispose() },
}

describe('the original error is not what the caller gets when', () => {
  test.each(Object.entries(ways))(
    '%s (I10)',
    async (_, { error, first, host = {}, messages = broken, options, outcome, sessionID = 's1', ...way }) => {
      const store = createMemoryStore()
      await store.messages.append(
        's1',
        messages.map((raw) => ({ raw })),
      )
      const told: RecoveryReport[] = []
      const notify = (report: RecoveryReport): void => void told.push(report)
      const hook = createSessionRecoveryHook({ store, notify, ...host }, options)
      await first?.(hook)
      const { sessionID: own, ...nobodys } = about(error)
      const report = await hook.recover({ ...nobodys, ...(sessionID !== null && { sessionID: own }) })
      expect([report.outcome, report.sessionID]).toEqual([outcome, sessionID ?? undefined])
      const { type = error === missing ? 'tool_result_missing' : null } = way
      expect(report.detected?.type ?? null).toBe(type)
      expect(report.error).toBe(error)
      for (const { error: reported } of told) expect([error, missing, strange]).toContain(reported)
    },
  )
  test('there are no ways', () => expect(Object.keys(ways)).toHaveLength(16))
})
