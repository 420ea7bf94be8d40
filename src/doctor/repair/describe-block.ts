import type { Block } from '../../transcript/transcript.ts'
import { maskSecrets } from '../../json/mask-secrets.ts'
import type { Redactor } from '../redact/redact.ts'
import { snippet } from '../redact/snippet.ts'

function textOf(payload: unknown): string {
  if (typeof payload === 'string') return payload
  if (Array.isArray(payload) && payload.length > 0 && payload.every((part: unknown) => typeof part === 'object'))
    return payload
      .map((part: { text?: unknown; type?: unknown } | null) =>
        typeof part?.text === 'string' ? part.text : `<${String(part?.type ?? 'part')}>`,
      )
      .join(' ')
  return JSON.stringify(payload) ?? 'nothing'
}

/** Whole texts are masked before they are cut: half a token is not recognised any more. */
const short = (text: string, redactor: Redactor): string =>
  redactor.active ? redactor.text(text) : snippet(maskSecrets(text))

const named = (text: string | undefined, redactor: Redactor): string =>
  text === undefined || text === '' ? '(none)' : redactor.name(text)

type Describe = (block: Block, redactor: Redactor) => string

const describe: Partial<Record<Block['kind'], Describe>> = {
  text: ({ text }, redactor) => short(text ?? '', redactor),
  thinking: ({ text, signature }, redactor) =>
    `${text === undefined ? 'redacted' : short(text, redactor)} ${signature ? 'signed' : 'unsigned'}`,
  tool_call: ({ callId, name, payload }, redactor) =>
    `${named(name, redactor)} ${named(callId, redactor)} ${short(textOf(payload), redactor)}`,
  tool_result: ({ callId, payload }, redactor) => `${named(callId, redactor)} ${short(textOf(payload), redactor)}`,
  unknown: ({ raw }, redactor) => short(textOf(raw), redactor),
}

/** A block in one line: its kind and its beginning. */
export function describeBlock(block: Block, redactor: Redactor): string {
  const text = describe[block.kind]?.(block, redactor)
  return text === undefined ? block.kind : `${block.kind} ${text}`
}
