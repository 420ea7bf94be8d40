import { platform } from 'node:process'
import { systemCode } from './file-work-error.ts'

const everywhere: ReadonlySet<string | undefined> = new Set(['EINVAL', 'ENOTSUP', 'EISDIR'])
const onWindows: ReadonlySet<string | undefined> = new Set([...everywhere, 'EPERM', 'EACCES'])

/** Some systems cannot open or sync a folder; there the rename itself is all that can be had. */
export function isUnsyncable(cause: unknown, system: NodeJS.Platform = platform): boolean {
  return (system === 'win32' ? onWindows : everywhere).has(systemCode(cause))
}
