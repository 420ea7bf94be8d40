import { isTooDeep } from '../../json/is-too-deep.ts'
import type { Block } from '../../transcript/transcript.ts'

function partText(part: unknown): string {
  if (typeof part === 'string') return part
  if (typeof part !== 'object' || part === null) return JSON.stringify(part) ?? ''
  const { text, type } = part as { readonly text?: unknown; readonly type?: unknown }
  if (typeof text === 'string') return text
  return typeof type === 'string' ? `[${type}]` : (JSON.stringify(part) ?? '')
}

/** The content of a result or the input of a call, as text. Media are named, not shown. */
export function payloadText(payload: unknown): string {
  if (payload === undefined || payload === null) return ''
  if (typeof payload === 'string') return payload
  if (Array.isArray(payload)) return payload.map(partText).join('\n')
  return JSON.stringify(payload, null, 2)
}

/** The text of a block; one that is nested too deeply to be printed says so, without affecting others. */
export function blockText(block: Block): string {
  try {
    return textOf(block)
  } catch (cause) {
    if (!isTooDeep(cause)) throw cause
    return '[nested too deep to be shown]'
  }
}

function textOf(block: Block): string {
  if (block.kind === 'media') return '[media]'
  if (block.text !== undefined) return block.text
  if (block.kind === 'tool_call' || block.kind === 'tool_result') return payloadText(block.payload)
  return block.kind === 'thinking' ? '' : (JSON.stringify(block.raw) ?? '')
}
