import { isRecord } from '../../json/is-record.ts'
import { prefixDigests } from '../../storage/prefix-digests.ts'
import { StoreError } from '../../storage/store-error.ts'

/**
 * How a copy stands to another one: `behind` when all it holds is the beginning of the other, or a hull of it without its
 * texts; `ahead` the other way round; `diverged` when each holds what the other does not.
 */
export type Relation = 'equal' | 'behind' | 'ahead' | 'diverged'

/** Bookkeeping that programs add to a message afterwards; the conversation is the same. */
function withoutNotes(message: unknown): unknown {
  if (!isRecord(message)) return message ?? null
  return Object.fromEntries(Object.entries(message).filter(([name]) => !name.startsWith('_') && name !== 'timestamp'))
}

function isHullOf(hull: unknown, whole: unknown): boolean {
  if (!isRecord(hull) || !isRecord(whole) || hull['role'] !== whole['role']) return false
  const content = hull['content']
  const isEmpty = content === '' || content == null || (Array.isArray(content) && content.length === 0)
  return isEmpty && whole['content'] !== content && hull['tool_calls'] === undefined
}

/** The length of the common beginning: by content, never by number alone. */
function commonPrefix(first: readonly unknown[], second: readonly unknown[]): number {
  const own = prefixDigests(first.map(withoutNotes))
  const other = prefixDigests(second.map(withoutNotes))
  const at = own.findIndex((digest, index) => digest !== other[index])
  return at < 0 ? own.length : at
}

/**
 * Compares two copies of a conversation by the digests of their prefixes. Copies of which one has no digest, nested too deep to be
 * written, are `diverged`: only a person can tell them apart.
 *
 * @example
 * compareCopies([hello], [hello, answer]) // 'behind'
 */
export function compareCopies(copy: readonly unknown[], other: readonly unknown[]): Relation {
  try {
    return compareDigests(copy, other)
  } catch (cause) {
    if (StoreError.isInstance(cause) && cause.code === 'invalid_value') return 'diverged'
    throw cause
  }
}

function compareDigests(copy: readonly unknown[], other: readonly unknown[]): Relation {
  const common = commonPrefix(copy, other)
  if (common === copy.length) return common === other.length ? 'equal' : 'behind'
  if (common === other.length) return 'ahead'
  const isHollow =
    copy.length <= other.length &&
    copy.every((message, at) => commonPrefix([message], [other[at]]) === 1 || isHullOf(message, other[at]))
  return isHollow ? 'behind' : 'diverged'
}
