import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { env } from 'node:process'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { resolveClock } from '../../src/supervisor/clock.ts'
import type { ExecutionContext } from '../../src/supervisor/executor.ts'
import { runProgram } from '../../src/supervisor/executors/host-shell.ts'
import { sshSession } from '../../src/supervisor/executors/ssh-session.ts'
import { SshAccess, sshArguments } from '../../src/supervisor/executors/ssh-shell.ts'
import { Scheduler } from '../../src/supervisor/scheduler.ts'
import type { SshTarget } from '../../src/supervisor/session-spec.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { FakeClock } from './fake-clock.ts'
import { eventually, runs } from './programs.ts'

const always = ['-o', 'NumberOfPasswordPrompts=1', '-o', 'ConnectTimeout=10', '-o', 'ServerAliveInterval=15']
const alive = ['-o', 'ServerAliveCountMax=3']
const named = [
  '-o',
  'ServerAliveCountMax=9',
  '-o',
  'Compression=yes',
  '-p',
  '22',
  '-i',
  '/key',
  '-o',
  'IdentitiesOnly=yes',
]

describe('the arguments of ssh', () => {
  it.each<readonly [SshTarget, readonly string[]]>([
    [{ host: 'far' }, ['-o', 'BatchMode=yes', ...always, ...alive, 'far']],
    [{ host: 'far', password: 'pw' }, ['-o', 'BatchMode=no', ...always, ...alive, 'far']],
    [{ host: 'far', passphrase: 'pp' }, ['-o', 'BatchMode=no', ...always, ...alive, 'far']],
    [
      {
        host: 'far',
        user: 'me',
        port: 22,
        identityFile: '/key',
        options: { ServerAliveCountMax: '9', Compression: 'yes' },
      },
      ['-o', 'BatchMode=yes', ...always, ...named, 'me@far'],
    ],
  ])('for %j are others', (target, given) => {
    expect(sshArguments(target)).toEqual(given)
  })
})

