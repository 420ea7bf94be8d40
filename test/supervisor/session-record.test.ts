import { describe, expect, it } from 'vitest'
import { resolveClock } from '../../src/supervisor/clock.ts'
import type { RecoveryResult } from '../../src/supervisor/recovery-result.ts'
import type { SessionHandle } from '../../src/supervisor/session-handle.ts'
import { SessionRecord } from '../../src/supervisor/session-record.ts'
import { resolveSupervisorOptions } from '../../src/supervisor/supervisor-options.ts'
import { FakeClock } from './fake-clock.ts'
import { fullSnapshot as snapshot } from './scene.ts'

describe('what is known of a session', () => {
  const clock = new FakeClock()
  const recordOf = (limits: object = {}): SessionRecord => {
    const { config } = resolveSupervisorOptions({ clock, snapshot: limits })
    return new SessionRecord('s', { command: ['agent'], cwd: '/w' }, config, resolveClock(clock))
  }
  const result: RecoveryResult = {
    sessionID: 's',
    outcome: 'degraded',
    strategy: 'restart',
    tried: [{ strategy: 'restart', result: 'failed', why: 'no', durationMs: 3 }],
    class: 'exit',
    attempt: 1,
    startedAt: new Date(0),
    endedAt: new Date(0),
    durationMs: 1.6,
    why: 'timeout',
    repair: { status: 'partly', says: 'half' },
  }

  it('keeps every result for ever, or forgets the newest', () => {
    const record = recordOf()
    for (let attempt = 1; attempt <= 250; attempt += 1)
      record.remember({ ...result, attempt, endedAt: new Date(attempt) })
    expect([record.results.length, record.results[0]?.attempt, record.results.at(-1)?.attempt]).toEqual([200, 51, 250])
    const { recoveries } = record.toSnapshot()
    expect([recoveries.length, recoveries[0]?.at, recoveries.at(-1)]).toEqual([
      50,
      new Date(201),
      {
        at: new Date(250),
        class: 'exit',
        outcome: 'degraded',
        strategy: 'restart',
        why: 'timeout',
        durationMs: 2,
        tried: [{ strategy: 'restart', result: 'failed', why: 'no' }],
        repair: 'half',
      },
    ])
    const { strategy: _, why: __, repair: ___, ...bare } = result
    record.remember({ ...bare, tried: [{ strategy: 'restart', result: 'recovered', durationMs: 3 }] })
    expect(Object.keys(record.toSnapshot().recoveries.at(-1)!)).toEqual([
      'at',
      'class',
      'outcome',
      'durationMs',
      'tried',
    ])
    expect(record.toSnapshot().recoveries.at(-1)?.tried).toEqual([{ strategy: 'restart', result: 'recovered' }])
  })

  it('grows beyond its limits, or loses what came last', () => {
    const record = recordOf({ commands: 2, outputChars: 3 })
    record.patch({ commandHistory: ['a', 'b', 'c'], command: 'd', output: 'output', error: 'x'.repeat(3_000) })
    record.patch({ error: 'again', workingDirectory: '/v', env: { TOKEN: 'hidden', LANG: 'C' } })
    expect([record.tail(), record.rawTail(2), record.outputTotal]).toEqual(['put', 'ut', 6])
    expect(record.toSnapshot('a screen')).toMatchObject({
      commandHistory: ['c', 'd'],
      output: 'put',
      screen: 'a screen',
      errorContext: { lastError: 'again', count: 2 },
      workingDirectory: '/v',
      spec: { env: { LANG: 'C' }, envReferences: ['TOKEN'] },
    })
    expect(record.toSnapshot('a hidden screen')).not.toHaveProperty('screen')
    record.noteError('x'.repeat(3_000))
    expect(record.toSnapshot().errorContext?.lastError).toHaveLength(2_000)
    const shown = recordOf({ env: ['TOKEN'] })
    shown.patch({ env: { TOKEN: 'plain', LANG: 'C' } })
    expect(shown.toSnapshot().spec).toMatchObject({ env: { TOKEN: 'plain' }, envReferences: ['LANG'] })
    const none = recordOf({ commands: 0, outputChars: 0 })
    none.patch({ commandHistory: ['a'], command: 'b', output: 'output' })
    expect([none.toSnapshot().commandHistory, none.tail(), none.workingDirectory]).toEqual([[], '', '/w'])
  })

  it('listens on to a program that it has let go, or twice to one', () => {
    const record = recordOf()
    const listeners = new Set<(text: string) => void>()
    const handle = {
      address: {},
      output: () => 'first ',
      onOutput: (listener: (text: string) => void) => (listeners.add(listener), () => void listeners.delete(listener)),
    } as unknown as SessionHandle
    record.missedProbes = 2
    record.attach(handle)
    record.attach(handle)
    expect([listeners.size, record.startedBefore, record.missedProbes, record.tail()]).toEqual([
      1,
      true,
      0,
      'first first ',
    ])
    for (const listener of listeners) listener('more')
    expect(record.tail()).toBe('first first more')
    expect(record.release()).toBe(handle)
    expect([listeners.size, record.release(), record.handle]).toEqual([0, undefined, undefined])
  })

  it('goes on from another state than was written, or begins anew with it', () => {
    const record = recordOf()
    record.restore({ ...snapshot, attemptsAt: [new Date(clock.now() - 7_000)], registeredAt: new Date(3) })
    const { takenAt: _, spec: __, redacted: ___, screen: ____, ...same } = snapshot
    expect(record.toSnapshot()).toMatchObject({
      ...same,
      attemptsAt: [new Date(clock.now() - 7_000)],
      registeredAt: new Date(3),
    })
    expect([record.startedBefore, record.budget.used(0)]).toEqual([true, 1])
    record.respecify({ command: ['other'], env: { A: 'b' } })
    expect([record.workingDirectory, record.env, record.incomplete]).toEqual([
      snapshot.workingDirectory,
      { A: 'b' },
      false,
    ])
    record.beginAnew()
    expect([record.state, record.startedBefore, record.address, record.registeredAt, record.budget.used(0)]).toEqual([
      'registered',
      false,
      undefined,
      new Date(clock.now()),
      0,
    ])
    record.restore({ ...snapshot, address: undefined } as never)
    expect(record.startedBefore).toBe(false)
  })
})
