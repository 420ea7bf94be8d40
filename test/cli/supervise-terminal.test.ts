import { spawnSync } from 'node:child_process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isInstalled } from '../supervisor/programs.ts'
import { cliProcess, emptyHome } from './run-cli.ts'
import { hasTerminal, terminalCli } from './terminal-cli.ts'

const hasTmux = isInstalled('tmux', '-V')
if (!hasTmux) console.log('tmux is not installed (apt-get install tmux): its tests are skipped')

/** Tells what it sees of its terminal; ends at the letters q and x, and orderly at Ctrl-C. */
const program = [
  process.execPath,
  '-e',
  `const size = () => console.log('size ' + process.stdout.columns + 'x' + process.stdout.rows + '.')
   process.stdout.on('resize', size)
   process.on('SIGINT', () => { console.log('interrupted'); process.exit(0) })
   const ends = { q: 0, x: 130 }
   process.stdin.on('data', (line) => String(line).trim() in ends ? process.exit(ends[String(line).trim()]) : console.log('answer to ' + String(line).trim()))
   process.stdout.write('\\x1b[38;5;196mred\\x1b[0m \\x1b[?25l\\x1b[?25h')
   console.log('TERM=' + process.env.TERM, 'NO_COLOR=' + process.env.NO_COLOR, 'tty ' + process.stdin.isTTY + ' ' + process.stdout.isTTY)
   size()`,
] as const

describe.skipIf(!hasTerminal)('a program that is supervised at a terminal', () => {
  it('has another terminal, other colours, or is not told of a new size', async () => {
    const env = { TERM: 'xterm-kitty', NO_COLOR: '1' }
    const { terminal, shows, code } = terminalCli(['supervise', '--', ...program], emptyHome(), env)
    const shown = await shows('size 100x30.')
    expect(shown).toContain('\u001B[38;5;196mred\u001B[0m \u001B[?25l\u001B[?25h')
    expect(shown).toContain('TERM=xterm-kitty NO_COLOR=1 tty true true')
    terminal.resize(72, 20)
    await shows('size 72x20.')
    terminal.write('hello\r')
    await shows('answer to hello')
    terminal.write('\u0003')
    await shows('interrupted')
    expect(await code).toBe(0)
  })
})

describe.skipIf(!hasTerminal || !hasTmux)('supervise --tmux', () => {
  it('does not show its pane, or cannot be attached to from a second terminal', async () => {
    const home = emptyHome()
    // A folder of its own for the sockets: nobody else's sessions are met, and none is left.
    const env = { TMUX_TMPDIR: home, NO_COLOR: '1' }
    const first = terminalCli(['supervise', '--tmux', '--id', 'work', '--', ...program], home, env)
    await first.shows('size 100x30.')
    const refused = cliProcess(['supervise', 'attach', 'work'], { home, env })
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('attach needs a terminal')
    const [, socket = ''] = /tmux -L (\S+) attach/.exec(refused.stderr) ?? []
    onTestFinished(() => void spawnSync('tmux', ['-L', socket, 'kill-server'], { env: { ...process.env, ...env } }))

    const second = terminalCli(['supervise', 'attach', 'work'], home, env)
    expect(await second.shows('size 100x30.')).toContain('NO_COLOR=1 tty true true')
    second.terminal.write('from the second\r')
    await Promise.all([first.shows('answer to from the second'), second.shows('answer to from the second')])
    second.terminal.resize(66, 18)
    await second.shows('size 66x18.')
    second.terminal.write('q\r')
    expect(await first.code).toBe(0)
  }, 30_000)
  it('attaches to a pane that is gone, or does not end as its program did', async () => {
    const home = emptyHome()
    const env = { TMUX_TMPDIR: home }
    const first = terminalCli(['supervise', '--tmux', '--id', 'work', '--', ...program], home, env)
    await first.shows('size 100x30.')
    const [, socket = ''] =
      /tmux -L (\S+) attach/.exec(cliProcess(['supervise', 'attach', 'work'], { home, env }).stderr) ?? []
    expect(socket).not.toBe('')
    const tmux = (...args: string[]): unknown =>
      spawnSync('tmux', ['-L', socket, ...args], { env: { ...process.env, ...env } })
    onTestFinished(() => void tmux('kill-server'))

    // Detached by hand: the program goes on.
    const detached = terminalCli(['supervise', 'attach', 'work'], home, env)
    await detached.shows('size 100x30.')
    await detached.type('\u0002d')
    await detached.shows('detached; work still runs')
    expect(await detached.code).toBe(0)

    // The server is killed under all of them: whoever looked is told, and the supervisor brings it back.
    const looking = terminalCli(['supervise', 'attach', 'work'], home, env)
    await looking.shows('size 100x30.')
    tmux('kill-server')
    await first.shows('is back by restart')
    expect(await looking.shows('work')).toBeDefined()
    expect(await looking.code).toBeLessThan(2)

    const last = terminalCli(['supervise', 'attach', 'work'], home, env)
    await last.shows('size 100x30.')
    last.terminal.write('x\r')
    expect(await last.shows('work is done: it ended with 130.')).toBeDefined()
    expect([await first.code, await last.code]).toEqual([130, 130])
    const over = cliProcess(['supervise', 'attach', 'work'], { home, env })
    expect(over).toMatchObject({ code: 2 })
    expect(over.stderr).toContain('work is done: it ended with 130.')
    expect(over.stderr).toContain('session-recovery supervise --id work --tmux -- ')
    // A tmux that hangs while its server goes is given up after 30 s: what is waited for then still tells its name.
  }, 180_000)

  it('attaches to what does not run in tmux', () => {
    const home = emptyHome()
    cliProcess(['supervise', '--id', 'plain', '--', 'true'], { home })
    const { code, stderr } = cliProcess(['supervise', 'attach', 'plain'], { home })
    expect(code).toBe(2)
    expect(stderr).toContain('Start it with --tmux')
  })
})
