import { describe, expect, it } from 'vitest'
import { resolveClock } from '../../src/supervisor/clock.ts'
import type { ExecutionContext } from '../../src/supervisor/executor.ts'
import type { CommandInput, CommandResult, HostShell } from '../../src/supervisor/executors/host-shell.ts'
import { tmuxExecutor } from '../../src/supervisor/executors/tmux-executor.ts'
import { tmuxPane } from '../../src/supervisor/executors/tmux-pane.ts'
import { socketOf, TmuxServer } from '../../src/supervisor/executors/tmux-server.ts'
import { Scheduler } from '../../src/supervisor/scheduler.ts'
import type { SessionHandle } from '../../src/supervisor/session-handle.ts'
import { FakeClock } from './fake-clock.ts'

type Answer = Partial<CommandResult>

/** A machine that answers what a test says, and what it was asked. */
function toldShell(answer: (line: string) => Answer, remote = false): HostShell & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    remote,
    asked,
    async run(argv: readonly string[], { stdin }: CommandInput = {}) {
      const line = argv.join(' ')
      asked.push(stdin === undefined ? line : `${line} < ${stdin}`)
      return { code: 0, stdout: '', stderr: '', unreachable: false, ...answer(line) }
    },
  }
}

function contextOf(clock: FakeClock, more: Partial<ExecutionContext['spec']> = {}): ExecutionContext {
  const full = resolveClock(clock)
  return {
    sessionID: 's',
    name: '/folder#s',
    spec: { command: ['prog', 'a b'], ...more },
    clock: full,
    scheduler: new Scheduler(full),
    signal: new AbortController().signal,
    again: false,
    since: 0,
  }
}

const LOOK =
  'tmux -L sock display-message -p -t =main: #{pane_pid} #{pane_dead} #{pane_dead_status} #{pane_dead_signal}. ; ' +
  'capture-pane -p -J -t =main: -S -500'

describe('a server of tmux', () => {
  it('is started with other options, or shows a variable in its arguments', async () => {
    const shell = toldShell(() => ({}))
    const context = contextOf(new FakeClock(), { cwd: '/x y', env: { A: "it's" } })
    await new TmuxServer(shell, 'sock').start(context, 120, 40)
    const script = String.raw`command -v tmux >/dev/null || exit 97
unset TMUX TMUX_PANE
cd '/x y' || exit 96
export A='it'\''s'
export SESSION_RECOVERY_SESSION=s
for attempt in 1 2 3 4 5; do
tmux -L sock -f /dev/null start-server \; set-option -g remain-on-exit on \; set-option -g status off \; set-option -g history-limit 5000 \; set-option -g default-terminal screen-256color \; new-session -d -s main -x 120 -y 40 env -- prog 'a b' </dev/null && exit 0
sleep 0.1; done; exit 1
`
    expect(shell.asked).toEqual(['tmux -L sock kill-server', `sh < ${script}`])
  })

  it.each<readonly [Answer, string]>([
    [{ code: 96 }, 'Its folder does not exist there.'],
    [{ code: 97 }, 'tmux is not installed there: install it (apt-get install tmux).'],
    [{ code: 1 }, 'Run it by hand and look.'],
    [{ code: null }, 'Run it by hand and look.'],
    [{ code: 255, unreachable: true }, 'The machine cannot be reached.'],
  ])('that answers %o is said to have started, or another remedy is named', async (given, remedy) => {
    const server = new TmuxServer(
      toldShell(() => given),
      'sock',
    )
    const what = 'prog could not be started in tmux.'
    const start = server.start(contextOf(new FakeClock()), 80, 24)
    await expect(start).rejects.toMatchObject({ code: 'not_started', remedy, message: `${what} ${remedy}` })
  })

  it.each(['A;touch x', 'A B', '1A', '', 'A-B', '$(id)', 'A\nB'])(
    'runs %j, the name of a variable, in a shell',
    async (name) => {
      const shell = toldShell(() => ({}))
      const start = new TmuxServer(shell, 'sock').start(
        contextOf(new FakeClock(), { env: { _A1: 'b', [name]: 'c' } }),
        80,
        24,
      )
      await expect(start).rejects.toMatchObject({
        code: 'invalid_spec',
        message: `The variable ${JSON.stringify(name)} cannot be set in tmux. Use letters, digits and _ in its name.`,
      })
      expect(shell.asked).toEqual([])
    },
  )

  const pane = { pid: 12, dead: false, code: null, signal: null, text: 'a.\nb' }
  it.each<readonly [Answer, unknown]>([
    [{ stdout: '12 0  .\na.\nb\n\n' }, pane],
    [{ stdout: '12 1 3 .\na.\nb\n' }, { ...pane, dead: true, code: 3 }],
    [{ stdout: '12 1 0 0.\na.\nb\n' }, { ...pane, dead: true, code: 0 }],
    [{ stdout: '12 1  9.\n' }, { ...pane, dead: true, signal: 9, text: '' }],
    [{ stdout: '12 0  .\n', code: 1 }, 'gone'],
    [{ stdout: 'x12 0  .\n' }, 'gone'],
    [{ stdout: '12 0  9x.\n' }, 'gone'],
    [{ code: null }, 'unreachable'],
    [{ stdout: '12 0  .\n', code: 255, unreachable: true }, 'unreachable'],
  ])('that answers %o is taken for something else', async (given, look) => {
    const shell = toldShell(() => given)
    expect(await new TmuxServer(shell, 'sock').look()).toEqual(look)
    expect(shell.asked).toEqual([LOOK])
  })

  it('is believed when it does not know yet how its program ended', async () => {
    const looks = ['12 1  .\nx', '12 1 7 .\nx']
    const shell = toldShell((line) => (line === LOOK ? { stdout: looks.shift() ?? '' } : {}))
    expect(await new TmuxServer(shell, 'sock').look()).toMatchObject({ dead: true, code: 7 })
    expect(shell.asked).toEqual([LOOK, 'tmux -L sock run-shell true', LOOK])
  })

  it('is typed to, looked at, signalled or ended otherwise', async () => {
    const shell = toldShell(() => ({ stdout: '\u001B[31mred\n\n' }))
    const server = new TmuxServer(shell, 'sock')
    expect(await server.screen()).toBe('\u001B[31mred')
    await server.type('ls é\r\u0003\u007F\u0085-x')
    await server.signal(12, 'SIGTERM')
    await server.end()
    expect(shell.asked).toEqual([
      'tmux -L sock capture-pane -p -e -t =main:',
      'tmux -L sock send-keys -t =main: -l -- ls é',
      'tmux -L sock send-keys -t =main: -H d',
      'tmux -L sock send-keys -t =main: -H 3',
      'tmux -L sock send-keys -t =main: -H 7f',
      'tmux -L sock send-keys -t =main: -l -- \u0085',
      'tmux -L sock send-keys -t =main: -l -- -x',
      'kill -s TERM 12',
      'tmux -L sock kill-server',
    ])
    const silent = toldShell(() => ({ code: 1, stdout: 'no server' }))
    expect(await new TmuxServer(silent, 'sock').screen()).toBeUndefined()
  })
})

