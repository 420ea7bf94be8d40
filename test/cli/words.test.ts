import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { exitCode, worseExit } from '../../src/cli/exit-code.ts'
import { escapeHtml } from '../../src/cli/html/escape-html.ts'
import { parsePort } from '../../src/cli/parse-port.ts'
import { proxySettings, repairLine, startProxy } from '../../src/cli/proxy/proxy-settings.ts'
import { parseAge, parseCount, parseWhen } from '../../src/cli/sessions/parse-when.ts'
import type { CliContext } from '../../src/cli/cli-context.ts'
import { readStdinText, withStdinAsFile } from '../../src/cli/sessions/stdin-file.ts'
import { closeAll } from '../../src/cli/store/close-all.ts'
import { storeLabel } from '../../src/cli/store/open-store.ts'
import { answerSignal, type Supervised } from '../../src/cli/supervise/answer-signal.ts'
import { canRun } from '../../src/cli/supervise/can-run.ts'
import { endOf, eventLines, type LineFacts } from '../../src/cli/supervise/event-lines.ts'
import { exitCodeOf } from '../../src/cli/supervise/exit-code-of.ts'
import { defaultID } from '../../src/cli/supervise/supervisor-folder.ts'
import { parseCommandLine } from '../../src/cli/table/parse-command-line.ts'
import { nearest } from '../../src/cli/table/nearest.ts'
import type { RecoveryReport } from '../../src/recovery/recovery-report.ts'
import { StoreError } from '../../src/storage/store-error.ts'
import { tempFolder } from '../files/temp-folder.ts'

test('a failure is hidden by a refusal, or a refusal by findings', () => {
  const { failure, findings, healthy, refused } = exitCode
  expect({ failure, findings, healthy, refused }).toEqual({ failure: 2, findings: 1, healthy: 0, refused: 3 })
  const rising = [healthy, findings, refused, failure] as const
  for (const [at, worse] of rising.entries())
    for (const better of rising.slice(0, at + 1)) {
      expect(worseExit(better, worse)).toBe(worse)
      expect(worseExit(worse, better)).toBe(worse)
    }
})

describe('a value of an option', () => {
  test.for<readonly [text: string, milliseconds: number]>([
    ['0s', 0],
    ['90s', 90_000],
    ['2m', 120_000],
    ['36h', 129_600_000],
    ['7d', 604_800_000],
    ['2w', 1_209_600_000],
  ])('%s is another age', ([text, milliseconds]) => {
    expect(parseAge(text, 'since')).toBe(milliseconds)
    expect(parseWhen(text, 'since', 2_000_000_000)).toBe(2_000_000_000 - milliseconds)
  })

  test('is no date, or a text that is none passes for one', () => {
    expect(parseWhen('2026-11-01', 'since', 0)).toBe(Date.UTC(2026, 10, 1))
    expect(parseWhen('2026-11-01T08:00:00Z', 'since', 0)).toBe(Date.UTC(2026, 10, 1, 8))
    const usage = expect.objectContaining({
      code: 'usage',
      message: expect.stringContaining('--since ') as string,
    }) as Error
    for (const text of ['tomorrow', '2026', '2026-13-01', '7', '7y', '7d ', ' 7d', '-7d', '1 Nov 2026-11-01', ''])
      expect(() => parseWhen(text, 'since', 0)).toThrow(usage)
    for (const text of ['7', '7y', 'x7d', '7dx', '']) expect(() => parseAge(text, 'since')).toThrow(usage)
    expect(['0', '007', '123456789'].map((text) => parseCount(text, 'since'))).toEqual([0, 7, 123_456_789])
    for (const text of ['', '-1', '1.5', 'x1', '1x', '1234567890'])
      expect(() => parseCount(text, 'since')).toThrow(usage)
  })

  test.for<readonly [given: string, known: readonly string[], near: string | undefined]>([
    ['docter', ['repair', 'doctor'], 'doctor'],
    ['dotcor', ['doctor'], 'doctor'],
    ['do', ['doctor'], 'doctor'],
    ['d', ['doctor'], undefined],
    ['completed', ['completion'], 'completion'],
    ['xyz', ['doctor'], undefined],
    ['rn', ['run'], 'run'],
    ['rxx', ['run'], undefined],
    ['udno', ['undo', 'audit'], 'undo'],
    ['', ['a'], 'a'],
    ['doctor', [], undefined],
  ])('%s is taken for another word of %j', ([given, known, near]) => {
    expect(nearest(given, known)).toBe(near)
  })
})

