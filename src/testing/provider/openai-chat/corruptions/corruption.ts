import { createRandom, type Random } from '../../shared/random.ts'
import { isRecord, type JsonRecord } from '../../shared/records.ts'
import type { ChatMessage, ChatTranscript } from '../transcript.ts'

/** Which of the possible places is damaged. */
export type ChatPlace = 'first' | 'last' | 'random'

/** One kind of damage that real sessions show. `apply` never changes its input; null means: not applicable here. */
export type ChatCorruption = {
  name: string
  /** The fault type that it causes, by the catalogue (`RecoveryErrorType`). */
  faultType: string
  /** Media or text that no vendor reads has to go: the repair needs `allow: 'lossy'`. */
  lossy?: true
  apply: (transcript: ChatTranscript, random?: Random, where?: ChatPlace) => ChatTranscript | null
}

export type Pick = <Item>(items: readonly Item[]) => Item | undefined

/** Wraps a change of a private copy: `false` means that there was nothing to damage. */
export function chatCorruption(
  name: string,
  faultType: string,
  damage: (copy: ChatTranscript, pick: Pick, random: Random) => boolean | void,
): ChatCorruption {
  return {
    name,
    faultType,
    apply(transcript, random = createRandom(1), where = 'random') {
      const copy = structuredClone(transcript)
      const pick: Pick = (items) => {
        if (items.length === 0) return undefined
        return where === 'first' ? items[0] : where === 'last' ? items.at(-1) : random.pick(items)
      }
      return damage(copy, pick, random) === false ? null : copy
    },
  }
}

/** Damages one message that matches; `change` may return false when this place will not do. */
export const onMessage = (
  name: string,
  faultType: string,
  matches: (message: ChatMessage) => boolean,
  change: (message: ChatMessage, copy: ChatTranscript, at: number) => boolean | void,
): ChatCorruption =>
  chatCorruption(name, faultType, (copy, pick) => {
    const message = pick(copy.messages.filter(matches))
    return message === undefined ? false : change(message, copy, copy.messages.indexOf(message))
  })

export const hasRole =
  (...roles: string[]) =>
  (message: ChatMessage): boolean =>
    roles.includes(message.role)

export const callsOf = (message: ChatMessage): JsonRecord[] =>
  message.role === 'assistant' && Array.isArray(message['tool_calls']) ? (message['tool_calls'] as JsonRecord[]) : []

export const asksTools = (message: ChatMessage): boolean => callsOf(message).length > 0

/** Damages the inner record of one function call. */
export const onCall = (
  name: string,
  faultType: string,
  change: (call: JsonRecord, inner: JsonRecord, copy: ChatTranscript) => boolean | void,
): ChatCorruption =>
  chatCorruption(name, faultType, (copy, pick) => {
    const calls = copy.messages.flatMap(callsOf).filter((call) => isRecord(call['function']))
    const call = pick(calls)
    return call === undefined ? false : change(call, call['function'] as JsonRecord, copy)
  })
