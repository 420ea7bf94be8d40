import { syntheticMark } from '../faults/synthetic-text.ts'
import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import { isAllowed, type Loss } from '../faults/loss.ts'
import { isRecord } from '../json/is-record.ts'
import { listOf } from '../json/list-of.ts'
import { parsedContainer } from '../json/parsed-container.ts'
import { quoted } from '../json/quoted.ts'
import { contentsIn } from '../transcript/contents-in.ts'
import type { Edit } from '../transcript/edit.ts'
import { payloadsIn } from '../transcript/payloads-in.ts'
import { sayingsIn, tellingsIn, titlesIn } from '../transcript/sayings-in.ts'
import type { Message } from '../transcript/transcript.ts'

/** A kind of thing that may get lost, and what its loss is worth. */
interface Measure {
  readonly loss: Loss
  /** What stands in a message; each is gone when one of its lines is. */
  readonly heldBy: (message: Message) => readonly string[]
  readonly linesOf: (text: string) => readonly string[]
  /** Texts of raw messages that stand there whole, with each of their lines: what most repairs put back need not be cut into lines. */
  readonly wholeIn?: (messages: readonly unknown[]) => ReadonlySet<string>
  /** The lines that stand in raw messages. */
  readonly linesIn: (messages: readonly unknown[]) => ReadonlySet<string>
}

const itself = (text: string): readonly string[] => [text]

/** Base64, an id or an address: of what a program has cut or printed in another form nobody can read anything. */
const readable = /^(?:[\w+/=\r\n-]+|[a-z][\w+.-]*:\S+)$/i

const measures: readonly Measure[] = [
  // What a user or a tool said (I4).
  {
    loss: 'lossy',
    heldBy: sayingsOf,
    linesOf: plainLines,
    wholeIn: (messages) => new Set(messages.flatMap(sayingsIn).flatMap((text) => [text, withoutLabel(text)])),
    linesIn: (messages) => linesOf(messages.flatMap(tellingsIn)),
  },
  // What they showed.
  {
    loss: 'lossy',
    heldBy: (message) =>
      toldIn(message)
        .flatMap(payloadsIn)
        .filter((medium) => readable.test(medium)),
    linesOf: itself,
    linesIn: (messages) => {
      const told = [...linesOf(messages.flatMap(sayingsIn))]
      // What is written out as JSON holds its addresses as they were.
      return new Set([...messages.flatMap(payloadsIn), ...told, ...told.flatMap(payloadsIn)])
    },
  },
  // Whatever else has a content: the model's words, thoughts, refusals and pictures, and what it asked of tools.
  {
    loss: 'synthesised',
    heldBy: ({ raw }) => contentsIn(raw).filter((line) => !line.startsWith(syntheticMark)),
    linesOf: itself,
    wholeIn: (messages) => new Set(messages.flatMap(contentsIn)),
    linesIn: (messages) => withLines(messages.flatMap(contentsIn)),
  },
]

/**
 * The edits after which something stands nowhere any more, neither in the list nor in the changed request, and what that is worth.
 * The strategies tell what they lose; this is the proof that they do (I4), at the cost of what was edited: what an edit takes
 * away is mostly put back by it or by another one, and one that has told the loss already has nothing to prove.
 *
 * @param elsewhere fault types whose fixes take away only what stands elsewhere
 */
export function untoldLosses(
  edits: readonly Edit[],
  messageAt: (index: number) => Message,
  listAfter: () => readonly unknown[],
  request: unknown,
  elsewhere: ReadonlySet<RecoveryErrorType>,
): ReadonlyMap<Edit, Loss> {
  const untold = new Map<Edit, Loss>()
  let known: ReadonlySet<string> | undefined
  const added = (): ReadonlySet<string> =>
    (known ??= new Set(edits.flatMap((edit) => (edit.op === 'insert' ? [JSON.stringify(edit.after)] : []))))
  const written = edits.flatMap((edit) => (edit.op === 'remove' ? [] : [edit.after]))
  const kept = itemsIn(written)
  const read = new Map<number, Message>()
  const messageOf = ({ index }: Edit): Message => {
    const message = read.get(index) ?? messageAt(index)
    read.set(index, message)
    return message
  }
  for (const { heldBy, linesIn, linesOf, loss, wholeIn } of measures) {
    const losing = new Map<Edit, readonly string[]>()
    let whole: ReadonlySet<string> | undefined
    for (const edit of edits) {
      // Who has told as much has nothing to prove.
      if (edit.op === 'insert' || isAllowed(loss, edit.loss) || untold.has(edit)) continue
      if (loss === 'synthesised' && edit.because.some((type) => elsewhere.has(type))) continue
      const message = messageOf(edit)
      if (isKept(message.raw, kept)) continue
      let held = heldBy(message)
      if (held.length > 0 && wholeIn !== undefined) {
        const there = (whole ??= wholeIn(written))
        held = held.filter((one) => !there.has(one))
      }
      if (held.length === 0) continue
      const here = edit.op === 'replace' ? linesIn([edit.after]) : new Set<string>()
      const gone = held.flatMap((one) => {
        const lines = linesOf(one).filter((line) => !here.has(line))
        return lines.length > 0 && edit.op === 'replace' && isReadOut(one, edit.after, added) ? [] : lines
      })
      if (gone.length > 0) losing.set(edit, gone)
    }
    settle(losing, () => linesIn([...written, systemOf(request)]))
    settle(losing, () => linesIn(listAfter()))
    for (const edit of losing.keys()) untold.set(edit, loss)
  }
  return untold
}