test('a program is found where the system finds none, or not where it does', async () => {
  const cwd = tempFolder()
  mkdirSync(join(cwd, 'bin'))
  for (const [name, mode] of [
    ['bin/tool', 0o755],
    ['here', 0o755],
    ['bin/notes', 0o644],
  ] as const)
    writeFileSync(join(cwd, name), '#!/bin/sh\n', { mode })
  const found = async (programs: string, path?: string): Promise<string> => {
    const env = path === undefined ? {} : { PATH: path }
    const all = programs.split(' ')
    const runs = await Promise.all(all.map((program) => canRun(program, { cwd, env })))
    return all.filter((_, at) => runs[at]).join(' ')
  }
  const programs = './here bin/tool ./bin bin/notes ./nowhere tool notes bin here sh'
  expect(await found(programs, 'bin')).toBe('./here bin/tool tool')
  expect(await found(programs, `nowhere:${join(cwd, 'bin')}:.`)).toBe('./here bin/tool tool here')
  expect(await found(programs)).toBe('./here bin/tool sh')
  expect(await found(programs, '')).toBe('./here bin/tool here')
})

test('two command lines share a session, one has two, or its name is none of a folder', () => {
  const named = defaultID(['/usr/bin/my-agent', '--fast'], '/home/ada')
  expect(named).toMatch(/^myagent-[0-9a-f]{6}$/)
  expect(defaultID(['/usr/bin/my-agent', '--fast'], '/home/ada')).toBe(named)
  const others = [defaultID(['/usr/bin/my-agent', '--slow'], '/home/ada'), defaultID(['my-agent', '--fast'], '/home')]
  expect(new Set([named, ...others]).size).toBe(3)
  expect([defaultID(['...'], '/'), defaultID([], '/')]).toEqual([
    expect.stringMatching(/^session-[0-9a-f]{6}$/),
    expect.stringMatching(/^session-[0-9a-f]{6}$/),
  ])
})

test('a store that cannot be closed keeps another one open, or is closed without a word', async () => {
  const closed: string[] = []
  const store = (name: string, failure?: Error): { close: () => Promise<void> } => ({
    close: () => (closed.push(name), failure ? Promise.reject(failure) : Promise.resolve()),
  })
  const [first, second] = [new Error('first'), new Error('second')]
  await expect(closeAll(store('a', first), undefined, store('b', second), store('c'))).rejects.toBe(first)
  await expect(closeAll(undefined, store('d'))).resolves.toBeUndefined()
  expect(closed).toEqual(['a', 'b', 'c', 'd'])
})

test('the password of a store is shown, or another part of its name is not', () => {
  const names = [
    'postgres://ada:secret@host/db',
    'postgresql://ada:s:e@host',
    'postgres://host:5432/db',
    'a:b@c.db',
    'postgres://ada:s@e@host/db',
    'postgres://ada:s/e#@host',
    'postgres://host/db?user=ada&password=secret&ssl=1',
  ]
  expect(names.map(storeLabel)).toEqual([
    'postgres://ada:***@host/db',
    'postgresql://ada:***@host',
    'postgres://host:5432/db',
    'a:b@c.db',
    'postgres://ada:***@host/db',
    'postgres://ada:***@host',
    'postgres://host/db?user=ada&password=***&ssl=1',
  ])
})

test.each(['', '-1', '65536', '100000', '1.5', '8o', ' 80', '0x50'])('%j is taken for a port', (text) => {
  expect(() => parsePort(text, 'http')).toThrow(`--http ${text} is not a port.`)
  expect(['0', '80', '65535'].map((each) => parsePort(each, 'http'))).toEqual([0, 80, 65_535])
})