/** Stands for ssh and its companions: they write down what they were asked, and end as `code` says. */
function fakePrograms(): {
  asked(program: string): readonly string[]
  code(program: string, code: number): void
  /** Ends well again. */
  takes(program: string): void
} {
  const folder = tempFolder()
  const scripts = {
    ssh: 'printf "%s\\n" "$SSH_AUTH_SOCK" "$SESSION_RECOVERY_PASSWORD" "$@" > "$0.asked"; printf "%s\\n" "$@"; cat',
    'ssh-agent': 'printf "%s\\n" $$ "$@" > "$0.asked"; test -e "$0.code" || { echo here; exec sleep 1000; }',
    'ssh-add': '{ printf "%s\\n" "$SSH_AUTH_SOCK" "$@"; cat; } > "$0.asked"',
  }
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\nexit $(cat "$0.code" 2>/dev/null || echo 0)\n`)
    chmodSync(join(folder, name), 0o755)
  }
  vi.stubEnv('PATH', `${folder}:${env['PATH']}`)
  vi.stubEnv('SSH_AUTH_SOCK', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  return {
    asked: (program) =>
      readFileSync(join(folder, `${program}.asked`), 'utf8')
        .split('\n')
        .slice(0, -1),
    code: (program, code) => writeFileSync(join(folder, `${program}.code`), String(code)),
    takes: (program) => rmSync(join(folder, `${program}.code`)),
  }
}

function accessTo(target: SshTarget): SshAccess {
  const access = new SshAccess(target)
  onTestFinished(() => access.close())
  return access
}

describe('a machine behind ssh', () => {
  it('is asked with other words, or over a connection for each', async () => {
    const programs = fakePrograms()
    const access = accessTo({ host: 'far', options: { Compression: 'yes' } })
    expect(await access.env()).toBe(env)
    const shell = await access.shell()
    expect(shell.remote).toBe(true)
    const said = await shell.run(['echo', 'a b'], { stdin: 'given' })
    const [socket = '', password, ...asked] = programs.asked('ssh')
    const path = /ControlPath=(.*)/.exec(asked.join('\n'))?.[1] ?? ''
    const shared = ['-o', 'ControlMaster=auto', '-o', 'ControlPersist=30', '-o', `ControlPath=${path}`]
    const rest = ['-o', 'BatchMode=yes', ...always, ...alive, ...shared, '-o', 'Compression=yes', 'far']
    expect(asked).toEqual(['-T', ...rest, '--', "echo 'a b'"])
    expect([socket, password]).toEqual(['', ''])
    expect(said).toMatchObject({ code: 0, stdout: `${asked.join('\n')}\ngiven`, unreachable: false })
    for (const [code, unreachable] of [
      [1, false],
      [255, true],
    ] as const) {
      programs.code('ssh', code)
      expect(await shell.run(['true'])).toMatchObject({ code, unreachable })
    }
    expect(await shell.run(['true'], { signal: AbortSignal.abort() })).toMatchObject({ code: null, unreachable: true })
    expect(existsSync(dirname(path))).toBe(true)
    await access.close()
    expect(programs.asked('ssh').slice(2)).toEqual(['-O', 'exit', '-T', ...rest])
    expect(existsSync(dirname(path))).toBe(false)
  })

  it('is told another secret, or one that others can read', async () => {
    const programs = fakePrograms()
    const access = accessTo({ host: 'far', password: 'the word', passphrase: 'the phrase' })
    const { SSH_ASKPASS = '', ...given } = await access.env()
    expect(given).toMatchObject({ SSH_ASKPASS_REQUIRE: 'force', PATH: env['PATH'] })
    expect((statSync(SSH_ASKPASS).mode & 0o777).toString(8)).toBe('700')
    expect(readFileSync(SSH_ASKPASS, 'utf8')).not.toContain('the ')
    const answerTo = async (question: string) => (await runProgram([SSH_ASKPASS, question], { env: given })).stdout
    expect(await answerTo('Enter passphrase for key /key: ')).toBe('the phrase\n')
    expect(await answerTo("me@far's password: ")).toBe('the word\n')
    await (await access.shell()).run(['true'])
    expect(programs.asked('ssh').slice(0, 2)).toEqual(['', 'the word'])
    for (const alone of [{ password: 'x' }, { passphrase: 'x' }]) {
      const { SESSION_RECOVERY_PASSWORD, SESSION_RECOVERY_PASSPHRASE } = await accessTo({ host: 'far', ...alone }).env()
      expect([SESSION_RECOVERY_PASSWORD, SESSION_RECOVERY_PASSPHRASE]).toEqual(
        'password' in alone ? ['x', ''] : ['', 'x'],
      )
    }
  })

  it('is shown a key from a file, or its agent stays behind', async () => {
    const programs = fakePrograms()
    const access = accessTo({ host: 'far', privateKey: 'KEY\nLINE\n\n' })
    const { SSH_AUTH_SOCK = '' } = await access.env()
    const [pid = '', ...asked] = programs.asked('ssh-agent')
    expect(asked).toEqual(['-D', '-a', SSH_AUTH_SOCK])
    expect(programs.asked('ssh-add')).toEqual([SSH_AUTH_SOCK, '-q', '-', 'KEY', 'LINE'])
    expect(await access.env()).toBe(await access.env())
    expect(runs(Number(pid))).toBe(true)
    await access.close()
    await eventually('the end of the agent', () => !runs(Number(pid)))
    programs.code('ssh-agent', 1)
    const refused = accessTo({ host: 'far', privateKey: 'KEY' })
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(refused.env()).rejects.toMatchObject({
        code: 'not_started',
        message: expect.stringMatching(/^ssh-agent ended at once/) as unknown,
      })
    programs.takes('ssh-agent')
    expect(await refused.env()).toHaveProperty('SSH_AUTH_SOCK')
    programs.code('ssh-add', 1)
    await expect(accessTo({ host: 'far', privateKey: 'no key' }).env()).rejects.toMatchObject({
      code: 'not_started',
      message: 'ssh-add does not take the private key. Check the key, and its passphrase.',
    })
  })
})

describe('a program behind ssh, without tmux,', () => {
  const contextOf = (spec: Partial<ExecutionContext['spec']>): ExecutionContext => {
    const clock = resolveClock(new FakeClock())
    const signal = new AbortController().signal
    const command = ['prog', 'a b'] as const
    const full = { kind: 'ssh', command, ...spec } as const
    return {
      sessionID: 's',
      name: 's',
      spec: full,
      clock,
      scheduler: new Scheduler(clock),
      signal,
      again: false,
      since: 0,
    }
  }

  it.each([
    [undefined, "exec prog 'a b'"],
    ['/x y', "cd '/x y' && exec prog 'a b'"],
  ])('in %s is started otherwise', async (cwd, line) => {
    fakePrograms()
    const executor = sshSession({ tmux: false })
    expect([executor.kind, executor.replicates, executor.adopt]).toEqual(['ssh', true, undefined])
    // Unless it is said, it is tmux over there that runs it.
    expect([executor.reconnect, typeof sshSession().reconnect]).toEqual([undefined, 'function'])
    const handle = await executor.start(contextOf({ ssh: { host: 'far' }, ...(cwd !== undefined && { cwd }) }))
    await eventually('its words', () => handle.output().includes('exec'))
    expect(handle.output().split('\n').slice(0, -1)).toEqual(['-T', ...sshArguments({ host: 'far' }), '--', line])
    await handle.stop(1_000)
    await executor.close?.()
  })

  it('is started nowhere', async () => {
    for (const tmux of [true, false])
      await expect(sshSession({ tmux }).start(contextOf({}))).rejects.toMatchObject({
        code: 'invalid_spec',
        message: 's names no machine. Give spec.ssh: { host, ... }.',
      })
  })
})
