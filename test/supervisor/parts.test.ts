import { describe, expect, it, test } from 'vitest'
import { backoffCeiling, backoffDelay } from '../../src/supervisor/backoff.ts'
import { resolveClock } from '../../src/supervisor/clock.ts'
import type { RecoveryResult } from '../../src/supervisor/recovery-result.ts'
import { RestartBudget } from '../../src/supervisor/restart-budget.ts'
import { RingText } from '../../src/supervisor/ring-text.ts'
import { Scheduler } from '../../src/supervisor/scheduler.ts'
import { applyChanges, encodeChange } from '../../src/supervisor/snapshots/apply-changes.ts'
import { SecretFilter } from '../../src/supervisor/snapshots/secret-filter.ts'
import { decodeSnapshot, encodeSnapshot } from '../../src/supervisor/snapshots/snapshot-text.ts'
import { RecoveryCounter } from '../../src/supervisor/statistics.ts'
import { FakeClock } from './fake-clock.ts'
import { fullSnapshot as snapshot } from './scene.ts'

describe('a budget', () => {
  const budgetOf = (max: number, windowMs = 100, stableMs = windowMs): RestartBudget =>
    new RestartBudget({ max, windowMs, stableMs })

  it('counts attempts outside of its window, or forgets those within', () => {
    const budget = budgetOf(2)
    expect([budget.take(0), budget.take(50), budget.take(99)]).toEqual([true, true, false])
    expect([budget.used(99), budget.used(100), budget.used(149), budget.used(150)]).toEqual([2, 1, 1, 0])
  })

  it('comes back before the session is stable, not when it is, or also without a program', () => {
    const budget = budgetOf(3, 1_000, 100)
    budget.take(0)
    budget.healthy(10)
    expect([budget.used(109), budget.used(110)]).toEqual([1, 0])
    budget.take(120)
    budget.healthy(undefined)
    expect(budget.used(500)).toBe(1)
    budget.reset()
    expect(budget.used(500)).toBe(0)
  })

  it('takes a renewed attempt twice, or leaves it at its former time', () => {
    const budget = budgetOf(1)
    budget.take(0)
    expect(budget.renew(90)).toBe(true)
    expect([budget.used(100), budget.used(189), budget.used(190)]).toEqual([1, 1, 0])
  })

  it('of nothing gives something, or an endless one grows for ever', () => {
    expect(budgetOf(0).take(0)).toBe(false)
    const endless = budgetOf(Infinity, Infinity)
    for (let count = 0; count < 1_500; count += 1) expect(endless.take(count)).toBe(true)
    expect(endless.used(1_500)).toBe(1_000)
    expect(endless.ages(1_500).at(-1)).toBe(1)
  })

  it('goes on with other ages than it was left with', () => {
    const budget = budgetOf(9)
    budget.take(990)
    budget.restore([90, -5, 30], 1_000)
    expect(budget.ages(1_000)).toEqual([90, 30, 10, 0])
    expect(budget.ages(1_010)).toEqual([40, 20, 10])
  })
})