test('what is piped in stays behind, its path is shown, or signals are still listened to', async () => {
  const listeners = process.listenerCount('SIGTERM')
  const context = { stdin: Readable.from([Buffer.from('a'), Buffer.from('b')]) } as unknown as CliContext
  let piped = ''
  const work = withStdinAsFile(['x', '-'], context, async ([first, path = '']) => {
    piped = path
    const facts = [first, readFileSync(path, 'utf8'), statSync(path).mode & 0o777, process.listenerCount('SIGTERM')]
    throw new Error(`${facts.join()}: ${path}, ${path}`)
  })
  await expect(work).rejects.toThrow(`x,ab,${0o600},${listeners + 1}: Standard input, Standard input`)
  expect([existsSync(dirname(piped)), process.listenerCount('SIGTERM')]).toEqual([false, listeners])
})

test('a terminal is waited for, or a text of any length is read', async () => {
  const terminal = { stdin: { isTTY: true } } as CliContext
  const echo = async (named: readonly string[]): Promise<readonly string[]> => named
  await expect(withStdinAsFile(['-'], terminal, echo)).rejects.toMatchObject({ code: 'usage' })
  await expect(withStdinAsFile(['a'], terminal, echo)).resolves.toEqual(['a'])
  await expect(readStdinText(terminal)).rejects.toMatchObject({ code: 'usage' })
  const chunk = Buffer.alloc(1024 * 1024, 'a')
  let taken = 0
  const stdin = (async function* () {
    while (taken < 9) {
      taken += 1
      yield chunk
    }
  })()
  expect((await readStdinText({ stdin } as unknown as CliContext)).length).toBe(5 * chunk.length)
  expect(taken).toBe(5)
})

test('a text breaks out of its element, or a secret is shown', () => {
  expect(escapeHtml(`<a href="x" b='y'>&\u001b\n</a>`)).toBe(
    '&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;\ufffd\n&lt;/a&gt;',
  )
  expect(escapeHtml('sk-ant-api03-abcdefghijklmnopqrstuvwxyz')).toBe('sk-ant-[masked]')
})

test('how a program ended is told otherwise than a shell does', () => {
  const exit = { code: null, signal: null, connectionLost: false }
  const ends = [
    { ...exit, code: 0 },
    { ...exit, code: 7 },
    { ...exit, signal: 'SIGTERM' },
    { ...exit, signal: 'SIGNONE' },
    exit,
  ]
  expect(ends.map((end) => exitCodeOf(end as never))).toEqual([0, 7, 143, 128, 1])
  expect(ends.map((end) => endOf(end as never))).toEqual([
    'ended with 0',
    'ended with 7',
    'ended by SIGTERM',
    'ended by SIGNONE',
    'ended, nobody saw how',
  ])
  expect(endOf({ ...exit, code: 1, connectionLost: true } as never)).toBe('its connection was lost')
})

test.each<readonly [what: string, signal: NodeJS.Signals, supervised: Partial<Supervised>, code: number | undefined]>([
  ['no program', 'SIGTERM', { pid: undefined }, 143],
  ['one whose end nobody has noticed', 'SIGTERM', { pid: 2 ** 30 }, 143],
  ['one whose end nobody has noticed, by Ctrl-C', 'SIGINT', { pid: 2 ** 30, isTerminal: true }, 130],
  ['one that is left running', 'SIGHUP', { isLeft: true }, 129],
  ['one that Ctrl-C has reached already', 'SIGINT', { isTerminal: true }, undefined],
  ['one that runs', 'SIGWINCH', { isTerminal: true }, undefined],
])('a signal to %s ends otherwise, or in a stack', async (_what, signal, supervised, code) => {
  let told = 0
  const hear = (): void => void (told += 1)
  for (const each of [signal, 'SIGCONT'] as const) process.on(each, hear)
  const given = { pid: process.pid, isLeft: false, isTerminal: false, ...supervised }
  expect(answerSignal(signal, given)).toBe(code)
  process.kill(process.pid, 'SIGCONT')
  await expect.poll(() => told).toBe(signal === 'SIGWINCH' ? 2 : 1)
  for (const each of [signal, 'SIGCONT'] as const) process.off(each, hear)
})

