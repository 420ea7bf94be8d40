import { repair } from '../../repair/repair.ts'
import { shortHash } from '../../json/short-hash.ts'
import type { ResolvedAdapterOptions } from '../../recovery/calls/resolve-call-options.ts'
import { reportOf } from '../../recovery/report-of.ts'
import { tell } from '../../recovery/tell.ts'
import type { Lesson } from './known-threads.ts'
import { type ShownMessage, shownMessage, type StoredMessage, withShown } from './stored-message.ts'

/** The part of a `MemoryStorage` of `@mastra/core` in which the messages of a thread are read and replaced. */
export interface ThreadStorage {
  listMessages(asked: object): Promise<{ readonly messages: readonly StoredMessage[] }>
  saveMessages(given: { readonly messages: readonly StoredMessage[] }): Promise<unknown>
  deleteMessages(ids: readonly string[]): Promise<unknown>
}

/** Which messages of a store are meant. */
export interface ThreadPlace {
  readonly storage: ThreadStorage
  readonly threadId: string
  readonly resourceId: string | undefined
  /** How many of the newest Mastra loads; false for all. */
  readonly perPage: number | false
}

/**
 * Repairs what is stored of a thread, with what a run has learned where that is given. Only the messages that differ are written.
 * Never throws: a store that fails is no reason to hold a run back (I10).
 */
export async function repairStoredThread(
  { perPage, resourceId, storage, threadId }: ThreadPlace,
  { allow, mode, onRepair }: Pick<ResolvedAdapterOptions, 'allow' | 'mode' | 'onRepair'>,
  { error, ...asked }: Partial<Lesson> = {},
): Promise<void> {
  try {
    const orderBy = { field: 'createdAt', direction: 'DESC' }
    const loaded = await storage.listMessages({ threadId, resourceId, page: 0, perPage, orderBy })
    const before = [...loaded.messages].reverse()
    const shown = new Map<ShownMessage, StoredMessage>()
    for (const message of before) {
      const read = shownMessage(message)
      if (read !== undefined) shown.set(read, message)
    }
    const options = { format: 'ai-sdk', request: { ...asked, shown: true }, purpose: 'stored', allow, error } as const
    const result = repair([...shown.keys()], options)
    if (!result.changed) return
    const after = withoutOpener(shown, result.messages as readonly ShownMessage[])
    const isOther = after.length !== shown.size || after.some((message) => !shown.has(message))
    if (!isOther) return
    const repairs = mode === 'repair'
    if (repairs) await replace(storage, shown, after)
    tell(onRepair, reportOf({ outcome: repairs ? 'recovered' : 'observed', sessionID: threadId, error, result }))
  } catch (cause) {
    tell(onRepair, { ...reportOf({ outcome: 'failed', sessionID: threadId, error }), cause })
  }
}

/**
 * What is said in front of the first message that was loaded is said in a request alone: the thread has an earlier beginning, or the
 * next request says it again.
 */
function withoutOpener(
  before: ReadonlyMap<ShownMessage, StoredMessage>,
  after: readonly ShownMessage[],
): readonly ShownMessage[] {
  const ids = new Set([...before.keys()].map(({ id }) => id))
  return after.slice(
    Math.max(
      0,
      after.findIndex(({ id }) => ids.has(id)),
    ),
  )
}

/** What differs is written before anything goes: a store that fails between the two holds too much, never too little. */
async function replace(
  storage: ThreadStorage,
  before: ReadonlyMap<ShownMessage, StoredMessage>,
  after: readonly ShownMessage[],
): Promise<void> {
  const byId = new Map([...before.values()].map((message) => [message.id, message]))
  const kept = new Set<string>()
  const written: StoredMessage[] = []
  let last = [...before.values()][0]!
  for (const message of after) {
    const own = byId.get(message.id)
    const next = own ?? madeBehind(last, message)
    if (!before.has(message)) written.push(own ? withShown(own, message) : withShown(next, message))
    kept.add(next.id)
    last = next
  }
  if (written.length > 0) await storage.saveMessages({ messages: written })
  const gone = [...byId.keys()].filter((id) => !kept.has(id))
  if (gone.length > 0) await storage.deleteMessages(gone)
}

/** A message that a repair has made stands a moment behind the one before it: Mastra orders by time. */
function madeBehind(
  { createdAt, id, resourceId, threadId, type }: StoredMessage,
  { role }: ShownMessage,
): StoredMessage {
  return {
    id: `session-recovery-${shortHash(`${threadId ?? ''} ${id}`)}`,
    role,
    threadId,
    resourceId,
    type,
    createdAt: new Date(new Date(createdAt).getTime() + 1),
    content: { format: 2 },
  }
}
