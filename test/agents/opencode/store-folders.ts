import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { opencodeId, opencodeRows } from '../subjects/opencode-subject.ts'

/** Stores the session as opencode did before 1.2: one file per record. Returns the file of the session. */
export function storeFolders(home: string): string {
  const storage = join(home, '.local', 'share', 'opencode', 'storage')
  const write = (path: string, value: unknown): string => {
    mkdirSync(dirname(join(storage, path)), { recursive: true })
    writeFileSync(join(storage, path), JSON.stringify(value, null, 2))
    return join(storage, path)
  }
  for (const [id, [, data]] of Object.entries(opencodeRows.message))
    write(`message/${opencodeId}/${id}.json`, { id, sessionID: opencodeId, ...data })
  for (const [id, [messageID, data]] of Object.entries(opencodeRows.part))
    write(`part/${messageID}/${id}.json`, { id, sessionID: opencodeId, messageID, ...data })
  return write(`session/p1/${opencodeId}.json`, { id: opencodeId, version: '1.1.65', directory: '/w', time: {} })
}