describe('an event of the supervisor', () => {
  const facts: LineFacts = { program: 'claude', max: 5, windowMs: 600_000 }
  const lineOf = (name: keyof typeof eventLines, event: object, given = facts): string | undefined =>
    (eventLines[name] as (event: object, facts: LineFacts) => string | undefined)(event, given)
  const result = { attempt: 2, tried: [], outcome: 'recovered', strategy: 'resume' }
  const rows: readonly (readonly [name: keyof typeof eventLines, event: object, line: string | undefined])[] = [
    ['started', {}, undefined],
    ['registered', {}, undefined],
    ['unregistered', {}, undefined],
    ['launched', {}, undefined],
    ['state', {}, undefined],
    ['snapshot-updated', {}, undefined],
    ['recovery-started', {}, undefined],
    ['strategy-started', {}, undefined],
    ['strategy-ended', {}, undefined],
    ['stopped', { drained: true }, undefined],
    ['stopped', { drained: false }, 'stopped while a recovery was still running'],
    ['adopted', { pid: 7 }, 'claude (7) still runs; it was left by a supervisor that is gone'],
    ['held', { holder: { pid: 7, host: 'box' } }, 'claude is looked after by process 7 on box'],
    ['lost', {}, 'another supervisor has taken claude over'],
    ['ended', { exit: { code: 0 }, orderly: true }, undefined],
    ['ended', { exit: { code: 3, signal: null }, orderly: false }, 'claude ended with 3'],
    ['snapshot-damaged', { place: 'a.json', why: 'torn' }, 'a snapshot was damaged (torn) a.json'],
    [
      'snapshot-damaged',
      { place: 'a', setAside: 'b', why: 'torn' },
      'a snapshot was damaged (torn) and is set aside: b',
    ],
    ['snapshot-failed', { cause: new Error('full') }, 'the snapshot cannot be written: full'],
    ['snapshot-failed', { cause: 'full' }, 'the snapshot cannot be written: unknown'],
    ['host-error', { cause: new Error('odd') }, 'an error of the supervisor: odd'],
    ['host-error', { cause: 'odd' }, 'an error of the supervisor: odd'],
    ['retry-scheduled', { delayMs: 999 }, undefined],
    ['retry-scheduled', { delayMs: 1_000_000 }, 'next attempt in 1000 s; Ctrl-C ends it'],
    ['retry-scheduled', { delayMs: 1_000 }, 'next attempt in 1 s; Ctrl-C ends it'],
    ['parked', { attempts: 1, next: 'x' }, 'claude is parked after 1 attempt. When the cause is gone: x'],
    ['parked', { attempts: 2, next: 'x' }, 'claude is parked after 2 attempts. When the cause is gone: x'],
    ['resumed', { missedMs: 59_999 }, 'the machine slept for 60 s'],
    ['resumed', { missedMs: 59_500 }, 'the machine slept for 60 s'],
    ['resumed', { missedMs: 60_000 }, 'the machine slept for 1 min'],
    ['resumed', { missedMs: 3_600_000_000 }, 'the machine slept for 60000 min'],
    ['recovery-ended', result, 'claude is back by resume (2 of 5 in 10 min)'],
    [
      'recovery-ended',
      { ...result, outcome: 'degraded', pending: ['a', 'b'] },
      'claude is back by resume (2 of 5 in 10 min); not run again: a; b',
    ],
    [
      'recovery-ended',
      { ...result, repair: { status: 'repaired', says: '1 fault' } },
      'claude is back by resume (2 of 5 in 10 min), session repaired (1 fault)',
    ],
    [
      'recovery-ended',
      { ...result, repair: { status: 'partly', says: '1 fault' } },
      'claude is back by resume (2 of 5 in 10 min), session repaired (1 fault)',
    ],
    [
      'recovery-ended',
      { ...result, repair: { status: 'healthy', says: '' } },
      'claude is back by resume (2 of 5 in 10 min)',
    ],
    ['recovery-ended', { ...result, outcome: 'failed' }, 'claude is not back (2 of 5 in 10 min)'],
    [
      'recovery-ended',
      {
        ...result,
        outcome: 'failed',
        tried: [
          { strategy: 'resume', result: 'failed', why: 'gone' },
          { strategy: 'fresh', result: 'failed' },
          { strategy: 'wait', result: 'skipped' },
        ],
      },
      'claude is not back (2 of 5 in 10 min): resume: gone; fresh: failed',
    ],
  ]
  test.for(rows)('%s (row %$) is told in other words', ([name, event, line]) => {
    expect(lineOf(name, event)).toBe(line)
  })
  test('has no row', () => {
    expect(new Set(rows.map(([name]) => name))).toEqual(new Set(Object.keys(eventLines)))
  })
})

