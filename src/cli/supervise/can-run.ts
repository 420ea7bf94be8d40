import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, resolve } from 'node:path'
import type { CliContext } from '../cli-context.ts'

/** The search path when no PATH is set; `execvp(3)`. */
const defaultPath = '/bin:/usr/bin'

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

/** Whether the system would find this program: a path as it is, a name in the folders of PATH. */
export async function canRun(program: string, { cwd, env }: Pick<CliContext, 'cwd' | 'env'>): Promise<boolean> {
  // Windows resolves program names by rules of its own.
  if (process.platform === 'win32') return true
  if (program.includes('/')) return isProgram(resolve(cwd, program))
  for (const folder of (env['PATH'] ?? defaultPath).split(delimiter))
    if (await isProgram(resolve(cwd, folder, program))) return true
  return false
}
