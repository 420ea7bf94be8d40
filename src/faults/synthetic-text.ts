/** Starts every text that a repair puts into a transcript, so that people, models and a later repair can tell it apart (I5). */
export const syntheticMark = '[session-recovery] '

/** Texts of a repair. */
export * as syntheticText from './synthetic-texts.ts'

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