describe('what a pane shows', () => {
  const first = { pid: 12, dead: false, code: null, signal: null, text: 'a\nb' }
  const shows = (text: string, status = '12 0  '): Answer => ({ stdout: `${status}.\n${text}` })
  const away: Answer = { code: 255, unreachable: true }

  interface Watched {
    readonly handle: SessionHandle
    readonly clock: FakeClock
    readonly shell: ReturnType<typeof toldShell>
    readonly heard: string[]
    readonly ends: unknown[]
    looks(): number
  }

  /** A pane that shows one thing after another, and the last one from then on. */
  async function watched(looks: Answer[], remote = false, lookMs?: number): Promise<Watched> {
    const clock = new FakeClock()
    const shell = toldShell(
      (line) => (line === LOOK ? ((looks.length > 1 ? looks.shift() : looks[0]) ?? {}) : {}),
      remote,
    )
    const server = new TmuxServer(shell, 'sock')
    const handle = await tmuxPane(contextOf(clock), { server, shell, first, lookMs })
    const heard: string[] = []
    const ends: unknown[] = []
    handle.onOutput((text) => heard.push(text))
    void handle.ended.then((exit) => ends.push(exit))
    return { handle, clock, shell, heard, ends, looks: () => shell.asked.filter((line) => line === LOOK).length }
  }

  it('is told twice, or not, or to who has stopped listening', async () => {
    const texts = ['a\nb\nc', 'a\nb\nc', 'b\nc\n\nd', 'x\nd\ny', 'all new']
    const { handle, clock, heard } = await watched(texts.map((text) => shows(text)))
    const early: string[] = []
    const stop = handle.onOutput((text) => early.push(text))
    await clock.advance(499)
    expect(heard).toEqual([])
    await clock.advance(1)
    expect([heard, handle.output()]).toEqual([['\nc'], 'a\nb\nc'])
    stop()
    await clock.advance(2_000)
    expect(heard).toEqual(['\nc', '\nd', 'y', 'all new'])
    expect(early).toEqual(['\nc'])
  })

  it('is looked at too often on another machine, or after it was let go', async () => {
    for (const [remote, lookMs, every] of [
      [true, undefined, 5_000],
      [true, 70, 70],
      [false, undefined, 500],
    ] as const) {
      const { handle, clock, looks } = await watched([shows('a')], remote, lookMs)
      await clock.advance(every * 3)
      expect(looks()).toBe(3)
      handle.detach()
      await clock.advance(every * 3)
      expect([looks(), clock.waiting]).toEqual([3, 0])
      expect('process' in handle.address).toBe(!remote)
      expect(handle.address.tmux).toEqual({ socket: 'sock', session: 'main' })
      expect([handle.pid, handle.outlivesSupervisor]).toEqual([12, true])
    }
  })

  it('of a machine that is silent for a moment counts as its end, or that of one that stays silent does not', async () => {
    const moment = await watched([away, away, shows('a'), away, away, shows('a')])
    await moment.clock.advance(5_000)
    expect(moment.ends).toEqual([])
    const lost = await watched([away])
    await lost.clock.advance(1_400)
    expect(lost.ends).toEqual([])
    await lost.clock.advance(5_000)
    expect([lost.ends, lost.looks(), lost.clock.waiting]).toEqual([
      [{ code: null, signal: null, connectionLost: true }],
      3,
      0,
    ])
  })

  it.each<readonly [what: string, look: Answer, exit: unknown, after: number]>([
    ['nothing', { code: 1 }, { code: null, signal: null }, 1],
    ['an end', shows('a', '12 1 3 '), { code: 3, signal: null }, 1],
    ['a killed program', shows('a', '12 1  9'), { code: null, signal: 'SIGKILL' }, 1],
    ['a signal without a name', shows('a', '12 1  77'), { code: null, signal: 'signal 77' }, 1],
    ['an end that nobody explains', shows('a', '12 1  '), { code: null, signal: null }, 5],
    ['another program', shows('a', '13 0  '), { code: null, signal: null }, 1],
  ])('is %s, and the program is said to run, or to have ended otherwise', async (_what, look, exit, after) => {
    const { clock, ends, handle } = await watched([look])
    await clock.advance(500 * after - 1)
    expect(ends).toEqual([])
    await clock.advance(1)
    expect([ends, clock.waiting]).toEqual([[exit], 0])
    expect(await handle.isAlive()).toBe(false)
  })

  it('that is watched lets the process end', async () => {
    const context = contextOf(new FakeClock())
    const holds: unknown[] = []
    const scheduler: Pick<Scheduler, 'after'> = {
      after: (_delayMs, _run, options) => (holds.push(options?.holds), () => undefined),
    }
    const shell = toldShell(() => ({}))
    const given = { ...context, scheduler: scheduler as Scheduler }
    await tmuxPane(given, { server: new TmuxServer(shell, 'sock'), shell, first })
    expect(holds).toEqual([true])
  })

  it('is not what a look of its own has found', async () => {
    const { handle, heard, ends } = await watched([shows('a\nb\nc'), shows('d'), { code: 1 }])
    expect(await handle.isAlive()).toBe(true)
    expect(await handle.screenText?.()).toBe('d')
    expect(heard).toEqual(['\nc', 'd'])
    expect(await handle.isAlive()).toBe(false)
    expect(ends).toEqual([{ code: null, signal: null }])
  })

  it('is typed to, or signalled, as another one', async () => {
    const { handle, shell } = await watched([shows('a')])
    await handle.type?.('x')
    await handle.signal('SIGINT')
    expect(await handle.screen?.()).toBe('')
    expect(shell.asked).toEqual([
      'tmux -L sock send-keys -t =main: -l -- x',
      'kill -s INT 12',
      'tmux -L sock capture-pane -p -e -t =main:',
    ])
  })

  it.each<readonly [what: string, looks: Answer[], graceMs: number, asked: readonly string[]]>([
    [
      'a program that ends when asked',
      [shows('a'), shows('a'), { code: 1 }],
      60_000,
      [LOOK, 'kill -s TERM 12', LOOK, LOOK],
    ],
    ['a program without a grace', [shows('a')], 0, [LOOK, 'kill -s TERM 12']],
    ['a program that is gone', [{ code: 1 }], 60_000, [LOOK]],
  ])('of %s is ended in another way', async (_what, looks, graceMs, asked) => {
    const { handle, shell, ends } = await watched(looks)
    await handle.stop(graceMs)
    expect(shell.asked).toEqual([...asked, 'tmux -L sock kill-server'])
    expect(ends).toEqual([{ code: null, signal: looks.length === 1 && graceMs === 0 ? 'SIGTERM' : null }])
  })

  it('is taken for a program that runs when it is looked for', async () => {
    const clock = new FakeClock()
    const context = contextOf(clock)
    const own = socketOf(context)
    const executorOf = (answer: Answer) => {
      const shell = toldShell(() => answer)
      return {
        ...tmuxExecutor('tmux', async () => shell, { columns: 120, rows: 40, lookMs: undefined }),
        asked: shell.asked,
      }
    }
    for (const find of ['adopt', 'reconnect'] as const) {
      for (const dead of [{ code: 1 }, shows('a', '12 1 0 ')])
        expect(await executorOf(dead)[find]?.(context, {})).toBeUndefined()
      await expect(executorOf(away)[find]?.(context, {})).rejects.toMatchObject({ code: 'not_started' })
      const { [find]: found, asked } = executorOf(shows('a'))
      expect((await found?.(context, {}))?.address.tmux?.socket).toBe(own)
      const elsewhere = { tmux: { socket: 'other', session: 'main' } }
      expect((await found?.(context, elsewhere))?.address.tmux?.socket).toBe('other')
      expect(asked.map((line) => line.split(' ')[2])).toEqual([own, 'other'])
    }
    const { start, asked, kind } = executorOf(shows('a'))
    expect([kind, (await start(context)).address.tmux?.socket]).toEqual(['tmux', own])
    expect(asked.join('\n')).toContain('-x 120 -y 40 env')
    await expect(executorOf({}).start(context)).rejects.toMatchObject({ code: 'not_started' })
    context.scheduler.close()
  })
})
