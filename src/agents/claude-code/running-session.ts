import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isProcessAlive } from '../../files/temp-files.ts'
import type { Holder } from '../../files/who-holds.ts'
import { isRecord } from '../../json/is-record.ts'

/** A session that a living process holds open, and the file that records it. */
export interface RunningSession {
  readonly pid: number
  readonly sessionId: unknown
  readonly told: string
}

/**
 * The open sessions, as Claude Code 2.1 records them in `sessions/PID.json`: it holds no file open, and a tool may run for minutes without
 * a write. The file of a dead process stays behind, and is ignored.
 *
 * @param config the folder that holds `projects`
 */
export async function runningSessions(config: string): Promise<RunningSession[]> {
  const folder = join(config, 'sessions')
  const names = await readdir(folder).catch(() => [])
  const running: RunningSession[] = []
  for (const name of names.filter((each) => /^\d+\.json$/.test(each))) {
    const told: unknown = await readFile(join(folder, name), 'utf8')
      .then(JSON.parse)
      .catch(() => undefined)
    if (!isRecord(told)) continue
    const pid = Number(told['pid'] ?? Number.parseInt(name, 10))
    if (Number.isSafeInteger(pid) && pid > 0 && isProcessAlive(pid))
      running.push({ pid, sessionId: told['sessionId'], told: join(folder, name) })
  }
  return running
}

/**
 * The process that has a session open.
 *
 * @param path of a transcript, `<config>/projects/<project>/<id>.jsonl`
 */
export async function runningSession(path: string, sessionId: string): Promise<Holder | undefined> {
  const running = await runningSessions(dirname(dirname(dirname(path))))
  const own = running.find((each) => each.sessionId === sessionId)
  return own && { kind: 'process', pid: own.pid, command: 'claude', access: 'write' }
}
