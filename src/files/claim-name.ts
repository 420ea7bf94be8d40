import { systemCode } from './file-work-error.ts'
import type { Fs } from './fs.ts'
import { linkOrElse } from './link-or-else.ts'
import { guardTempFile, tempPathFor } from './temp-files.ts'
import { writeAll } from './write-all.ts'

/**
 * Creates a file that says who took its name, if nobody has it: of two processes one wins. A process that is killed in between
 * leaves no name without an owner, for which all others would have to wait; only where there are no links it may.
 * Nothing is durable: after a power loss nobody works here any more.
 *
 * @returns false when the name is taken
 * @throws what the system says; the name is free then
 */
export async function claimName(fs: Fs, path: string, owner: string): Promise<boolean> {
  const temp = tempPathFor(path)
  try {
    await guardTempFile(fs, temp, async () => {
      await createFilled(fs, temp, owner)
      await linkOrElse(fs, temp, path, () => createFilled(fs, path, owner)).finally(() =>
        fs.unlink(temp).catch(() => undefined),
      )
    })
    return true
  } catch (cause) {
    if (systemCode(cause) === 'EEXIST') return false
    throw cause
  }
}

async function createFilled(fs: Fs, path: string, content: string): Promise<void> {
  const file = await fs.open(path, 'wx', 0o600)
  try {
    await writeAll(file, Buffer.from(content)).finally(() => file.close())
  } catch (cause) {
    // A file that does not name its owner would keep everybody out until it looks old.
    await fs.unlink(path).catch(() => undefined)
    throw cause
  }
}
