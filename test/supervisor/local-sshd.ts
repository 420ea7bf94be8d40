import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { SshTarget } from '../../src/supervisor.ts'
import { sendSignal } from '../../src/supervisor/executors/end-process.ts'
import { eventually } from './programs.ts'

export const sshdPath = '/usr/sbin/sshd'

/** Whether a server for ssh is installed here. */
export function hasSshd(): boolean {
  return existsSync(sshdPath) && spawnSync('ssh', ['-V'], { stdio: 'ignore' }).error === undefined
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Connections have processes of their own, in groups of their own. */
function descendantsOf(ancestor: number): number[] {
  const rows = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).stdout.trim().split('\n')
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number) as [pid: number, parent: number])
  const childrenOf = (pid: number): number[] =>
    pairs.filter(([, parent]) => parent === pid).flatMap(([child]) => [child, ...childrenOf(child)])
  return childrenOf(ancestor)
}

export interface LocalSshd {
  readonly target: SshTarget
  /** The client's private key. */
  readonly privateKey: string
  /** No new connection, and those that are open end. */
  stop(): void
  start(): Promise<void>
}

/** An sshd of the test's own, on loopback, with keys of its own. */
export async function localSshd(folder: string): Promise<LocalSshd> {
  const port = await freePort()
  mkdirSync(folder, { recursive: true })
  for (const name of ['host', 'client'])
    spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)])
  writeFileSync(join(folder, 'authorized_keys'), readFileSync(join(folder, 'client.pub')), { mode: 0o600 })
  const known = join(folder, 'known_hosts')
  const [type = '', key = ''] = readFileSync(join(folder, 'host.pub'), 'utf8').split(' ')
  writeFileSync(known, `[127.0.0.1]:${port} ${type} ${key}\n`)
  mkdirSync('/run/sshd', { recursive: true })
  const settings = [
    `Port=${port}`,
    'ListenAddress=127.0.0.1',
    `HostKey=${join(folder, 'host')}`,
    `AuthorizedKeysFile=${join(folder, 'authorized_keys')}`,
    'StrictModes=no',
    'UsePAM=no',
    'PidFile=none',
    // bash, seeing that it is not the outermost shell, leaves the start files of whoever runs the tests alone.
    'SetEnv=SHLVL=1',
  ]
  let server: ReturnType<typeof spawn> | undefined
  const start = async (): Promise<void> => {
    let said = ''
    server = spawn(sshdPath, ['-D', '-e', '-f', '/dev/null', ...settings.flatMap((each) => ['-o', each])], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server.stderr?.on('data', (chunk) => (said += String(chunk)))
    await eventually('sshd listens', () => said.includes('Server listening'))
  }
  const stop = (): void => {
    if (server?.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
    for (const pid of [server.pid, ...descendantsOf(server.pid)]) sendSignal(pid, 'SIGKILL')
  }
  onTestFinished(stop)
  await start()
  const options = { UserKnownHostsFile: known, StrictHostKeyChecking: 'yes', GlobalKnownHostsFile: '/dev/null' }
  return {
    target: { host: '127.0.0.1', port, user: userInfo().username, identityFile: join(folder, 'client'), options },
    privateKey: readFileSync(join(folder, 'client'), 'utf8'),
    start,
    stop,
  }
}