/** What stands behind the first line, which may be a label. */
function withoutLabel(text: string): string {
  return text.slice(text.indexOf('\n') + 1)
}

/** The items of the lists that messages hold: merged turns and moved blocks keep them as they are. */
function itemsIn(messages: readonly unknown[]): ReadonlySet<unknown> {
  const lists = messages.flatMap((raw) => (isRecord(raw) ? Object.values(raw).filter(Array.isArray) : []))
  return new Set(lists.flat().filter(isRecord))
}

/** A message of which every item stands somewhere has nothing to prove: most edits only move them. */
function isKept(raw: unknown, kept: ReadonlySet<unknown>): boolean {
  if (!isRecord(raw)) return false
  return Object.entries(raw).every(
    ([field, value]) => field === 'role' || (Array.isArray(value) && value.every((item) => kept.has(item))),
  )
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
function sayingsOf(message: Message): readonly string[] {
  const told = toldIn(message)
  const said = told.flatMap(sayingsIn).filter((saying) => !saying.startsWith(syntheticMark))
  // The name of a file is told where it can be; an address is all that there is of what stands behind it.
  return told[0] === message.raw ? [...said, ...titlesIn(message.raw).filter((title) => /^https?:/.test(title))] : said
}

/** What of a message is not the model's own. */
function toldIn({ blocks, content, raw, role }: Message): readonly unknown[] {
  // What could not be read as blocks may be a result, whoever's message it stands in.
  if (role !== 'assistant' || (content === 'invalid' && blocks.length === 0)) return [raw]
  return blocks.flatMap(({ kind, payload, raw }) => {
    if (kind === 'tool_result') return [raw]
    // A turn of the user that was put into a thought is still his.
    return kind === 'thinking'
      ? listOf(payload).filter((part) => isRecord(part) && String(part['type']).startsWith('input_'))
      : []
  })
}

/** What was a text of JSON stands there as the value that it told; of several messages the first does, and the others are new. */
function isReadOut(saying: string, after: unknown, added: () => ReadonlySet<string>): boolean {
  const value = parsedContainer(saying)
  if (value === undefined) return isDecoded(saying, after)
  const told = JSON.stringify(value).slice(1, -1)
  if (told === '') return false
  const here = JSON.stringify(after)
  if (here.includes(told)) return true
  return (
    Array.isArray(value) &&
    value.map((part) => JSON.stringify(part)).every((part) => part === here || added().has(part))
  )
}

/** What was a document in base64 stands there as the words that it holds. */
function isDecoded(saying: string, after: unknown): boolean {
  const words = readable.test(saying) ? Buffer.from(saying, 'base64').toString() : ''
  return words.trim() !== '' && JSON.stringify(after).includes(quoted(words))
}

function systemOf(request: unknown): unknown {
  if (!isRecord(request)) return undefined
  // Google's client keeps the system text one level deeper, in `config`.
  const fields = Object.values(request)
  return { content: [...fields, ...fields.filter(isRecord).flatMap((field) => Object.values(field))] }
}

const jsonString = /"(?:[^"\\]|\\.)*"/g

/** The lines of texts, and of the strings inside a text that is JSON: a repair may label a text, or write a value as JSON. */
function linesOf(texts: readonly string[]): Set<string> {
  const lines = new Set<string>()
  for (const text of texts) {
    for (const line of plainLines(text)) lines.add(line)
    for (const [quoted] of text.matchAll(jsonString)) for (const line of plainLines(unquoted(quoted))) lines.add(line)
  }
  return lines
}

function withLines(texts: readonly string[]): ReadonlySet<string> {
  return new Set([...linesOf(texts), ...texts])
}

function plainLines(text: string): string[] {
  return text
    .toWellFormed()
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

function unquoted(json: string): string {
  try {
    return String(JSON.parse(json))
  } catch {
    return json
  }
}
