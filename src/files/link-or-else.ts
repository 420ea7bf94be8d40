import { systemCode } from './file-work-error.ts'
import type { Fs } from './fs.ts'

/** What systems say that know no hard links, or none here: FAT, some network shares, a container's overlay. */
const noLinks = new Set<string | undefined>(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK', 'EINVAL'])

/**
 * Gives a finished file its name, if nobody has it: from its first moment the name shows the whole content.
 *
 * @param otherwise takes the name where there are no links
 * @throws what the system says; `EEXIST` when the name is taken
 */
export async function linkOrElse(fs: Fs, from: string, to: string, otherwise: () => Promise<void>): Promise<void> {
  try {
    await fs.link(from, to)
  } catch (cause) {
    if (!noLinks.has(systemCode(cause))) throw cause
    await otherwise()
  }
}
