import { readFile } from 'node:fs/promises'
import { FileWorkError } from '../../files/file-work-error.ts'
import { nodeFs } from '../../files/node-fs.ts'
import { readHead } from '../../files/read-head.ts'
import { repairFile } from '../../files/repair-file.ts'
import { detectFormat } from '../../formats/detect-format.ts'
import type { FormatName } from '../../formats/format-name.ts'
import type { Edit } from '../../transcript/edit.ts'
import type { AgentSession, RecordChange, SessionRef, SessionWrite } from '../agent.ts'
import { changesOfFindings } from '../jsonl/line-findings.ts'
import { rewriteLines } from '../jsonl/rewrite-lines.ts'
import type { SessionFinding } from '../session-finding.ts'
import { containerOf } from './container-of.ts'
import { planLines } from './plan-lines.ts'
import { bodyHints, readDocument, type PlainDocument } from './read-document.ts'
import { readLines, scanOptions } from './read-lines.ts'
import { UnsureFormatError } from './unsure-format-error.ts'
import { writeDocument } from './write-document.ts'

const MAX_DOCUMENT_BYTES = 256 * 1024 * 1024

export interface OpenPlainOptions {
  /** Default: detected by {@link detectFormat}. */
  readonly format?: FormatName
  /** The content when it comes from a pipe: then `apply` refuses, and `writeTo` writes the repaired content. */
  readonly bytes?: Uint8Array
}

/** The differences between a document and a file of lines. */
interface Layout {
  readonly messages: readonly unknown[]
  readonly findings: readonly SessionFinding[]
  readonly request: Readonly<Record<string, unknown>>
  readonly hints: Readonly<Record<string, unknown>>
  lineOf(index: number): number | undefined
  plan(edits: readonly Edit[]): Pick<SessionWrite, 'changes' | 'writeTo'>
}

/** Tells in which line of a text an index stands; the text is searched once, however often it is asked. */
function linesOf(text: string): (index: number) => number {
  let starts: number[] | undefined
  return (index) => {
    starts ??= lineStarts(text)
    let line = 0
    for (let behind = starts.length; line < behind;) {
      const middle = (line + behind) >> 1
      if (starts[middle]! <= index) line = middle + 1
      else behind = middle
    }
    return line
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function documentLayout(document: PlainDocument): Layout {
  const { text, list, messages, request, brokenAt } = document
  const lineAt = linesOf(text)
  const lineOf = (index: number): number | undefined => {
    const element = list.elements[index]
    return element && lineAt(element.start)
  }
  const broken: SessionFinding[] =
    brokenAt === undefined
      ? []
      : [
          {
            code: 'damaged_line',
            severity: 'error',
            line: lineAt(brokenAt),
            detail: { reason: 'torn', readable: false, bytes: Buffer.byteLength(text.slice(brokenAt)) },
          },
        ]
  return {
    messages,
    findings: broken,
    request,
    hints: bodyHints(document),
    lineOf,
    plan: (edits) => ({
      changes: [
        ...changesOfFindings(broken),
        ...edits.map(({ op, index }): RecordChange => {
          const line = lineOf(index)
          const done = { insert: 'inserted', remove: 'removed', replace: 'replaced' } as const
          return { op: done[op], record: line === undefined ? {} : { line }, why: 'content' }
        }),
      ],
      writeTo: async (write, quarantine) => {
        if (brokenAt !== undefined) {
          const offset = Buffer.byteLength(text.slice(0, brokenAt))
          const bytes = Buffer.from(text.slice(brokenAt))
          const line = lineAt(brokenAt)
          await quarantine?.({ kind: 'damaged', reason: 'torn', offset, bytes, ending: 'none', line })
        } else if (edits.length === 0) return write(Buffer.from(text))
        await write(Buffer.from(writeDocument(document, edits)))
      },
    }),
  }
}

async function linesLayout(source: string | readonly Uint8Array[]): Promise<Layout> {
  const lines = await readLines(source)
  return {
    messages: lines.messages.map(({ value }) => value),
    findings: lines.findings,
    request: {},
    hints: {},
    lineOf: (index) => lines.messages[index]?.line,
    plan: (edits) => {
      const { decisions, changes } = planLines(lines, edits)
      return {
        changes: [...changesOfFindings(lines.findings), ...changes],
        writeTo: (write, quarantine) =>
          rewriteLines(source, decisions, write, { scan: scanOptions, ending: lines.crlf ? 'crlf' : 'lf', quarantine }),
      }
    },
  }
}

/** Enough bytes to tell a database or an archive. */
const HEAD_BYTES = 512

async function reading(path: string, read: Promise<Buffer>): Promise<Buffer> {
  return read.catch((cause: unknown) => {
    throw FileWorkError.from(cause, path, 'The file cannot be read')
  })
}

/**
 * Opens a file of messages that no agent owns: a JSON array, a request body, or one message per line.
 *
 * @throws UnsureFormatError when several formats fit, and none is given; always for a database or an archive
 * @throws FileWorkError when the file cannot be read
 */
export async function openPlain(ref: SessionRef, options: OpenPlainOptions = {}): Promise<AgentSession> {
  const { bytes } = options
  const head = bytes
    ? Buffer.from(bytes.subarray(0, HEAD_BYTES))
    : await reading(ref.path, readHead(ref.path, HEAD_BYTES))
  if (containerOf(head)) throw new UnsureFormatError('It is a database or an archive.', [])
  const expected = bytes ? undefined : await nodeFs.stat(ref.path).catch(() => undefined)
  // A document is read as a whole; a file too long for that can only be a file of lines, which is streamed.
  const isLong = expected !== undefined && expected.size > MAX_DOCUMENT_BYTES
  const document = isLong
    ? undefined
    : readDocument(bytes ? Buffer.from(bytes) : await reading(ref.path, readFile(ref.path)))
  const layout = document ? documentLayout(document) : await linesLayout(bytes ? [bytes] : ref.path)
  const { messages, request, findings } = layout
  const detected = detectFormat(messages, layout.hints)
  const format = options.format ?? detected.format
  if (format === null) throw new UnsureFormatError(detected.reason, detected.candidates)

  const plan = (edits: readonly Edit[]): SessionWrite => {
    const { changes, writeTo } = layout.plan(edits)
    return {
      changes,
      ...(writeTo && { writeTo }),
      apply: async (apply) => {
        if (bytes || !writeTo) throw new FileWorkError('not_a_file', ref.path, 'Nothing to write to')
        return repairFile(ref.path, (write) => writeTo(write, apply.quarantine), {
          ...apply,
          ...(expected && { expected: apply.expected ?? expected }),
        })
      },
    }
  }
  const empty: SessionFinding = { code: 'no_conversation', severity: 'error', detail: {} }
  return {
    ref,
    format,
    messages,
    ...(Object.keys(request).length > 0 && { request }),
    findings: messages.length > 0 ? findings : [...findings, empty],
    known: true,
    locate: ({ messageIndex }) => {
      const line = layout.lineOf(messageIndex)
      return line === undefined ? [] : [{ line }]
    },
    plan,
  }
}
