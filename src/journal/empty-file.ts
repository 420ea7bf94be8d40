import type { Fs } from '../files/fs.ts'
import { replaceFileDurably, type ReplaceOptions } from '../files/replace-file-durably.ts'
import type { CheckClaim } from './writer-claim.ts'

const nothing = async (): Promise<void> => undefined

/** Replaces a file by an empty one; the rename checks the claim (I15). */
export async function emptyFile(
  fs: Fs,
  path: string,
  checkClaim: CheckClaim,
  options: Pick<ReplaceOptions, 'mode'> = {},
): Promise<void> {
  await replaceFileDurably(path, nothing, { ...options, fs, beforeRename: checkClaim })
}
