/** Starts every text that a repair puts into a transcript, so that people, models and a later repair can tell it apart (I5). */
export const syntheticMark = '[session-recovery] '

/** Texts of a repair: truthful, deterministic, and never putting words into the user's mouth (I5). */
export const syntheticText = {
  outcomeUnknown:
    'This tool call was interrupted before its result was recorded. Its outcome is unknown: check the current state before repeating it.',
  neverStarted: 'This tool call was never started; it had no effect.',
  notAvailable:
    'The result of this tool call is not available. Whether the tool ran is unknown: check the current state before repeating the call.',
  callsOnly: 'This message only calls tools.',
  noOutput: 'This tool call returned no output.',
  emptyMessage: 'This message was empty.',
  continue: 'The conversation was interrupted here. Continue from where it stopped.',
  start: 'The beginning of this conversation is not available.',
  bridge: 'The tool results above were received.',
  split: 'The message above goes on below.',
  document: 'A document is attached.',
  noReasoning: 'The reasoning of this step is not available.',
} as const

/** A text with the mark in front. */
export function marked(text: string): string {
  return syntheticMark + text
}

/**
 * Whether a result's content was put there by a repair: plain text, or a list that starts with such a text block.
 *
 * @example
 * isSynthetic([{ type: 'text', text: '[session-recovery] This tool call returned no output.' }]) // true
 */
export function isSynthetic(payload: unknown): boolean {
  if (typeof payload === 'string') return payload.startsWith(syntheticMark)
  if (Array.isArray(payload)) return isSynthetic(payload[0])
  if (typeof payload !== 'object' || payload === null) return false
  return Object.values(payload).some((value) => typeof value === 'string' && value.startsWith(syntheticMark))
}
