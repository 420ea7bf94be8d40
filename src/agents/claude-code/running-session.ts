import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isProcessAlive } from '../../files/temp-files.ts'
import type { Holder } from '../../files/who-holds.ts'
import { isJsonObject } from '../../record-log/read-object.ts'

/**
 * The process that has a session open, as Claude Code 2.1 tells it itself in `sessions/PID.json`: it holds no file open, and a
 * tool may run for minutes without a write. The file of a process that has died stays; it says nothing.
 *
 * @param path of a transcript, `<config>/projects/<project>/<id>.jsonl`
 */
export async function runningSession(path: string, sessionId: string): Promise<Holder | undefined> {
  const folder = join(dirname(dirname(dirname(path))), 'sessions')
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => /^\d+\.json$/.test(each))) {
    const told: unknown = await readFile(join(folder, name), 'utf8')
      .then(JSON.parse)
      .catch(() => undefined)
    if (!isJsonObject(told) || told['sessionId'] !== sessionId) continue
    const pid = Number(told['pid'] ?? Number.parseInt(name, 10))
    if (Number.isSafeInteger(pid) && pid > 0 && isProcessAlive(pid))
      return { kind: 'process', pid, command: 'claude', access: 'write' }
  }
  return undefined
}
