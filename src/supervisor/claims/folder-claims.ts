import { readdir, readFile, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { createFileDurably } from '../../files/create-file-durably.ts'
import { makeFolderDurably } from '../../files/make-folder-durably.ts'
import { nodeFs } from '../../files/node-fs.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Claimant, ClaimStore } from './claim-store.ts'
import { FileWorkError } from '../../files/file-work-error.ts'
import { goneIs } from '../../files/gone-is.ts'

/** The owner of a damaged claim. Treated like one of another machine, the claim holds as long as it shows signs of life. */
const unknownClaimant: Claimant = { process: { host: '', bootId: '', pid: 0, startTime: '' }, instance: '' }

function claimantOf(text: string): Claimant | null {
  try {
    const value: unknown = JSON.parse(text)
    if (value === null) return null
    if (isRecord(value) && isRecord(value['process'])) return value as unknown as Claimant
  } catch {
    // A damaged claim.
  }
  return unknownClaimant
}

/**
 * Claims as files, one for each token: only exclusive creation of a file is atomic on every file system. The content never changes;
 * the mtime is the last sign of life.
 */
export function folderClaims(folderOf: (sessionID: string) => string, now: () => number): ClaimStore {
  const placeOf = (sessionID: string): string => join(folderOf(sessionID), 'claims')
  const tokensOf = async (place: string): Promise<number[]> => {
    const names = await readdir(place).catch(goneIs<string[]>([]))
    return names.flatMap((name) => /^(\d{1,15})\.json$/.exec(name)?.[1] ?? []).map(Number)
  }
  const newestToken = async (place: string): Promise<number> => Math.max(0, ...(await tokensOf(place)))
  const touch = async (path: string): Promise<void> => utimes(path, now() / 1000, now() / 1000)

  /** Wraps a command so that errors of the system become a FileWorkError with path and remedy. */
  const told =
    <Given extends readonly unknown[], T>(work: (sessionID: string, ...given: Given) => Promise<T>) =>
    (sessionID: string, ...given: Given): Promise<T> =>
      work(sessionID, ...given).catch((cause: unknown) => {
        throw FileWorkError.from(cause, placeOf(sessionID), 'Cannot claim the session in the folder of its supervisor')
      })

  return {
    newest: told(async (sessionID) => {
      const place = placeOf(sessionID)
      for (;;) {
        const token = await newestToken(place)
        if (token === 0) return undefined
        const path = join(place, `${token}.json`)
        const text = await readFile(path, 'utf8').catch(goneIs(undefined))
        const at = await stat(path).then(({ mtimeMs }) => mtimeMs, goneIs(undefined))
        // Otherwise a newer claim has replaced it meanwhile.
        if (text !== undefined && at !== undefined) return { token, owner: claimantOf(text), ageMs: now() - at }
      }
    }),

    take: told(async (sessionID, token: number, owner: Claimant | null) => {
      const place = placeOf(sessionID)
      await makeFolderDurably(nodeFs, place)
      const path = join(place, `${token}.json`)
      if (!(await createFileDurably(path, Buffer.from(`${JSON.stringify(owner)}\n`)))) return false
      const tokens = await tokensOf(place)
      // Older claims are removed, so a slow process may find its token free again: then a higher token is the newer claim.
      if (Math.max(...tokens) !== token) {
        await unlink(path).catch(goneIs(undefined))
        return false
      }
      await touch(path)
      for (const old of tokens) if (old < token) await unlink(join(place, `${old}.json`)).catch(goneIs(undefined))
      return true
    }),

    touch: told(async (sessionID, token: number) => {
      const place = placeOf(sessionID)
      if ((await newestToken(place)) !== token) return false
      return touch(join(place, `${token}.json`)).then(() => true, goneIs(false))
    }),
  }
}
