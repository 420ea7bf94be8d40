import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import { JournalError } from './journal-error.ts'
import { goneIs } from '../files/gone-is.ts'

/** Device names, which no file on Windows may have, with any extension. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const escaped = (unit: string): string => `%${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
/** Longest name that every usual file system accepts, with room for extensions. */
const MAX_NAME = 240
/** The name of the empty id, which has no character to escape. No other name contains `%` without digits. */
const EMPTY = '%'

/**
 * The folder name of a session; every id passes this check. Letters, digits and `-._@+=~,` stay, every other UTF-16 unit (path
 * separators, for example) is written as `%` and four hexadecimal digits, so that two ids never share a folder and none leaves the
 * root.
 *
 * @throws JournalError `invalid_id` when the id is too long
 */
export function folderNameOf(sessionID: string): string {
  const name = nameOf(sessionID)
  if (name.length > MAX_NAME)
    throw new JournalError('invalid_id', `A session id must not need more than ${MAX_NAME} bytes as a folder name.`)
  return name
}

function nameOf(sessionID: string): string {
  if (sessionID === '') return EMPTY
  // By UTF-16 unit, not by character: ids that differ only in a lone surrogate must stay different.
  const name = Array.from({ length: sessionID.length }, (_, at) => sessionID[at]!)
    .map((unit) => (/[A-Za-z0-9\-._@+=~,]/.test(unit) ? unit : escaped(unit)))
    .join('')
    .replace(/^[._]|\.$/g, escaped)
  return device.test(name) ? escaped(name[0]!) + name.slice(1) : name
}

/** The session id of a folder name; undefined when no session has such a name. */
export function sessionIDOf(folderName: string): string | undefined {
  if (folderName === EMPTY) return ''
  if (folderName.length > MAX_NAME) return undefined
  const sessionID = folderName.replace(/%([0-9a-f]{4})/g, (_, unit: string) =>
    String.fromCharCode(Number.parseInt(unit, 16)),
  )
  return nameOf(sessionID) === folderName ? sessionID : undefined
}

/**
 * The folder of a session; undefined when there is none.
 *
 * @throws JournalError `invalid_id`; `unsafe_path` when it is no folder, such as a link that leads out of the root
 */
export async function findSessionFolder(fs: Fs, root: string, sessionID: string): Promise<string | undefined> {
  const folder = join(root, folderNameOf(sessionID))
  try {
    if ((await fs.lstat(folder)).isFolder) return folder
  } catch (cause) {
    return goneIs(undefined)(cause)
  }
  throw new JournalError('unsafe_path', `The folder of a session must be a real folder: ${folder}.`)
}

/** The ids of all sessions below the root, in the order of their folder names; links and other names are skipped. */
export async function listSessionIDs(fs: Fs, root: string): Promise<string[]> {
  const names = await fs.readdir(root).catch(goneIs([]))
  const ids: string[] = []
  for (const name of names.sort()) {
    const sessionID = sessionIDOf(name)
    if (sessionID !== undefined && (await fs.lstat(join(root, name))).isFolder) ids.push(sessionID)
  }
  return ids
}