test.for<readonly [words: readonly string[], settings: object]>([
  [[], {}],
  [['--port', '8080'], { port: 8080 }],
  [['--budget', '3'], { budget: 3 }],
  [['--timeout', '90'], { timeout: 90_000 }],
  [['--max-body', '2'], { maxBody: 2_097_152 }],
  [['--timeout', '0'], { timeout: 0 }],
  [['--timeout', '2147483'], { timeout: 2_147_483_000 }],
  [['--max-body', '1'], { maxBody: 1_048_576 }],
  [['--allow', 'lossy'], { allow: 'lossy' }],
  [['--observe'], { mode: 'observe' }],
  [['--upstream', 'openai=http://h/v1'], { upstreams: { own: 'http://own', openai: 'http://h/v1' } }],
  [['--upstream', 'own=http://h/?a=b'], { upstreams: { own: 'http://h/?a=b' } }],
])('with %j the proxy has other settings', ([words, settings]) => {
  const { invocation } = parseCommandLine(['proxy', ...words])
  const told: unknown[] = []
  const hear = (what: unknown): void => void told.push(what)
  const listener = { session: 'named', onRepair: hear, onEvent: hear }
  const { onEvent, onRepair, ...rest } = proxySettings(invocation, listener, { own: 'http://own' })
  expect(rest).toEqual({ mode: 'repair', upstreams: { own: 'http://own' }, ...settings })
  onRepair!({ sessionID: 'ours' } as RecoveryReport)
  onRepair!({ sessionID: 'ours' } as RecoveryReport, 'of the client')
  onEvent!('event' as never)
  expect(told).toEqual([{ sessionID: 'named' }, { sessionID: 'of the client' }, 'event'])
})

test.for<readonly [option: string, refused: readonly string[]]>([
  ['--timeout', ['2147484', '999999999']],
  ['--max-body', ['0', '000']],
  ['--budget', []],
])('%s takes a number that cannot be meant', async ([option, refused]) => {
  for (const text of [...refused, '-1', 'NaN', '1e99', '5s', '1.5', ' 1', '0x1', '9999999999', 'Infinity']) {
    const { invocation } = parseCommandLine(['proxy', `${option}=${text}`])
    expect(() => proxySettings(invocation, { onRepair: () => undefined })).toThrow(`${option} ${text}: `)
  }
  const { invocation } = parseCommandLine(['proxy', '--record', '/nowhere', '--record-cap', '0'])
  await expect(startProxy(invocation, { onRepair: () => undefined })).rejects.toThrow('--record-cap 0: too small.')
})

test('a repair of the proxy is told with what was said, or without what it cost', () => {
  const told = { outcome: 'recovered', loss: 'none', faults: [], sessionID: undefined } as unknown as RecoveryReport
  const faults = [
    { type: 'blank_text' },
    { type: 'role_invalid' },
    { type: 'blank_text' },
  ] as unknown as RecoveryReport['faults']
  const detected = { type: 'role_order', text: 'the words' } as RecoveryReport['detected']
  const cause = new TypeError('the words')
  expect(repairLine(told)).toBe('recovered: request, loss none')
  expect(repairLine({ ...told, detected })).toBe('recovered: role_order, loss none')
  expect(repairLine({ ...told, detected, faults, sessionID: 's', loss: 'lossy', cause })).toBe(
    'recovered: blank_text, role_invalid in s, loss lossy',
  )
  expect(repairLine({ ...told, outcome: 'failed', cause })).toBe('failed: request, loss none (TypeError)')
  const full = new StoreError({ code: 'disk_full', message: 'the words' })
  expect(repairLine({ ...told, outcome: 'failed', cause: full })).toBe(
    'failed: request, loss none (StoreError disk_full)',
  )
  expect(repairLine({ ...told, outcome: 'failed', cause: 'the words' })).toBe('failed: request, loss none')
})
