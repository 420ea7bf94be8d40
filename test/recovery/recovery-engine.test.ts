import { describe, expect, test, vi } from 'vitest'
import { createMemoryStore, detectError } from '../../src/index.ts'
import { systemClock } from '../../src/recovery/clock.ts'
import { RecoveryEngine } from '../../src/recovery/recovery-engine.ts'
import type { Conversation, Failure, RecoveryPorts } from '../../src/recovery/recovery-ports.ts'
import { StoreError } from '../../src/storage/store-error.ts'

const error = new Error('400 messages: text content blocks must be non-empty')
const failure: Failure = { sessionID: 's', error, detected: detectError(error) }
const broken: Conversation = {
  format: 'anthropic-messages',
  messages: [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: [{ type: 'text', text: 'b' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'c' },
        { type: 'text', text: ' ' },
      ],
    },
  ],
  isWhole: true,
}
const sound: Conversation = { ...broken, messages: broken.messages.slice(0, 1) }
const stale = new StoreError({ code: 'stale_revision', message: 'Another was faster.' })
const full = new Error('The disk is full.')

/** An engine, and the ports of a host of which each may fail. */
function scene(conversation: Conversation | null = broken, store = createMemoryStore()) {
  const engine = new RecoveryEngine({
    store,
    budget: 9,
    maxSessions: 9,
    leaseMs: 60_000,
    timeoutMs: 60_000,
    resumeTimeoutMs: 60_000,
    clock: systemClock,
  })
  const ports = {
    abort: vi.fn(async () => undefined),
    load: vi.fn(async () => conversation),
    commit: vi.fn<RecoveryPorts['commit']>(async () => 'undo 1'),
    resume: vi.fn(async () => true),
  }
  const recover = (allow: 'none' | 'synthesised' = 'synthesised') =>
    engine.recover(failure, ports, { mode: 'repair', allow })
  return { engine, ports, recover }
}