describe('a wait', () => {
  it('without a base, or without a limit, is no number', () => {
    expect(backoffCeiling({ baseMs: 0, factor: Infinity, maxMs: 10 }, 9)).toBe(0)
    const endless = { baseMs: 10, factor: 10, maxMs: Infinity }
    expect(backoffCeiling(endless, 400)).toBe(Infinity)
    expect(backoffDelay(endless, 400, () => 0.5)).toBe(Math.round(Number.MAX_SAFE_INTEGER / 2))
    expect(backoffDelay(endless, 1, () => 0.26)).toBe(3)
  })

  const schedule = (): { clock: FakeClock; scheduler: Scheduler; slept: number[]; ran: string[] } => {
    const clock = new FakeClock()
    const slept: number[] = []
    return { clock, slept, ran: [], scheduler: new Scheduler(clock, (missed) => slept.push(missed)) }
  }

  it('ends out of turn, too early, or although it was taken back', async () => {
    const { clock, scheduler, ran } = schedule()
    const run = (name: string) => (): void => void ran.push(`${name} ${clock.monotonic()}`)
    const controller = new AbortController()
    scheduler.after(20, run('second'))
    scheduler.after(10, run('first'))
    scheduler.after(-5, run('at once'))
    scheduler.after(15, run('aborted'), { signal: controller.signal })
    scheduler.after(10, run('never'), { signal: AbortSignal.abort() })
    scheduler.after(Infinity, run('never'))
    const cancel = scheduler.after(12, run('cancelled'))
    expect([scheduler.waiting, clock.waiting]).toEqual([5, 1])
    cancel()
    controller.abort()
    expect(scheduler.waiting).toBe(3)
    await clock.advance(30)
    expect(ran).toEqual(['at once 0', 'first 10', 'second 20'])
    expect([scheduler.waiting, clock.waiting]).toEqual([0, 0])
  })

  it('longer than a timer takes ends early', async () => {
    const { clock, scheduler, ran, slept } = schedule()
    scheduler.after(5_000_000_000, () => void ran.push('late'))
    await clock.advance(4_999_999_999)
    expect(ran).toEqual([])
    await clock.advance(1)
    expect(ran).toEqual(['late'])
    // What is made of several timers was no sleep.
    expect(slept).toEqual([])
  })

  it('of a machine that slept is told too early, or not', async () => {
    for (const [late, told] of [
      [10_000, []],
      [10_001, [10_001]],
    ] as const) {
      const { clock, scheduler, slept } = schedule()
      scheduler.after(100, () => undefined)
      clock.sleep(100 + late)
      await clock.advance(0)
      expect(slept).toEqual(told)
    }
  })

  it('is kept by a scheduler that is closed, or refused by one that is open again', async () => {
    const { clock, scheduler, ran } = schedule()
    scheduler.after(10, () => void ran.push('before'))
    scheduler.close()
    scheduler.after(10, () => void ran.push('while closed'))
    expect([scheduler.waiting, clock.waiting]).toEqual([0, 0])
    scheduler.open()
    scheduler.after(10, () => void ran.push('after'))
    await clock.advance(20)
    expect(ran).toEqual(['after'])
  })

  it('does not reject when it is aborted, before or while it waits', async () => {
    const { clock, scheduler } = schedule()
    const why = new Error('enough')
    await expect(scheduler.sleep(10, AbortSignal.abort(why))).rejects.toBe(why)
    const controller = new AbortController()
    setImmediate(() => controller.abort(why))
    await expect(scheduler.sleep(10, controller.signal)).rejects.toBe(why)
    expect(scheduler.waiting).toBe(0)
    await clock.until(scheduler.sleep(10, new AbortController().signal))
  })

  it('keeps the process although it need not, or lets it end although it must', () => {
    const held: boolean[] = []
    const clock = resolveClock({
      now: () => 0,
      setTimeout: (run, delayMs) => {
        const timer = setTimeout(run, delayMs)
        timer.unref = () => (held.push(false), timer)
        return timer
      },
      clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
    })
    const scheduler = new Scheduler(clock)
    scheduler.after(60_000, () => undefined)
    expect(held).toEqual([false])
    scheduler.after(70_000, () => undefined, { holds: true })
    expect(held).toEqual([false])
    scheduler.close()
  })
})

describe('a clock', () => {
  it('that steps back takes measured time back', () => {
    let at = 1_000
    const { monotonic } = resolveClock(() => at)
    const readings = [monotonic()]
    for (at of [1_010, 500, 530]) readings.push(monotonic())
    expect(readings).toEqual([0, 10, 10, 40])
  })

  it.each<unknown>([7, {}, { now: 1 }, { now: Date.now, setTimeout }, { now: Date.now, clearTimeout }])(
    'that is none is taken: %o',
    (given) => {
      expect(() => resolveClock(given as never)).toThrow(/clock is no clock/)
    },
  )
})

describe('the numbers of recoveries', () => {
  const at = new Date(0)
  const result = (more: Partial<RecoveryResult>): RecoveryResult => ({
    sessionID: 's',
    outcome: 'recovered',
    tried: [],
    class: 'exit',
    attempt: 1,
    startedAt: at,
    endedAt: at,
    durationMs: 0,
    ...more,
  })

  it('count what ended badly as time, forget a repair, or take a median of something else', () => {
    const counter = new RecoveryCounter()
    expect(counter.numbers()).toMatchObject({ attempts: 0, successRate: 0, averageRecoveryMs: 0, medianRecoveryMs: 0 })
    for (const durationMs of [30, 10, 20, 40]) counter.add(result({ durationMs, endedAt: new Date(durationMs) }))
    counter.add(result({ outcome: 'failed', durationMs: 9_000, endedAt: new Date(9) }))
    counter.add(result({ outcome: 'archived', durationMs: 9_000, repair: { status: 'partly', turns: 2, says: '' } }))
    counter.add(
      result({
        outcome: 'degraded',
        durationMs: 100,
        endedAt: new Date(7),
        repair: { status: 'repaired', turns: 3, bytes: 50, says: '' },
        tried: [
          { strategy: 'migrate', result: 'not_applicable', durationMs: 0 },
          { strategy: 'restart', result: 'failed', durationMs: 0 },
          { strategy: 'restart', result: 'recovered', durationMs: 0 },
        ],
      }),
    )
    expect(counter.numbers()).toEqual({
      attempts: 7,
      outcomes: { recovered: 4, degraded: 1, archived: 1, failed: 1 },
      successRate: 500 / 7,
      averageRecoveryMs: 40,
      medianRecoveryMs: 30,
      p95RecoveryMs: 100,
      strategies: {
        migrate: { tried: 0, worked: 0, notApplicable: 1 },
        restart: { tried: 2, worked: 1, notApplicable: 0 },
      },
      turnsRestored: 5,
      bytesRestored: 50,
      lastRecoveryAt: new Date(7),
    })
  })

  it('keep every time for ever', () => {
    const counter = new RecoveryCounter()
    for (let durationMs = 1; durationMs <= 1_100; durationMs += 1) counter.add(result({ durationMs }))
    expect(counter.numbers()).toMatchObject({ attempts: 1_100, averageRecoveryMs: 550.5, medianRecoveryMs: 600 })
  })
})

