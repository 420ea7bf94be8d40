import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { CliContext } from '../cli-context.ts'
import { readStdinText } from '../sessions/stdin-file.ts'

/** The provider's error that an argument means: a file, standard input (`-`), or the text itself. */
export async function readErrorText(argument: string, context: CliContext): Promise<string> {
  if (argument === '-') return readStdinText(context)
  const path = resolve(context.cwd, argument)
  // Errors are longer than paths may be: the system refuses to look.
  const isFile = await stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  )
  return isFile ? readFile(path, 'utf8') : argument
}
