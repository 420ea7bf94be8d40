import { repair } from '../../src/repair/repair.ts'
import type { RepairOptions } from '../../src/repair/repair-options.ts'
import type { RepairResult } from '../../src/repair/repair-result.ts'
import {
  anthropicCorruptions,
  type AnthropicTranscript,
  corruptAnthropicTranscript,
  createRandom,
  generateAnthropicTranscript,
  type Judgement,
  judgeAnthropicRequest,
  requestBody,
  requestHeaders,
  type TestMessage,
  places,
} from '../../src/testing.ts'
import { scale, searched, seeds } from '../seeds.ts'

/** One damaged transcript. `name` tells how to make it again. */
export interface Case {
  readonly name: string
  readonly kinds: readonly string[]
  readonly transcript: AnthropicTranscript
  readonly allow: 'synthesised' | 'lossy'
}

export function healthy(seed: number): AnthropicTranscript {
  return generateAnthropicTranscript({ seed, turns: 1 + (seed % 6) })
}

/** Every kind of damage, at the first, the last and some other place. */
export function* singleCases(perKind: number): Generator<Case> {
  for (const [number, kind] of anthropicCorruptions.entries()) {
    let left = Math.ceil(perKind * scale)
    // Some kinds find their place in few transcripts only.
    for (const seed of searched(perKind * 25)) {
      if (left === 0) break
      // Where a kind comes less often than there are places, the next one comes at others.
      const where = places[(seed + number) % places.length]!
      const transcript = kind.apply(healthy(seed * 7 + kind.name.length), createRandom(seed), where)
      if (transcript === null) continue
      left -= 1
      yield toCase([kind.name], `seed ${seed}, ${where}`, transcript)
    }
  }
}

/** Two kinds of damage at once. */
export function* doubleCases(count: number): Generator<Case> {
  for (const seed of seeds(count)) {
    const where = places[seed % places.length]!
    const { applied, transcript } = corruptAnthropicTranscript(healthy(seed), createRandom(seed), { count: 2, where })
    yield toCase(
      applied.map(({ name }) => name),
      `seed ${seed}, ${where}`,
      transcript,
    )
  }
}

/** Only a text can take the place of a medium that cannot be read. */
function toCase(kinds: readonly string[], place: string, transcript: AnthropicTranscript): Case {
  const allow = kinds.some((kind) => /image|pdf/.test(kind)) ? 'lossy' : 'synthesised'
  return { name: `${kinds.join(' + ')} (${place}, ${transcript.request.model})`, kinds, transcript, allow }
}

/** Nothing is left to repair in a list without messages; the store has to give them back. */
export function isRepairable({ kinds }: Case): boolean {
  return !anthropicCorruptions.some(({ beyondRepair, name }) => beyondRepair && kinds.includes(name))
}

export function judge(transcript: AnthropicTranscript): Judgement {
  return judgeAnthropicRequest(requestBody(transcript), requestHeaders(transcript))
}

/** `200`, or the provider's words. */
export function answer(judgement: Judgement): string {
  return 'body' in judgement ? judgement.body.error.message : '200'
}

export function repairOf(
  transcript: AnthropicTranscript,
  options: Partial<RepairOptions> = {},
): { result: RepairResult; next: AnthropicTranscript } {
  const { messages, request } = transcript
  const result = repair(messages, { format: 'anthropic-messages', request, ...options })
  const next = {
    messages: result.messages as TestMessage[],
    request: { ...transcript.request, ...result.request },
    betas: [...new Set([...transcript.betas, ...(result.betas ?? [])])],
  }
  return { result, next }
}

/** An error as the official SDK throws it. */
export function thrown(judgement: Judgement): Error | undefined {
  if (!('body' in judgement)) return undefined
  const error = new Error(`${judgement.status} ${JSON.stringify(judgement.body)}`)
  return Object.assign(error, { status: judgement.status, error: judgement.body })
}

/** What only the provider can tell: whether a seal opens, and to which prefix it was bound. */
export const providerOnly: RegExp =
  /Invalid `(?:signature|data|encrypted_content|encrypted_index)`|cannot be modified|could not be processed|`content` of the `compaction` block differs/

export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const inner of Object.values(value)) deepFreeze(inner)
  return value
}
