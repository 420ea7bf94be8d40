import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The text of a source file with mutants built in; null for all others. They stand under `MUTANTS_BUILT`, as in the repository. */
export function builtText(path: string): string | null {
  const name = relative(root, path)
  const built = join(process.env['MUTANTS_BUILT'] ?? '', name)
  return name.startsWith('src/') && existsSync(built) ? readFileSync(built, 'utf8') : null
}