describe('the end of a text', () => {
  it('is shorter than its limit, longer than twice of it, or in other order', () => {
    for (const limit of [1, 5, 64]) {
      const kept = new RingText(limit)
      let all = ''
      for (let count = 0; count < 3_000; count += 1) {
        const piece = `${count},`.repeat(count % 4)
        kept.push(piece)
        all += piece
        const { length } = kept.toString()
        expect(length).toBeLessThanOrEqual(2 * limit + 40)
        expect(length).toBeGreaterThanOrEqual(Math.min(limit, all.length))
        expect(all.endsWith(kept.toString())).toBe(true)
      }
      expect(kept.total).toBe(all.length)
      kept.push('x'.repeat(500))
      expect(kept.toString()).toBe('x'.repeat(2 * limit))
    }
  })
})

describe('a secret', () => {
  it('of a name, a target or another place is written, or an ordinary value is masked', () => {
    const filter = new SecretFilter(['LANG', 'SHORT'])
    const privateKey = '-----BEGIN KEY-----\r\nline one\r\n2\nline two\n-----END KEY-----'
    filter.learn({
      env: { LANG: 'C.UTF-8', API_KEY: 'k9', PIN_TOKEN: '7', PLAIN: 'plain value', FLAG: 'true!', WORD: 'words.' },
      ssh: { host: 'far', password: 'hunter2', passphrase: 'open sesame', privateKey },
      migrateTo: { env: { OTHER: 'elsewhere' } },
    })
    filter.learnInherited({ PASSWORD: 'inherited secret', HOME: 'some home', TOKEN: '/a/path/of/it' })
    expect(filter.redacted).toEqual([
      'env.API_KEY',
      'env.FLAG',
      'env.OTHER',
      'env.PIN_TOKEN',
      'env.PLAIN',
      'env.WORD',
      'ssh.passphrase',
      'ssh.password',
      'ssh.privateKey',
    ])
    const hidden = ['k9', 'plain value', 'words.', 'hunter2', 'open sesame', 'line one', 'line two', 'elsewhere']
    for (const value of [...hidden, 'inherited secret']) expect(filter.text(`<${value}>`)).toBe('<[masked]>')
    for (const value of ['C.UTF-8', '7', 'true!', '2', '-----BEGIN KEY-----', 'some home', '/a/path/of/it'])
      expect(filter.text(value)).toBe(value)
    filter.learn({ env: { LONGER: 'plain value and more' } })
    expect(filter.text('plain value and more')).toBe('[masked]')
    const spec = filter.spec({
      command: ['agent', 'hunter2'],
      env: { LANG: 'words.', API_KEY: 'k9' },
      ssh: { host: 'far', user: 'me', port: 7, password: 'hunter2' },
    })
    expect(spec).toEqual({
      command: ['agent', '[masked]'],
      kind: 'local',
      env: { LANG: '[masked]' },
      envReferences: ['API_KEY'],
      ssh: { host: 'far', user: 'me', port: 7 },
    })
  })
})

