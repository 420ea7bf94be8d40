import { type Damage, damage } from '../../shared/damage.ts'
import { isRecord, type JsonRecord } from '../../shared/records.ts'
import type { ChatMessage, ChatTranscript } from '../transcript.ts'

/** One kind of damage to a conversation of Chat Completions. */
export type ChatCorruption = Damage<ChatTranscript>

/** Wraps a change of a private copy; the change returns `false` when it finds nothing to damage. */
export const chatCorruption: typeof damage<ChatTranscript> = damage

/** Damages one message that matches; `change` may return false when a place is unsuitable. */
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
