import { listOf } from '../../json/list-of.ts'
import type { BlockPlace } from './build-messages.ts'
import { objectOf, stringOf } from './stored-rows.ts'
import { isRecord } from '../../json/is-record.ts'

type Value = Record<string, unknown>

/** Text of a result's content; `undefined` when it holds more than text. */
function plainResult(content: unknown): string | undefined {
  if (typeof content === 'string') return content
  if (content === undefined || content === null) return ''
  if (!Array.isArray(content)) return undefined
  const texts = content.map((block: unknown) =>
    isRecord(block) && block['type'] === 'text' ? stringOf(block, 'text') : undefined,
  )
  return texts.every((each) => each !== undefined) ? texts.join('\n') : undefined
}

/** The media of a changed result: only fewer of them can be stored. */
function attachmentsLeft(state: Value, content: unknown): unknown[] | undefined {
  const left = Array.isArray(content) ? content.filter((block) => isRecord(block) && block['type'] !== 'text') : []
  const stored = listOf(state['attachments'])
  const kept = stored.filter((file: unknown) => {
    return left.some((block) => {
      const source = objectOf(block as Value, 'source')
      const inside = stringOf(source, 'data') ?? stringOf(source, 'url')
      return inside !== undefined && isRecord(file) && stringOf(file, 'url')?.endsWith(inside)
    })
  })
  return kept.length === left.length ? kept : undefined
}

function writeResult(part: Value, block: Value): Value | undefined {
  const state = objectOf(part, 'state') ?? {}
  const { content } = block
  const textOnly = Array.isArray(content)
    ? content.filter((each) => isRecord(each) && each['type'] === 'text')
    : content
  const text = plainResult(textOnly)
  const kept = attachmentsLeft(state, content)
  if (text === undefined || kept === undefined) return undefined
  const time = objectOf(state, 'time') ?? {}
  const { input } = state
  if (block['is_error'] === true) {
    // Without the mark of an interruption: it would send its partial output instead.
    return { ...part, state: { status: 'error', input, error: text, time } }
  }
  const { attachments: _attachments, error: _error, ...rest } = state
  const { compacted: _compacted, ...kepttime } = time
  return {
    ...part,
    state: {
      ...rest,
      status: 'completed',
      output: text,
      title: stringOf(state, 'title') ?? '',
      metadata: objectOf(state, 'metadata') ?? {},
      time: kepttime,
      ...(kept.length > 0 && { attachments: kept }),
    },
  }
}

function writeReasoning(part: Value, block: Value): Value | undefined {
  if (block['type'] === 'text')
    return { type: 'text', text: block['text'], ...(part['time'] !== undefined && { time: part['time'] }) }
  const metadata = objectOf(part, 'metadata') ?? {}
  const { signature: _signature, redactedData: _redacted, ...own } = objectOf(metadata, 'anthropic') ?? {}
  const said = block['type'] === 'thinking' ? stringOf(block, 'thinking') : stringOf(part, 'text')
  if (said === undefined) return undefined
  const seal =
    block['type'] === 'redacted_thinking'
      ? { redactedData: block['data'] }
      : { ...(block['signature'] !== undefined && { signature: block['signature'] }) }
  return { ...part, text: said, metadata: { ...metadata, anthropic: { ...own, ...seal } } }
}

const writers: Readonly<Record<BlockPlace, (part: Value, block: Value) => Value | undefined>> = {
  text: (part, block) => (block['type'] === 'text' ? { ...part, text: block['text'] } : undefined),
  reasoning: writeReasoning,
  call: (part, block) => {
    if (block['type'] !== 'tool_use' || !isRecord(block['input'])) return undefined
    const state = { ...objectOf(part, 'state'), input: block['input'] }
    return { ...part, tool: block['name'], callID: block['id'], state }
  },
  result: writeResult,
  file: (part, block) => (block['type'] === 'text' ? { type: 'text', text: block['text'], synthetic: true } : part),
  fixed: () => undefined,
}

/** The part with a changed block; `undefined` when it cannot hold it. */
export function writeBlock(part: Value, place: BlockPlace, block: unknown): Value | undefined {
  return isRecord(block) ? writers[place](part, block) : undefined
}

/** A part for a block that the repair has added; `undefined` when no part can hold it. */
export function partOfBlock(block: unknown, time: number): Value | undefined {
  if (!isRecord(block)) return undefined
  const span = { start: time, end: time }
  if (block['type'] === 'text') return { type: 'text', text: block['text'], synthetic: true, time: span }
  if (block['type'] !== 'thinking') return undefined
  const metadata = { anthropic: { ...(block['signature'] !== undefined && { signature: block['signature'] }) } }
  return { type: 'reasoning', text: block['thinking'], time: span, metadata }
}
