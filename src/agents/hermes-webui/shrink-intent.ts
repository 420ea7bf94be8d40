import type { HermesSession } from './session-copy.ts'

/**
 * What the markers of a session say of its having fewer messages than its backup. `lost` is the answer to every marker that is
 * malformed, ambiguous or as old as the backup's: restores fail open.
 */
export type ShrinkIntent =
  | 'intentional_clear_truncate'
  | 'intentional_compress_shrink'
  | 'intentional_message_shrink'
  /** The session was cleared and went on, and its boundaries no longer say so. */
  | 'overtaken_clear'
  | 'lost'

const uuid4 = /^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$/

const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Everything that a clear leaves behind, each field present: a file that lacks one was written by something else. */
function isIdle(session: HermesSession): boolean {
  const empty = ['active_stream_id', 'pending_user_message', 'pending_started_at', 'pending_user_source'] as const
  const attachments = session['pending_attachments']
  return empty.every((name) => session[name] === null) && isList(attachments) && attachments.length === 0
}

function clearOf(live: HermesSession, backup: HermesSession): ShrinkIntent | undefined {
  const generation = live['clear_generation']
  if (!isText(generation) || backup['clear_generation'] === generation) return undefined
  const atStart = live['truncation_watermark'] === 0 && live['truncation_boundary'] === 0
  if (!isIdle(live)) return undefined
  if (atStart && isList(live['context_messages'])) return 'intentional_clear_truncate'
  return live.messages.length > 0 ? 'overtaken_clear' : undefined
}

const compactionMarker = /^\s*\[context compaction/i

function hasCompaction(messages: readonly unknown[]): boolean {
  return messages.some((message) => {
    const content: unknown =
      typeof message === 'object' && message !== null ? Reflect.get(message, 'content') : undefined
    return typeof content === 'string' && compactionMarker.test(content)
  })
}

function compressOf(live: HermesSession, backup: HermesSession): ShrinkIntent | undefined {
  const context = live['context_messages']
  const former = backup['context_messages']
  if (!isList(context) || !isList(former)) return undefined
  const isAnchored = isText(live['compression_anchor_summary']) || live['compression_anchor_message_key'] !== undefined
  const isManual = live['compression_anchor_mode'] === 'manual'
  const watermark = live['truncation_watermark']
  // Zero is where a clear begins, and no compaction; one by hand leaves its anchor.
  const isMarked = isAnchored || (!isManual && typeof watermark === 'number' && watermark > 0)
  // A backup with the summary was written after the compaction: what is missing since then was lost.
  const predates = !hasCompaction(former) && context.length < former.length
  return isMarked && predates ? 'intentional_compress_shrink' : undefined
}

function generationOf(live: HermesSession, backup: HermesSession): ShrinkIntent | undefined {
  const generation = live['intentional_shrink_generation']
  if (typeof generation !== 'string' || !uuid4.test(generation)) return undefined
  const former = backup['intentional_shrink_generation'] ?? undefined
  if (former === generation) return undefined
  const isOlder = former === undefined || (typeof former === 'string' && uuid4.test(former))
  return isOlder ? 'intentional_message_shrink' : undefined
}

/** Why a session holds less than its backup (I14). */
export function shrinkIntent(live: HermesSession, backup: HermesSession): ShrinkIntent {
  return clearOf(live, backup) ?? compressOf(live, backup) ?? generationOf(live, backup) ?? 'lost'
}
