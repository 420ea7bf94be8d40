import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { spawn, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SshTarget } from '../session-spec.ts'
import { SupervisorError } from '../supervisor-error.ts'
import { runProgram, type HostShell } from './host-shell.ts'
import { quoteArgument } from './quote-argument.ts'

/** Answers ssh's password prompts from environment variables: no secret is in an argument or a file. */
const askpass = `#!/bin/sh
case "$1" in
  *assphrase*) printf '%s\\n' "$SESSION_RECOVERY_PASSPHRASE" ;;
  *) printf '%s\\n' "$SESSION_RECOVERY_PASSWORD" ;;
esac
`

/** Exit code of ssh when it could not connect or log in (ssh(1)). */
const connectionFailed = 255

const notStarted = (what: string, remedy: string): SupervisorError => new SupervisorError('not_started', what, remedy)

/** The options of `ssh` for a machine. A connection without an answer for 45 s is lost. */
export function sshArguments(target: SshTarget): string[] {
  const asks = target.password !== undefined || target.passphrase !== undefined
  const options: Readonly<Record<string, string>> = {
    BatchMode: asks ? 'no' : 'yes',
    NumberOfPasswordPrompts: '1',
    ConnectTimeout: '10',
    ServerAliveInterval: '15',
    ServerAliveCountMax: '3',
    ...target.options,
  }
  return [
    ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]),
    ...(target.port === undefined ? [] : ['-p', String(target.port)]),
    ...(target.identityFile === undefined ? [] : ['-i', target.identityFile, '-o', 'IdentitiesOnly=yes']),
    target.user === undefined ? target.host : `${target.user}@${target.host}`,
  ]
}

/** What connections to one machine need besides arguments: a folder for sockets and the askpass script, an agent for a key. */
export class SshAccess {
  readonly #target: SshTarget
  #folder: Promise<string> | undefined
  #agent: ChildProcess | undefined
  #env: Promise<Record<string, string | undefined>> | undefined

  constructor(target: SshTarget) {
    this.#target = target
  }

  /** The environment for `ssh`. */
  env(): Promise<Record<string, string | undefined>> {
    this.#env ??= this.#make().catch((cause: unknown) => {
      // The next call tries again: the key may be available by then.
      this.#agent?.kill()
      this.#env = undefined
      this.#agent = undefined
      throw cause
    })
    return this.#env
  }

  #place(): Promise<string> {
    this.#folder ??= mkdtemp(join(tmpdir(), 'session-recovery-ssh-'))
    return this.#folder
  }

  async #make(): Promise<Record<string, string | undefined>> {
    const { password, passphrase, privateKey } = this.#target
    if (password === undefined && passphrase === undefined && privateKey === undefined) return process.env
    const folder = await this.#place()
    const script = join(folder, 'askpass')
    await writeFile(script, askpass, { mode: 0o700 })
    await chmod(script, 0o700)
    const env: Record<string, string | undefined> = {
      ...process.env,
      SSH_ASKPASS: script,
      SSH_ASKPASS_REQUIRE: 'force',
      SESSION_RECOVERY_PASSWORD: password ?? '',
      SESSION_RECOVERY_PASSPHRASE: passphrase ?? '',
    }
    if (privateKey === undefined) return env
    const socket = join(folder, 'agent')
    this.#agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: ['ignore', 'pipe', 'ignore'] })
    await new Promise<void>((resolve, reject) => {
      this.#agent!.stdout?.once('data', () => resolve())
      this.#agent!.once('error', reject)
      this.#agent!.once('exit', () => reject(notStarted('ssh-agent ended at once.', 'Try a shorter TMPDIR.')))
    })
    this.#agent.unref()
    const withAgent = { ...env, SSH_AUTH_SOCK: socket }
    const { code } = await runProgram(['ssh-add', '-q', '-'], { stdin: `${privateKey.trimEnd()}\n`, env: withAgent })
    if (code !== 0) throw notStarted('ssh-add does not take the private key.', 'Check the key, and its passphrase.')
    return withAgent
  }

  /** An ssh command line with a shared connection, so that polling every few seconds does not log in each time. */
  async #shared(): Promise<readonly string[]> {
    const ControlPath = join(await this.#place(), 'connection')
    const options = { ControlMaster: 'auto', ControlPersist: '30', ControlPath, ...this.#target.options }
    return ['ssh', '-T', ...sshArguments({ ...this.#target, options })]
  }

  /** A shell on the machine. */
  async shell(): Promise<HostShell> {
    const env = await this.env()
    const ssh = [...(await this.#shared()), '--']
    return {
      remote: true,
      async run(argv, input) {
        const result = await runProgram([...ssh, argv.map(quoteArgument).join(' ')], { ...input, env })
        return { ...result, unreachable: result.code === connectionFailed || result.code === null }
      },
    }
  }

  async close(): Promise<void> {
    this.#agent?.kill()
    if (this.#folder) {
      const [ssh = '', ...args] = await this.#shared()
      await runProgram([ssh, '-O', 'exit', ...args])
    }
    const folder = await this.#folder?.catch(() => undefined)
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    this.#env = undefined
    this.#folder = undefined
    this.#agent = undefined
  }
}
