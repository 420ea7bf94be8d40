import { FileWorkError, systemCode } from '../files/file-work-error.ts'
import type { Fs } from '../files/fs.ts'
import { readChunks } from '../files/read-chunks.ts'
import { replaceFileDurably } from '../files/replace-file-durably.ts'
import type { WriteBytes } from '../record-log/write-record-log.ts'
import type { CheckClaim } from './writer-claim.ts'

/**
 * Replaces a file by a copy: whatever the former owner still writes through its open file does not reach the copy. It cannot
 * acknowledge such writes, since its claim is gone (I15).
 */
export async function moveToNewFile(fs: Fs, path: string, checkClaim: CheckClaim): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      const expected = await fs.lstat(path)
      const copy = async (write: WriteBytes): Promise<void> => {
        for await (const chunk of readChunks(fs, path)) await write(chunk)
      }
      await replaceFileDurably(path, copy, { fs, expected, beforeRename: checkClaim })
      return
    } catch (cause) {
      if (systemCode(cause) === 'ENOENT') return
      // The former owner has written meanwhile: that write may have been acknowledged before it lost the claim, so it is copied too.
      if (!(FileWorkError.isInstance(cause) && cause.code === 'changed_meanwhile') || attempt === 10) throw cause
    }
}
