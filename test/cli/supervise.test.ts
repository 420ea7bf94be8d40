import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kill } from 'node:process'
import { describe, expect, it } from 'vitest'
import { eventually, runs } from '../supervisor/programs.ts'
import { cli, cliProcess, commandFile, emptyHome, ended, saw, startCli } from './run-cli.ts'

const fakeClaude = join(import.meta.dirname, '../supervisor/fake-claude.ts')

/** A command that runs a TypeScript file under the name of an agent program. */
function agentNamed(home: string, name: string): string {
  const bin = join(home, 'bin')
  mkdirSync(bin, { recursive: true })
  const path = join(bin, name)
  const built =
    process.env['SESSION_RECOVERY_CLI'] === undefined
      ? ''
      : `export SESSION_RECOVERY_CLI=${JSON.stringify(commandFile)}\n`
  writeFileSync(
    path,
    `#!/bin/sh\n${built}exec ${JSON.stringify(process.execPath)} ${JSON.stringify(fakeClaude)} "$@"\n`,
    {
      mode: 0o755,
    },
  )
  return path
}

describe('session-recovery supervise', () => {
  it('does not end with the exit code of its command', () => {
    const home = emptyHome()
    expect(cliProcess(['supervise', '--', 'sh', '-c', 'echo out; echo err >&2; exit 0'], { home })).toMatchObject({
      code: 0,
      stdout: 'out\n',
      stderr: 'err\n',
    })
    expect(cliProcess(['supervise', '--', 'sh', '-c', 'kill -TERM $$'], { home }).code).toBe(143)
  })

  it.each(['no-such-agent', './no-such-agent', './notes.txt', '/etc'])(
    'starts %s, which is no program, again and again',
    async (program) => {
      const home = emptyHome()
      writeFileSync(join(home, 'notes.txt'), 'exit 7', { mode: 0o644 })
      const { code, stdout, stderr } = await cli(['supervise', '--id', 'web', '--', program, '--help'], { home })
      expect({ code, stdout }).toEqual({ code: 127, stdout: '' })
      expect(stderr).toBe(`session-recovery: ${program} is not installed, or not in PATH; nothing was started.\n`)
      expect((await cli(['supervise', 'status'], { home })).stdout).toContain('No sessions are supervised')
    },
  )

  it('parks a command that always fails without a word, or without the next command', async () => {
    const home = emptyHome()
    const { code, stderr } = cliProcess(
      ['supervise', '--id', 'web', '--max-restarts', '1/10m', '--', 'sh', '-c', 'exit 7'],
      {
        home,
      },
    )
    expect(code).toBe(7)
    expect(stderr).toContain('sh ended with 7')
    expect(stderr).toContain("session-recovery supervise --id web -- sh -c 'exit 7'")
    const { stdout } = await cli(['supervise', 'status'], { home })
    expect(stdout).toContain('web  parked  recoveries: 0 of 1 worked  sh -c exit 7')
    expect((await cli(['supervise', 'history', 'web'], { home })).stdout).toMatch(
      /exit {2}archived[\s\S]*restart: failed/,
    )
    const [row] = (
      JSON.parse((await cli(['supervise', 'status', '--json'], { home })).stdout) as { sessions: unknown[] }
    ).sessions
    const [time, command] = [expect.stringMatching(/^\d{4}-.*Z$/) as string, ['sh', '-c', 'exit 7']]
    const kept = { supervisor: null, pid: expect.toBeOneOf([null, expect.any(Number)]) as null, last: time, seen: time }
    const counts = { recoveries: 1, recovered: 0 }
    expect(row).toEqual({ id: 'web', state: 'parked', ...counts, command, cwd: home, tmux: false, ...kept })
    const history = await cli(['supervise', 'history', 'web', '--json'], { home })
    expect(JSON.parse(history.stdout)).toMatchObject({
      schema: 'session-recovery.supervise/1',
      id: 'web',
      recoveries: [{ outcome: 'archived' }],
    })
  })

  it('starts a killed agent on its broken session, or gives it the first prompt again', () => {
    const home = emptyHome()
    const claude = agentNamed(home, 'claude')
    writeFileSync(join(home, 'crash'), '')
    const env = { CLAUDE_CONFIG_DIR: join(home, 'cfg') }
    const { code, stdout, stderr } = cliProcess(['supervise', '--', claude, '-p', 'Do the work.'], { home, env })
    expect(stdout).toBe('The work is done.\n')
    expect(code).toBe(0)
    expect(stderr).toMatch(/claude ended by SIGKILL/)
    expect(stderr).toMatch(/session repaired \(applied: tool_result_missing\)/)
    const [first, second, ...more] = readFileSync(join(home, 'runs.log'), 'utf8').trim().split('\n')
    expect(first).toBe('fresh -p Do the work.')
    expect(second).toMatch(/^resumed --resume 6f1c2a34\S* -p Go on/)
    expect(more).toEqual([])
  })

  it('does not read the refusal that its agent has stored, or answers it twice', () => {
    const home = emptyHome()
    const claude = agentNamed(home, 'claude')
    writeFileSync(join(home, 'tamper'), '')
    const env = { CLAUDE_CONFIG_DIR: join(home, 'cfg') }
    const { code, stdout, stderr } = cliProcess(['supervise', '--', claude, '-p', 'Do the work.'], { home, env })
    expect(stdout).toMatch(/^API Error: 400 messages\.1\.content\.0.*\nThe work is done\.\n$/)
    expect(code).toBe(0)
    expect(stderr.match(/session repaired/g)).toHaveLength(1)
    expect(stderr).toMatch(/session repaired \(applied: thinking_signature_invalid\)/)
    expect(readFileSync(join(home, 'runs.log'), 'utf8').trim().split('\n')).toHaveLength(3)
  })

  it('leaves nothing to the next supervisor after it was killed itself', async () => {
    const home = emptyHome()
    const args = ['supervise', '--id', 's', '--', 'sh', '-c', 'echo $$; exec sleep 60']
    const first = startCli(args, { home })
    const pid = Number(await saw(first, 'stdout', '\n'))
    await eventually('its snapshot', async () =>
      (await cli(['supervise', 'status'], { home })).stdout.includes(`s  running ${pid}`),
    )
    expect(cliProcess(args, { home }).stderr).toMatch(/looks after s/)
    first.kill('SIGKILL')
    // Not its output: the program that it has left behind holds that.
    await new Promise((resolve) => first.once('exit', resolve))
    expect((await cli(['supervise', 'status'], { home })).stdout).toContain(`s  orphaned ${pid}`)
    const second = startCli(args, { home })
    expect(await saw(second, 'stderr', 'still runs')).toContain(String(pid))
    expect(runs(pid)).toBe(true)
    second.kill('SIGTERM')
    // What it only looks after goes on, and nobody is said to look after it.
    expect(await ended(second)).toEqual({ code: 143, signal: null })
    expect(runs(pid)).toBe(true)
    expect((await cli(['supervise', 'status'], { home })).stdout).toContain(`s  orphaned ${pid}`)
    kill(pid, 'SIGKILL')
  })

  it.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)('dies of %s, and leaves its program behind', async (signal) => {
    const home = emptyHome()
    const running = startCli(['supervise', '--id', 's', '--', 'sh', '-c', 'echo $$; exec sleep 60'], { home })
    const pid = Number(await saw(running, 'stdout', '\n'))
    running.kill(signal)
    const code = { SIGTERM: 143, SIGHUP: 129, SIGINT: 130 }[signal]
    expect(await ended(running)).toEqual({ code, signal: null })
    expect(runs(pid)).toBe(false)
  })

  it.each([
    [['supervise'], /needs a command/],
    [['supervise', 'attack'], /does not know/],
    [['supervise', 'history'], /No session is named/],
    [['supervise', 'history', '../x'], /There is no session/],
    [['supervise', '--max-restarts', 'often', '--', 'true'], /not N\/TIME/],
    [['supervise', '--max-restarts', '5/0m', '--', 'true'], /not N\/TIME/],
    [['supervise', '--max-restarts', '5/10x', '--', 'true'], /not an age/],
    [['supervise', '--id', '../evil', '--', 'true'], /cannot be the id/],
  ])('takes %j', async (args, complaint) => {
    const { code, stderr } = await cli(args, { home: emptyHome() })
    expect(code).toBe(2)
    expect(stderr).toMatch(complaint)
  })
})
