import type { Edit } from '../../transcript/edit.ts'
import type { PlainDocument } from './read-document.ts'

/** The indentation of an element that begins on a line of its own. */
function indentOf(text: string, start: number): string | undefined {
  return /\n([ \t]*)$/.exec(text.slice(Math.max(0, start - 200), start))?.[1]
}

/** Writes a message as the elements around it are written: on one line, or indented like them. */
function writerLike({ text, list }: PlainDocument): (value: unknown) => string {
  const spread = list.elements.find(({ start, end }) => text.slice(start, end).includes('\n'))
  if (!spread) return (value) => JSON.stringify(value)
  const base = indentOf(text, spread.start) ?? ''
  const inner = /\n([ \t]+)/.exec(text.slice(spread.start, spread.end))?.[1] ?? `${base}  `
  const step = inner.startsWith(base) && inner.length > base.length ? inner.slice(base.length) : '  '
  return (value) => JSON.stringify(value, null, step).replaceAll('\n', `\n${base}`)
}

/** The closing brackets of a cut text: of the list, and of the body around it. */
function closing({ text, list }: PlainDocument): string {
  return text.slice(0, list.open).includes('{') ? ']}\n' : ']\n'
}

/** The whole new text. Elements without an edit keep their characters, and so does everything around the list. */
export function writeDocument(document: PlainDocument, edits: readonly Edit[]): string {
  const { text, list, brokenAt } = document
  const render = writerLike(document)
  const inserted = new Map<number, string[]>()
  const changed = new Map<number, string | undefined>()
  for (const edit of edits) {
    if (edit.op === 'insert') inserted.set(edit.index, [...(inserted.get(edit.index) ?? []), render(edit.after)])
    else changed.set(edit.index, edit.op === 'replace' ? render(edit.after) : undefined)
  }
  const { elements } = list
  const first = elements[0]
  const second = elements[1]
  const separator = first && second ? text.slice(first.end, second.start) : ', '
  const lead = first ? text.slice(list.open + 1, first.start) : ''
  const end = elements.at(-1)?.end ?? list.open + 1
  const behind = brokenAt === undefined ? text.slice(end) : closing(document)
  let body = ''
  let isEmpty = true
  const put = (value: string, before: string): void => {
    body += isEmpty ? lead + value : before + value
    isEmpty = false
  }
  for (let index = 0; index <= elements.length; index += 1) {
    for (const value of inserted.get(index) ?? []) put(value, separator)
    const element = elements[index]
    if (!element) break
    const former = elements[index - 1]
    const before = former ? text.slice(former.end, element.start) : separator
    if (!changed.has(index)) put(text.slice(element.start, element.end), before)
    else if (changed.get(index) !== undefined) put(changed.get(index)!, before)
  }
  return text.slice(0, list.open + 1) + body + behind
}
