import { syntheticMark } from '../faults/synthetic-text.ts'
import { isRecord } from '../json/is-record.ts'
import { parsedContainer } from '../json/parsed-container.ts'
import type { Edit } from '../transcript/edit.ts'
import { addressesIn, sayingsIn } from '../transcript/sayings-in.ts'
import type { Message } from '../transcript/transcript.ts'

/**
 * The edits after which something that a user or a tool said stands nowhere any more, neither in the list nor in the changed
 * request. The strategies tell what they lose; this is the proof that they do (I4), at the cost of what was edited: what an edit
 * takes away is mostly put back by it or by another one, and one that is lossy already has nothing to prove.
 */
export function losingEdits(
  edits: readonly Edit[],
  messageAt: (index: number) => Message,
  listAfter: () => readonly unknown[],
  request: unknown,
): ReadonlySet<Edit> {
  const losing = new Map<Edit, readonly string[]>()
  let known: ReadonlySet<string> | undefined
  const added = (): ReadonlySet<string> =>
    (known ??= new Set(edits.flatMap((edit) => (edit.op === 'insert' ? [JSON.stringify(edit.after)] : []))))
  for (const edit of edits) {
    if (edit.op === 'insert' || edit.loss === 'lossy') continue
    const message = messageAt(edit.index)
    const here =
      edit.op === 'replace' ? linesOf([...sayingsIn(edit.after), ...addressesIn(edit.after)]) : new Set<string>()
    const gone = sayingsOf(message)
      .filter((saying) => edit.op !== 'replace' || !isReadOut(saying, edit.after, added))
      .flatMap(plainLines)
      .filter((line) => !here.has(line))
    if (gone.length > 0) losing.set(edit, gone)
  }
  const written = edits.flatMap((edit) => (edit.op === 'remove' ? [] : [edit.after]))
  settle(losing, () => linesOf([...saidIn(written), ...sayingsIn(systemOf(request))]))
  settle(losing, () => linesOf(saidIn(listAfter())))
  return new Set(losing.keys())
}

function saidIn(messages: readonly unknown[]): readonly string[] {
  return [...messages.flatMap(sayingsIn), ...messages.flatMap(addressesIn)]
}

/** Takes out the lines that stand there, and the edits all of whose lines do. */
function settle(losing: Map<Edit, readonly string[]>, linesThere: () => ReadonlySet<string>): void {
  if (losing.size === 0) return
  const there = linesThere()
  for (const [edit, lines] of losing) {
    const left = lines.filter((line) => !there.has(line))
    if (left.length === 0) losing.delete(edit)
    else losing.set(edit, left)
  }
}

/** What a user or a tool says in a message. */
function sayingsOf({ blocks, content, raw, role }: Message): readonly string[] {
  // What could not be read as blocks may be a result, whoever's message it stands in.
  const said =
    role === 'assistant' && (content !== 'invalid' || blocks.length > 0)
      ? blocks.filter(({ kind }) => kind === 'tool_result').flatMap((block) => sayingsIn(block.raw))
      : [...sayingsIn(raw), ...addressesIn(raw)]
  return said.filter((saying) => !saying.startsWith(syntheticMark))
}

/** What was a text of JSON stands there as the value that it told; of several messages the first does, and the others are new. */
function isReadOut(saying: string, after: unknown, added: () => ReadonlySet<string>): boolean {
  const value = parsedContainer(saying)
  if (value === undefined) return false
  const told = JSON.stringify(value).slice(1, -1)
  if (told === '') return false
  const here = JSON.stringify(after)
  if (here.includes(told)) return true
  return (
    Array.isArray(value) &&
    value.map((part) => JSON.stringify(part)).every((part) => part === here || added().has(part))
  )
}

function systemOf(request: unknown): unknown {
  if (!isRecord(request)) return undefined
  // Google's client keeps the system text one level deeper, in `config`.
  const fields = Object.values(request)
  return { content: [...fields, ...fields.filter(isRecord).flatMap((field) => Object.values(field))] }
}

const jsonString = /"((?:[^"\\]|\\.)*)"/g

/** The lines of texts, and of the strings inside a text that is JSON: a repair may label a text, or write a value as JSON. */
function linesOf(texts: readonly string[]): Set<string> {
  const lines = new Set<string>()
  for (const text of texts) {
    for (const line of plainLines(text)) lines.add(line)
    if (text.includes('"'))
      for (const [quoted] of text.matchAll(jsonString)) for (const line of plainLines(unquoted(quoted))) lines.add(line)
  }
  return lines
}

function plainLines(text: string): string[] {
  return text
    .toWellFormed()
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
}

function unquoted(json: string): string {
  try {
    return String(JSON.parse(json))
  } catch {
    return json
  }
}
