import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseRow, stringOf } from '../stored-rows.ts'

/** Part folders whose message has no file, by the session that their parts name. */
interface LostFolders {
  readonly storage: string
  readonly partsMs: number
  /** When each session's folder of messages had changed. */
  readonly messagesMs: ReadonlyMap<string, number>
  readonly bySession: ReadonlyMap<string, readonly string[]>
}

/** The result for the last storage: a check of all its sessions scans it only once. */
let known: LostFolders | undefined

const names = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
const changedMs = (folder: string): Promise<number> =>
  stat(folder).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )

/** The session that the parts of a folder name; a part that cannot be read names none. */
async function sessionOf(folder: string): Promise<string | undefined> {
  for (const name of (await names(folder)).filter((each) => each.endsWith('.json')).sort()) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '')
    const session = stringOf(parseRow({ text }), 'sessionID')
    if (session !== undefined) return session
  }
  return undefined
}

async function lookThrough(storage: string): Promise<LostFolders> {
  const partsMs = await changedMs(join(storage, 'part'))
  const messagesMs = new Map<string, number>()
  const stored = new Set<string>()
  for (const session of await names(join(storage, 'message'))) {
    const folder = join(storage, 'message', session)
    messagesMs.set(session, await changedMs(folder))
    for (const name of await names(folder)) stored.add(name.replace(/\.json$/, ''))
  }
  const bySession = new Map<string, string[]>()
  for (const id of (await names(join(storage, 'part'))).sort()) {
    if (stored.has(id)) continue
    const session = await sessionOf(join(storage, 'part', id))
    if (session !== undefined) bySession.set(session, [...(bySession.get(session) ?? []), id])
  }
  return { storage, partsMs, messagesMs, bySession }
}

/** Messages of a session that only their parts still name (I4): opencode reads parts through their message, and never sends them. */
export async function lostMessages(storage: string, session: string): Promise<readonly string[]> {
  const isStill =
    known?.storage === storage &&
    known.partsMs === (await changedMs(join(storage, 'part'))) &&
    (known.messagesMs.get(session) ?? 0) === (await changedMs(join(storage, 'message', session)))
  const found = isStill && known ? known : await lookThrough(storage)
  known = found
  return found.bySession.get(session) ?? []
}
