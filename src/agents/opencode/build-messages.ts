import { ownValue } from '../../json/own-value.ts'
import { mediaBlock } from './media-block.ts'
import { objectOf, stringOf } from './stored-rows.ts'
import type { SoundMessage, SoundRow } from './sound-session.ts'
import { isRecord } from '../../json/is-record.ts'

/** The role of a block in its part: opencode keeps a call and its result in one. `fixed` blocks are made by opencode, not stored. */
export type BlockPlace = 'text' | 'reasoning' | 'call' | 'result' | 'file' | 'fixed'

export interface BlockSource {
  readonly part: SoundRow
  readonly place: BlockPlace
}

/** A message of the request, and for each of its blocks the part that it comes from. */
export interface BuiltMessage {
  readonly message: { readonly role: 'user' | 'assistant'; readonly content: readonly Record<string, unknown>[] }
  readonly sources: readonly BlockSource[]
  readonly row: SoundMessage
}

type Sourced = readonly [Record<string, unknown>, BlockSource]

const text = (value: string): Record<string, unknown> => ({ type: 'text', text: value })

/** Texts that opencode puts in the place of parts. */
const fixedTexts: Readonly<Record<string, string>> = {
  compaction: 'What did we do so far?',
  subtask: 'The following tool was executed by the user',
}

/** Characters that the API does not permit in ids are replaced on the way. */
export function wireCallId(callId: string): string {
  return callId.replaceAll(/[^a-zA-Z0-9_-]/g, '_')
}

function userBlocks({ parts }: SoundMessage): Sourced[] {
  return parts.flatMap((part): Sourced[] => {
    const { value } = part
    const type = stringOf(value, 'type') ?? ''
    const said = stringOf(value, 'text')
    if (type === 'text') return !said || value['ignored'] ? [] : [[text(said), { part, place: 'text' }]]
    const fixed = ownValue(fixedTexts, type)
    if (fixed !== undefined) return [[text(fixed), { part, place: 'fixed' }]]
    const isSent = type === 'file' && !['text/plain', 'application/x-directory'].includes(stringOf(value, 'mime') ?? '')
    return isSent ? [[mediaBlock(value), { part, place: 'file' }]] : []
  })
}

/** The result in a tool part: opencode's own text for errors, an interruption for a call that never ended. */
function resultOf(state: Record<string, unknown>): { content: unknown; isError: boolean } {
  const { status } = state
  if (status === 'completed') {
    if (objectOf(state, 'time')?.['compacted']) return { content: '[Old tool result content cleared]', isError: false }
    const output = stringOf(state, 'output') ?? ''
    const { attachments } = state
    const media = Array.isArray(attachments) ? attachments.filter(isRecord).map(mediaBlock) : []
    return { content: media.length > 0 ? [...(output ? [text(output)] : []), ...media] : output, isError: false }
  }
  if (status !== 'error') return { content: '[Tool execution was interrupted]', isError: true }
  const metadata = objectOf(state, 'metadata')
  const partial = metadata?.['interrupted'] === true ? stringOf(metadata, 'output') : undefined
  return partial === undefined
    ? { content: stringOf(state, 'error') ?? '', isError: true }
    : { content: partial, isError: false }
}

function toolBlocks(part: SoundRow): { call: Sourced; result: Sourced } {
  const state = objectOf(part.value, 'state') ?? {}
  const id = wireCallId(stringOf(part.value, 'callID') ?? '')
  const { content, isError } = resultOf(state)
  const call = { type: 'tool_use', id, name: part.value['tool'], input: state['input'] }
  const result = { type: 'tool_result', tool_use_id: id, content, ...(isError && { is_error: true }) }
  return { call: [call, { part, place: 'call' }], result: [result, { part, place: 'result' }] }
}

function reasoningBlock({ value }: SoundRow, isForeign: boolean): Record<string, unknown> | undefined {
  const said = stringOf(value, 'text') ?? ''
  if (isForeign) return said.trim() ? text(said) : undefined
  const own = objectOf(objectOf(value, 'metadata'), 'anthropic')
  const signature = stringOf(own, 'signature')
  if (signature !== undefined) return { type: 'thinking', thinking: said, signature }
  const data = stringOf(own, 'redactedData')
  return data === undefined ? undefined : { type: 'redacted_thinking', data }
}

/** An aborted message is sent when it holds more than reasoning; one that ended in another error is not. */
function isSent({ value, parts }: SoundMessage): boolean {
  const error = objectOf(value, 'error')
  if (!error) return true
  return (
    error['name'] === 'MessageAbortedError' &&
    parts.some((part) => part.value['type'] !== 'step-start' && part.value['type'] !== 'reasoning')
  )
}

/** The messages of an assistant row: each step is a message of its own, followed by its results. */
function assistantSteps(row: SoundMessage, isForeign: boolean): BuiltMessage[] {
  const built: BuiltMessage[] = []
  let said: Sourced[] = []
  let results: Sourced[] = []
  const close = (): void => {
    if (said.length > 0) built.push(messageOf('assistant', said, row))
    if (results.length > 0) built.push(messageOf('user', results, row))
    said = []
    results = []
  }
  const isSigned = row.parts.some(
    ({ value }) => objectOf(objectOf(value, 'metadata'), 'anthropic')?.['signature'] != null,
  )
  for (const part of row.parts) {
    const type = stringOf(part.value, 'type')
    if (type === 'step-start') close()
    else if (type === 'text') {
      const value = stringOf(part.value, 'text') || (isSigned ? ' ' : '')
      if (value) said.push([text(value), { part, place: 'text' }])
    } else if (type === 'reasoning') {
      const block = reasoningBlock(part, isForeign)
      if (block) said.push([block, { part, place: 'reasoning' }])
    } else if (type === 'tool') {
      const { call, result } = toolBlocks(part)
      said.push(call)
      results.push(result)
    }
  }
  close()
  return built
}

function messageOf(role: 'user' | 'assistant', blocks: readonly Sourced[], row: SoundMessage): BuiltMessage {
  return {
    message: { role, content: blocks.map(([block]) => block) },
    sources: blocks.map(([, source]) => source),
    row,
  }
}

export interface CurrentModel {
  readonly providerID?: string
  readonly modelID?: string
}

/** Whether the model is Claude: at Anthropic, or behind another provider of its format (Bedrock, Vertex, a gateway). */
export function asksClaude({ modelID = '', providerID }: CurrentModel): boolean {
  return providerID === 'anthropic' || /claude/i.test(modelID)
}

/** The model of the next prompt: that of the last prompt. */
export function currentModel(messages: readonly SoundMessage[]): CurrentModel {
  const last = messages.findLast(({ value }) => value['role'] === 'user' && objectOf(value, 'model'))
  const model = objectOf(last?.value, 'model')
  const [providerID, modelID] = [stringOf(model, 'providerID'), stringOf(model, 'modelID')]
  return { ...(providerID !== undefined && { providerID }), ...(modelID !== undefined && { modelID }) }
}

/** The messages that opencode 1.18.33 would send (`toModelMessages`, then the AI SDK's Anthropic provider). */
export function buildMessages(messages: readonly SoundMessage[]): BuiltMessage[] {
  const { providerID, modelID } = currentModel(messages)
  return messages.flatMap((row): BuiltMessage[] => {
    if (row.value['role'] === 'user') {
      const blocks = userBlocks(row)
      return blocks.length > 0 ? [messageOf('user', blocks, row)] : []
    }
    const isForeign = row.value['providerID'] !== providerID || row.value['modelID'] !== modelID
    return isSent(row) ? assistantSteps(row, isForeign) : []
  })
}