test('what a session needs to look as it did is not written, or a variable that may be a secret is', () => {
  const names = 'COLORTERM COLUMNS EDITOR HOME LANG LC_ALL LC_CTYPE LINES LOGNAME NODE_ENV PATH PWD SHELL TERM TZ USER'
  const allowed = [...names.split(' '), ...'VIRTUAL_ENV XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME'.split(' ')]
  const secret = ['API_KEY', 'LD_PRELOAD', 'XDG_RUNTIME_DIR', 'path']
  const env = Object.fromEntries([...secret, ...allowed].map((name) => [name, 'x']))
  const written = new SecretFilter().spec({ command: ['agent'], env })
  expect([Object.keys(written.env), written.envReferences]).toEqual([allowed, secret])
})

describe('a written snapshot', () => {
  it('comes back with less, or otherwise', async () => {
    expect(await decodeSnapshot(encodeSnapshot(snapshot))).toEqual(snapshot)
    const { screen: _, interactive: __, errorContext: ___, address: ____, lastExit: _____, ...bare } = snapshot
    expect(await decodeSnapshot(encodeSnapshot(bare))).toEqual(bare)
  })

  const [past] = snapshot.recoveries
  const recovered = (more: object): object => ({ recoveries: [{ ...past, ...more }] })
  const words = (text: string, patchOf: (word: string) => object): [string, object][] =>
    text.split(' ').map((word) => [word, patchOf(word)])
  it.each([
    ...words('registered running recovering waiting ended parked stopped', (state) => ({ state })),
    ...words('local tmux ssh agent', (kind) => ({ spec: { ...snapshot.spec, kind } })),
    ...words('on-failure always never', (restart) => ({ spec: { ...snapshot.spec, restart } })),
    ...words('recovered degraded archived failed', (outcome) => recovered({ outcome })),
    ...words('exit signal oom network timeout unresponsive auth resource prompt structural unknown', (type) =>
      recovered({ class: type }),
    ),
    ...words(
      'restart reconnect restore replicate migrate fallback prompt-interrupt prompt-reset session-refresh command-retry',
      (strategy) => recovered({ strategy, tried: [{ strategy, result: 'failed' }] }),
    ),
  ])('with the word %s cannot be read, or one of no such word can', async (word, patch) => {
    const written = encodeSnapshot({ ...snapshot, ...patch })
    expect(await decodeSnapshot(written)).toEqual({ ...snapshot, ...patch })
    const other = JSON.parse(JSON.stringify(patch).replaceAll(`"${word}"`, `"not ${word}"`)) as object
    await expect(decodeSnapshot(encodeSnapshot({ ...snapshot, ...other }))).rejects.toThrow()
  })

  it('is taken although it was changed, or is of another version or form', async () => {
    const text = encodeSnapshot(snapshot)
    await expect(decodeSnapshot(text.replace('"out"', '"own"'))).rejects.toThrow('Its checksum does not fit.')
    await expect(decodeSnapshot(text.replace('"version":1', '"version":0'))).rejects.toThrow(
      'It has version 0; this release reads 1.',
    )
    await expect(decodeSnapshot(text.replace('"version":1', '"version":2'))).rejects.toMatchObject({
      code: 'newer_version',
    })
    await expect(decodeSnapshot(text.replace('supervisor-snapshot', 'other'))).rejects.toThrow()
    await expect(decodeSnapshot(encodeSnapshot({ ...snapshot, revision: -1 }))).rejects.toThrow()
    await expect(
      decodeSnapshot(encodeSnapshot({ ...snapshot, spec: { ...snapshot.spec, command: [] } })),
    ).rejects.toThrow()
  })

  it('takes changes that came before it, or goes on behind a damaged one', async () => {
    const change = (revision: number, output: string): string =>
      encodeChange({ sessionID: 's', revision, fields: { output, takenAt: new Date(revision) } })
    expect(await applyChanges(snapshot, change(3, 'old'))).toEqual({ snapshot })
    expect((await applyChanges(snapshot, change(3, 'old'))).snapshot).toBe(snapshot)
    expect(
      await applyChanges(snapshot, change(4, 'new') + change(5, 'newer') + change(6, 'torn').slice(0, -1)),
    ).toEqual({
      snapshot: { ...snapshot, revision: 5, output: 'newer', takenAt: new Date(5) },
    })
    const why = (line: number, left: number): string =>
      `Line ${line} of its changes is damaged: ${left} line${left === 1 ? '' : 's'} left out.`
    expect(await applyChanges(snapshot, change(4, 'new').replace('new', 'own') + change(5, 'newer'))).toEqual({
      snapshot,
      why: why(1, 2),
    })
    expect(await applyChanges(snapshot, `${change(4, 'new')}{}\n${change(5, 'newer')}null\n`)).toEqual({
      snapshot: { ...snapshot, revision: 4, output: 'new', takenAt: new Date(4) },
      why: why(2, 3),
    })
  })
})
