import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { NewError } from './new-error.ts'

export const root: string = join(import.meta.dirname, '../..')

/** Files of a change, by their path in the repository: all of them are known to be possible before the first is written. */
export class Change {
  readonly #texts = new Map<string, string>()

  /** What is written, by its path. */
  get files(): ReadonlyMap<string, string> {
    return this.#texts
  }

  /** A new file. */
  create(path: string, text: string): void {
    if (existsSync(join(root, path))) throw new NewError(`${path} exists already. Choose another name.`)
    this.#texts.set(path, text)
  }

  /** A file that gets lines: `edit` gives back the whole text, or undefined where it does not find its place. */
  edit(path: string, edit: (text: string) => string | undefined): void {
    const text = edit(this.#texts.get(path) ?? readFileSync(join(root, path), 'utf8'))
    if (text === undefined)
      throw new NewError(`${path} has changed its form: scripts/new no longer finds its place in it.`)
    this.#texts.set(path, text)
  }

  /** Writes and formats everything; gives back the paths. */
  write(): string[] {
    const paths = [...this.#texts.keys()]
    for (const [path, text] of this.#texts) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    execFileSync(join(root, 'node_modules/.bin/oxfmt'), paths, { cwd: root })
    return paths
  }
}

/** A change that makes something new, and what it leaves to do. */
export interface Skeleton {
  readonly change: Change
  readonly left: readonly string[]
}

/** The text with `line` before the first place that matches; undefined where none does. */
export function insertBefore(text: string, place: RegExp, line: string): string | undefined {
  const at = text.search(place)
  return at < 0 ? undefined : `${text.slice(0, at)}${line}${text.slice(at)}`
}

/** The text with an import behind the last one; undefined where there is none. */
export function insertImport(text: string, line: string): string | undefined {
  const last = [...text.matchAll(/^import .*\n/gm)].at(-1)
  if (last === undefined) return undefined
  const end = last.index + last[0].length
  return `${text.slice(0, end)}${line}\n${text.slice(end)}`
}

/** @example camelCase('tool_result_late') // 'toolResultLate' */
export function camelCase(name: string): string {
  return name.replaceAll(/[_-]([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
}
