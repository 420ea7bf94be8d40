import type { Emulator } from './create-emulator.ts'
import type { Damage } from './damage.ts'
import type { JsonRecord } from './records.ts'

/** A provider's refusal of a request; null stands for a 200. */
export type Refusal = {
  status: number
  /** The provider's own words. */
  wording: string
  /** The body of its answer; absent when a library refuses instead of a server. */
  body?: unknown
}

/** Options of the generated transcript; the same options give the same bytes. */
export type KitOptions = {
  /** The number of the transcript: any whole number. */
  seed: number
  /** Number of exchanges, each of a few messages (default: by the seed). */
  turns?: number
}

/**
 * All that tests, benchmarks and documentation need to know of one format, written from the documentation of its provider
 * and never from the linter (I3). A kit takes back only transcripts that it has made itself.
 */
export type Kit<Name extends string = string, Transcript = unknown> = {
  format: Name
  /** The field of a transcript that holds its messages; null: the transcript itself is the list. */
  list: string | null
  /** A healthy conversation; the same seed gives the same bytes. */
  generate(options: KitOptions): Transcript
  /** Every kind of damage that real sessions show. */
  corruptions: readonly Damage<Transcript>[]
  /** The answer of the provider; null: it accepts the transcript. */
  judge(transcript: Transcript): Refusal | null
  /** The provider as a server; absent for formats that never go over a wire. */
  emulator?(options?: { seed?: number }): Emulator
}

/** The messages of a transcript, and the options that a linter gets beside them. */
export type KitParts = { messages: unknown; request: JsonRecord; dialect?: string }

/**
 * Splits a transcript of a kit: the model of a path becomes part of the request, as for a linter.
 *
 * @example
 * partsOf(kit, kit.generate({ seed: 1 })).messages
 */
export function partsOf({ list }: Pick<Kit, 'list'>, transcript: unknown): KitParts {
  if (list === null) return { messages: transcript, request: {} }
  const { [list]: messages, request, model, vendor } = transcript as JsonRecord
  return {
    messages,
    request: { ...(typeof model === 'string' && { model }), ...(request as JsonRecord) },
    ...(typeof vendor === 'string' && { dialect: vendor }),
  }
}

/**
 * The transcript with other messages, changes to its request, and further values of its beta header.
 *
 * @example
 * withParts(kit, transcript, { messages: repaired, betas: ['context-1m-2025-08-07'] })
 */
export function withParts<Transcript>(
  { list }: Pick<Kit, 'list'>,
  transcript: Transcript,
  { messages, request = {}, betas = [] }: { messages: unknown; request?: object; betas?: readonly string[] },
): Transcript {
  if (list === null) return messages as Transcript
  const before = transcript as JsonRecord
  const changed = Object.entries(request).filter(([field]) => field !== 'model' || !('model' in before))
  return {
    ...before,
    [list]: messages,
    request: { ...(before['request'] as JsonRecord), ...Object.fromEntries(changed) },
    ...(Array.isArray(before['betas']) && { betas: [...new Set([...(before['betas'] as string[]), ...betas])] }),
  } as Transcript
}