describe('a recovery', () => {
  test.each([
    [0, undefined, 1, 'recovered'],
    [2, stale, 3, 'recovered'],
    [3, stale, 3, 'failed'],
    [1, full, 1, 'failed'],
  ] as const)('whose commit fails %i times (%s) is written more or less than %i times', async (...row) => {
    const [failures, cause, commits, outcome] = row
    const { ports, recover } = scene()
    for (let left = failures; left > 0; left -= 1) ports.commit.mockRejectedValueOnce(cause)
    const report = await recover()
    expect(report).toMatchObject({ outcome, sessionID: 's', error, rung: 'place' })
    expect(report).toMatchObject(
      outcome === 'failed' ? { cause } : { undoId: 'undo 1', resumed: true, edits: [{ op: 'replace', index: 2 }] },
    )
    expect([ports.commit.mock.calls.length, ports.load.mock.calls.length]).toEqual([commits, commits])
    expect([ports.abort.mock.calls.length, ports.resume.mock.calls.length]).toEqual([1, outcome === 'failed' ? 0 : 1])
  })

  test('that was written is told as failed, or without a cause, where only the turn did not start', async () => {
    const { ports, recover } = scene()
    ports.resume.mockRejectedValueOnce(full)
    expect(await recover()).toMatchObject({ outcome: 'recovered', undoId: 'undo 1', cause: full, resumed: false })
  })

  test('goes on over a turn that could not be stopped, or a conversation that cannot be read', async () => {
    for (const port of ['abort', 'load'] as const) {
      const { ports, recover } = scene()
      ports[port].mockRejectedValueOnce(full)
      expect(await recover()).toMatchObject({ outcome: 'failed', cause: full, rung: 'place' })
      expect(ports.commit).not.toHaveBeenCalled()
    }
  })

  test('that is only looked at fails without a word, writes, or stops a turn', async () => {
    for (const [conversation, outcome] of [
      [broken, 'observed'],
      [sound, 'unrepairable'],
      [null, 'unrepairable'],
      [full, 'failed'],
    ] as const) {
      const { engine, ports } = scene(conversation instanceof Error ? null : conversation)
      if (conversation instanceof Error) ports.load.mockRejectedValueOnce(conversation)
      const report = await engine.recover(failure, ports, { mode: 'observe', allow: 'synthesised' })
      expect(report).toMatchObject({ outcome, sessionID: 's', error, ...(outcome === 'failed' && { cause: full }) })
      expect([ports.abort, ports.commit, ports.resume].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
    }
  })

  test.each([
    [true, [{ role: 'user', content: 'a' }], 'observed'],
    [true, [], 'unrepairable'],
    [false, [{ role: 'user', content: 'a' }], 'unrepairable'],
  ])('of a lost reference replays what is not whole (%s), or nothing: %j', async (isWhole, messages, outcome) => {
    const gone = Object.assign(new Error("400 Previous response with id 'resp_1' not found."), {
      error: { code: 'previous_response_not_found', param: 'previous_response_id' },
    })
    const { engine, ports } = scene({ format: 'openai-responses', messages, isWhole })
    const lost = { sessionID: 's', error: gone, detected: detectError(gone) }
    expect(lost.detected?.type).toBe('reference_not_found')
    expect((await engine.observe(lost, ports, 'synthesised')).outcome).toBe(outcome)
  })

  test('of a fault that has only a position is made elsewhere, or nowhere', async () => {
    const text = 'data did not match any variant of untagged enum ModelInput at line 1 column 60'
    const strange = new Error(`422 ${text}`)
    const { engine, ports } = scene()
    const input = [
      { role: 'user', content: 'a' },
      { type: 'reasoning', summary: [], content: null },
      { role: 'user', content: 'b' },
    ]
    const found = [0, 1, 2].map(async (index) => {
      ports.load.mockResolvedValueOnce({ format: 'openai-responses', messages: input, index, isWhole: false })
      const detected = detectError(strange)
      return (await engine.observe({ sessionID: 's', error: strange, detected }, ports, 'lossy')).edits.map(
        (edit) => edit.index,
      )
    })
    expect(await Promise.all(found)).toEqual([[], [1], []])
  })

  test.each([
    ['is not known', null],
    ['has no fault', sound],
  ])('of a conversation that %s writes something', async (_, conversation) => {
    const { ports, recover } = scene(conversation)
    expect(await recover()).toMatchObject({ outcome: 'unrepairable', rung: 'place' })
    expect(ports.commit).not.toHaveBeenCalled()
  })

  test('from which no error is known is tried twice on a rung, also in another process, or is told of a sound session as vain', async () => {
    const store = createMemoryStore()
    const { engine, ports } = scene(sound, store)
    const died: Failure = { sessionID: 's', error: undefined, detected: null }
    const recovered = () => engine.recover(died, ports, { mode: 'repair', allow: 'synthesised' })
    for (const rung of ['place', 'turn', 'all']) expect(await recovered()).toMatchObject({ outcome: 'recovered', rung })
    expect(await recovered()).toMatchObject({ outcome: 'exhausted' })
    expect(await store.attempts.take('s', 'none', 'all')).toBe(false)
  })

  test.each([
    ['s', full],
    [undefined, undefined],
  ])('whose recorded results (of %s) cannot be read does not say so (%s)', async (evidenceOf, cause) => {
    const store = createMemoryStore()
    store.parts.list = () => Promise.reject(full)
    const { recover } = scene({ ...broken, ...(evidenceOf && { evidenceOf }) }, store)
    const report = await recover()
    expect(report).toMatchObject({ outcome: 'recovered', undoId: 'undo 1', resumed: true })
    expect([report.cause, 'cause' in report]).toEqual([cause, cause !== undefined])
  })

  test('gives the session back to nobody, or to a second one while it runs (I9)', async () => {
    const { engine, ports, recover } = scene()
    const during: unknown[] = []
    ports.commit.mockImplementationOnce(async () => {
      during.push(await engine.claim('s'), (await recover()).outcome)
      return undefined
    })
    const report = await recover()
    expect([report.outcome, report.undoId, ...during]).toEqual(['recovered', undefined, null, 'busy'])
    const claim = await engine.claim('s')
    expect(claim).not.toBeNull()
    await claim?.release()
  })
})
