import type { Fs } from '../files/fs.ts'
import type { ContentId } from '../files/hash-file.ts'
import { ignoreMissing } from '../files/ignore-missing.ts'
import { replaceFileDurably, type ReplaceOptions } from '../files/replace-file-durably.ts'
import type { WriteBytes } from '../record-log/write-record-log.ts'
import { JournalError } from './journal-error.ts'

/**
 * Replaces a file that only the journal writes. A link in its place is removed; the file that it leads to is left alone.
 *
 * @throws JournalError `unsafe_path` when there is a folder of that name; what `replaceFileDurably` throws
 */
export async function replaceOwnFile(
  fs: Fs,
  path: string,
  write: (write: WriteBytes) => Promise<void>,
  options: Pick<ReplaceOptions, 'nameOf' | 'beforeRename'> = {},
): Promise<ContentId> {
  const found = await fs.lstat(path).catch(ignoreMissing)
  if (found?.isFolder) throw new JournalError('unsafe_path', `A folder stands where a file is to be written: ${path}.`)
  if (found && !found.isFile) await fs.unlink(path)
  return replaceFileDurably(path, write, { fs, mode: 0o600, ...options })
}
