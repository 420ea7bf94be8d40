import { classPathAt } from './class-path.ts'
import { type FoldedText, gap } from '../words/fold-text.ts'
import { maskedPathAt } from './masked-path.ts'
import { isWord } from '../words/name-characters.ts'
import { blockRoots, foreignRoots, ownRoots, roleTags } from './path-words.ts'
import type { RequestPath } from './request-path.ts'
import { listsRoles, rootedPathAt } from './rooted-path.ts'

const longestFirst = (words: Iterable<string>): string => [...words].sort((a, b) => b.length - a.length).join('|')

const rootPattern = new RegExp(longestFirst([...ownRoots, ...blockRoots, ...foreignRoots]), 'y')

const MAX_PATHS = 32

/**
 * The paths in a text, in their order; the work is bounded.
 *
 * @param isRefusal a request to a model is refused: a record of any form has a field of that name
 */
export function readPaths(text: FoldedText, isRefusal = true): RequestPath[] {
  const { gaps, lower } = text
  const paths: RequestPath[] = []
  let nextRole = -1
  for (let at = 0; at < lower.length && paths.length < MAX_PATHS; at++) {
    if (gaps[at] === gap.none && at > 0 && isWord(lower.charCodeAt(at - 1))) continue
    rootPattern.lastIndex = at
    const root = rootPattern.exec(lower)?.[0]
    // In a list of roles (`system, user, …`) none begins a path: each would be read to the end of the list again.
    if (root !== undefined && at === nextRole && roleTags.has(root)) {
      nextRole += root.length + 1
      continue
    }
    const path =
      (root === undefined ? maskedPathAt(text, at) : rootedPathAt(text, at, root, isRefusal)) ?? classPathAt(text, at)
    if (path === null && root !== undefined && listsRoles(text, at, root)) nextRole = at + root.length + 1
    if (path === null || isNameOfPart(text, path, paths.at(-1))) continue
    paths.push(path)
    at = Math.max(at, path.end - 1)
  }
  return paths
}

/** Parts and blocks have fields that are called as parameters are: `messages[3].content[0]: missing field input`. */
function isNameOfPart({ lower }: FoldedText, { end, names, start }: RequestPath, last?: RequestPath): boolean {
  if (names.length > 1) return false
  return lower.startsWith('-at$', end) || (last?.hasIndex === true && namesPart.test(lower.slice(last.end, start)))
}
const namesPart = /^[^;]{0,200}(?:missing(?:required)?field|haverequiredproperty|missingproperty:)$/
