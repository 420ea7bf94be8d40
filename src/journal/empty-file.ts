import type { Fs } from '../files/fs.ts'
import { replaceFileDurably, type ReplaceOptions } from '../files/replace-file-durably.ts'
import type { CheckClaim } from './writer-claim.ts'

const nothing = async (): Promise<void> => undefined

/** Puts an empty file in the place of another one, by a rename that only the holder of the claim makes (I15). */
export async function emptyFile(
  fs: Fs,
  path: string,
  checkClaim: CheckClaim,
  options: Pick<ReplaceOptions, 'mode'> = {},
): Promise<void> {
  await replaceFileDurably(path, nothing, { ...options, fs, beforeRename: checkClaim })
}
