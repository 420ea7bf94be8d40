import { awsEventFrame } from '../shared/aws-event-frame.ts'
import type { ServerEvent } from '../shared/event-stream.ts'
import { halves } from '../shared/halves.ts'
import { asText, isRecord, type JsonRecord } from '../shared/records.ts'

/** The events of a block. Only a call has a start event; deltas of reasoning are flat, although its block is nested. */
function* blockEvents(block: JsonRecord, contentBlockIndex: number): Generator<ServerEvent> {
  const delta = (change: unknown): ServerEvent => ({ contentBlockDelta: { contentBlockIndex, delta: change } })
  const { reasoningContent, text, toolUse } = block
  if (isRecord(toolUse)) {
    const { input, ...start } = toolUse
    yield { contentBlockStart: { contentBlockIndex, start: { toolUse: start } } }
    for (const piece of halves(JSON.stringify(input))) yield delta({ toolUse: { input: piece } })
  }
  for (const piece of halves(asText(text))) yield delta({ text: piece })
  if (isRecord(reasoningContent)) {
    const { reasoningText } = reasoningContent as { reasoningText: { text: string; signature: string } }
    for (const piece of halves(reasoningText.text)) yield delta({ reasoningContent: { text: piece } })
    yield delta({ reasoningContent: { signature: reasoningText.signature } })
  }
  yield { contentBlockStop: { contentBlockIndex } }
}

/** The events in which ConverseStream tells a message: one key each, as the SDK hands them out. */
export function converseEvents(content: readonly JsonRecord[], stopReason: string): ServerEvent[] {
  return [
    { messageStart: { role: 'assistant' } },
    ...content.flatMap((block, index) => [...blockEvents(block, index)]),
    { messageStop: { stopReason } },
  ]
}

/** @example writeConverseEvent({ modelStreamErrorException: { message: 'The model stopped.' } }) */
export function writeConverseEvent(event: ServerEvent): Uint8Array {
  const [[type, payload] = ['', {}]] = Object.entries(event)
  return awsEventFrame(type, payload)
}
