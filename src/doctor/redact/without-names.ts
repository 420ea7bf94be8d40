import { shellWord, shortId } from '../sessions/short-id.ts'

/**
 * A sentence or a command about a session without its path and its id, in each form in which they are said: as they are, short, and
 * as words of a shell, which quotes a path that holds a space.
 *
 * @param others further paths that the text may hold
 */
export function withoutNames(
  text: string,
  { id, path }: { readonly id: string; readonly path: string },
  name: (name: string) => string,
  others: readonly string[] = [],
): string {
  const paths = [path, ...others].flatMap((each) => [each, shellWord(each)].map((form) => [form, name(each)] as const))
  const ids = [id, shortId(id)].flatMap((each) => [each, shellWord(each)].map((form) => [form, name(id)] as const))
  const forms = new Map([...paths, ...ids])
  // The longest first: an id stands in its path, too.
  const words = [...forms.keys()].toSorted((a, b) => b.length - a.length)
  const escaped = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
  const said = new RegExp(String.raw`(?<![\w-])(?:${escaped.join('|')})(?![\w-])`, 'g')
  return text.replaceAll(said, (word) => forms.get(word)!)
}
