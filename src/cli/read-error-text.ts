import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { detectError } from '../repair/detect-error.ts'
import type { CliContext } from './cli-context.ts'
import { CliError } from './cli-error.ts'
import { readStdinText } from './sessions/stdin-file.ts'

/** One word with a dot or a slash inside, or a path from a root on: errors have spaces, or the marks of JSON. */
const pathLike = /^[^\s"'{}<>]*[./\\][^\s"'{}<>]+$|^(?:~|\.{1,2})?\/[^\n"'{}<>]+$/

/**
 * The provider's error that an argument means: a file, standard input (`-`), or the text itself.
 *
 * @throws CliError `not_found` for a path that leads to no file, and that no provider says
 */
export async function readErrorText(argument: string, context: CliContext): Promise<string> {
  if (argument === '-') return readStdinText(context)
  const path = resolve(context.cwd, argument)
  // Errors are longer than paths may be: the system refuses to look.
  const isFile = await stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  )
  if (isFile) return readFile(path, 'utf8')
  if (pathLike.test(argument) && detectError(argument) === null)
    throw new CliError(
      'not_found',
      `There is no file ${argument}, and no provider says that.`,
      'Name the file of an error, pipe it in with -, or quote its text.',
    )
  return argument
}
