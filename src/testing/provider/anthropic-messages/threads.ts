import { asList, asText, canonicalJson, isRecord, type JsonRecord } from '../shared/records.ts'
import type { Refusal } from './refusal.ts'

/** The server's state for a response id: the whole conversation including that response. */
export type StoredThread = {
  body: JsonRecord
  messages: readonly unknown[]
  continued: 'no' | 'in_flight' | 'yes'
}

/** Finds the thread that a request continues; without one the answer is a 404 `thread_not_found`. */
export type ThreadLookup = (previousMessageId: string) => StoredThread | null | undefined

export const threadsBeta = 'message-threads-2026-08-12'

const missing: Refusal = {
  status: 404,
  message:
    'No usable Thread state was found for `previous_message_id`. Replay the full conversation with `thread: {"type": "create"}` to start a new Thread.',
  errorCode: 'thread_not_found',
}

const spent: Record<'in_flight' | 'yes', Refusal> = {
  yes: {
    message:
      'The response that `previous_message_id` names has already been continued. Continue from the most recent response `id`.',
    errorCode: 'thread_already_continued',
  },
  in_flight: {
    message: 'Another request is still continuing from the same `previous_message_id`.',
    errorCode: 'thread_continue_in_flight',
  },
}

const stable = ['model', 'output_config', 'thinking', 'tool_choice'] as const

/**
 * Turns a thread request into the full request that the server judges. Source: SDK 1.11 error classes Thread*Error and
 * `lib/internal/threads/ThreadState.ts` (system and tools come from the thread on a continue).
 */
export function resolveThread(
  body: JsonRecord,
  betas: ReadonlySet<string>,
  lookup: ThreadLookup | undefined,
): { body: JsonRecord } | Refusal {
  const thread = body['thread']
  if (!isRecord(thread) || !betas.has(threadsBeta) || thread['type'] !== 'continue') return { body }
  const stored = lookup?.(asText(thread['previous_message_id']))
  if (!stored) return missing
  if (stored.continued !== 'no') return spent[stored.continued]
  const repeated = ['system', 'tools'].filter((key) => body[key] !== undefined)
  const changed = stable.filter(
    (key) => body[key] !== undefined && canonicalJson(body[key]) !== canonicalJson(stored.body[key]),
  )
  const differing = [...repeated, ...changed]
  if (differing.length > 0)
    return {
      message: `The request differs from the stored Thread. differing field(s): ${differing.join(', ')}`,
      errorCode: 'thread_fingerprint_mismatch',
    }
  return { body: { ...stored.body, ...body, messages: [...stored.messages, ...asList(body['messages'])] } }
}
