import { awsEventFrame } from '../shared/aws-event-frame.ts'
import type { ServerEvent } from '../shared/event-stream.ts'
import { asText, isRecord, type JsonRecord } from '../shared/records.ts'

/** Two pieces, so that a client has to put them together. */
const pieces = (text: string): string[] => {
  const half = Math.ceil(text.length / 2)
  return [text.slice(0, half), text.slice(half)].filter((piece) => piece !== '')
}

/** Only a call has a start; deltas of reasoning are flat where its block is nested. */
function* blockEvents(block: JsonRecord, contentBlockIndex: number): Generator<ServerEvent> {
  const delta = (change: unknown): ServerEvent => ({ contentBlockDelta: { contentBlockIndex, delta: change } })
  const { reasoningContent, text, toolUse } = block
  if (isRecord(toolUse)) {
    const { input, ...start } = toolUse
    yield { contentBlockStart: { contentBlockIndex, start: { toolUse: start } } }
    for (const piece of pieces(JSON.stringify(input))) yield delta({ toolUse: { input: piece } })
  }
  for (const piece of pieces(asText(text))) yield delta({ text: piece })
  if (isRecord(reasoningContent)) {
    const { reasoningText } = reasoningContent as { reasoningText: { text: string; signature: string } }
    for (const piece of pieces(reasoningText.text)) yield delta({ reasoningContent: { text: piece } })
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
