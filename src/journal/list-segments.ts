import { systemCode } from '../files/file-work-error.ts'
import type { Fs } from '../files/fs.ts'
import { withoutObsolete } from './compaction.ts'
import { namesIn, segmentsIn, type Segment } from './segments.ts'

/**
 * The segments of a session in the order of their records; none when it has no records.
 *
 * @throws JournalError `unsafe_path` when one is a link or no file
 */
export async function listSegments(fs: Fs, folder: string): Promise<readonly Segment[]> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await withoutObsolete(fs, await segmentsIn(fs, folder, await namesIn(fs, folder)))
    } catch (cause) {
      // The writer may have renamed a segment meanwhile.
      if (systemCode(cause) !== 'ENOENT' || attempt === 10) throw cause
    }
}
