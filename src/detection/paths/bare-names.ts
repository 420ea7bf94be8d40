import { noise, roleTags } from './path-words.ts'

/** Tools of the server have calls and results of their own names; the same is demanded of them. */
export const bare = (name: string): string =>
  name
    .replaceAll(/[_-]/g, '')
    .replace(/^\w+tool(use|result)$/, 'tool$1')
    .replace(partsOfContent, 'content')

/** How the SDKs of gateways call the list of parts beside a plain text. */
const partsOfContent = /^(?:content(?:part|block)s|multicontent)$/

/** A message of the tool is the result itself: of `messages.2.tool.content` the content is that of a result. */
const ofResult = (name: string, at: number, names: readonly string[]): string =>
  name === 'tool' && names[at - 1] === '#' && names[at + 1] === 'content' ? 'tool_result' : name

/** The names without indices and union tags; an index at the end stays as `#`. */
export function withoutTags(names: readonly string[]): string[] {
  const fields = names
    .map(ofResult)
    .filter(
      (name, at) =>
        name !== '#' &&
        !noise.test(name) &&
        !(name === 'message' && names[at - 1] === '#' && at < names.length - 1) &&
        !(names[at - 1] === '#' && at <= 2 && roleTags.has(name)),
    )
  return names.findLast((name) => !noise.test(name)) === '#' ? [...fields.map(bare), '#'] : fields.map(bare)
}
