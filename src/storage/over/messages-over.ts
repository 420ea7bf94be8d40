import { append, type AppendCommand } from '../decisions/append.ts'
import { remove } from '../decisions/remove.ts'
import { replace, type ReplaceCommand } from '../decisions/replace.ts'
import { setReference } from '../decisions/set-reference.ts'
import { setStanding } from '../decisions/set-standing.ts'
import { withParts } from '../decisions/with-parts.ts'
import type { MessageInput } from '../message-input.ts'
import type { MessageStore, NewMessage, PrefixMatch, SessionSummary } from '../message-store.ts'
import type { PartInput } from '../part-input.ts'
import type { PartRecord } from '../part-store.ts'
import { checkChain } from '../rules/chain.ts'
import { checkLimit } from '../rules/check-limit.ts'
import { checked, checkedList, checkedText } from '../rules/checked.ts'
import { choosePrefix } from '../rules/choose-prefix.ts'
import { byChange } from '../rules/listing-order.ts'
import { toMessageInput, toStoredMessage } from '../rules/message-rows.ts'
import { toPartInput } from '../rules/part-rows.ts'
import { livingSession } from '../rules/session-rules.ts'
import type { StandingRequest } from '../standing-request.ts'
import type { ListedSession, StoreBackend } from '../store-backend.ts'
import { StoreError } from '../store-error.ts'
import { fromJsonText, toJsonText } from '../to-json-text.ts'
import type { Execute } from './execute.ts'

/** How many digests are looked up first: few, since most conversations go on where they ended. */
const FIRST_LOOKUP = 2

const appendWithParts = withParts<AppendCommand>(append)
const replaceWithParts = withParts<ReplaceCommand>(replace)

export function messagesOver(backend: StoreBackend, execute: Execute): MessageStore {
  return {
    async load(sessionID) {
      const facts = await backend.load({ sessionID, contents: 'all' })
      const session = livingSession(facts)
      if (session === null || session.revision === 0) return null
      const damage = checkChain(session, facts.contents)
      if (damage) throw new StoreError({ ...damage, path: backend.path })
      const messages = facts.contents.map((row, seq) => toStoredMessage(row, sessionID, seq))
      return { revision: session.revision, epoch: session.epoch, messages }
    },
    append: async (sessionID, messages, options) => {
      const { expect, lease, parts = [] } = checked(options)
      return execute(appendWithParts, { ...inputsOf(messages, parts), sessionID, expect, lease })
    },
    replace: async (sessionID, messages, options) => {
      const { expect, known, lease, parts = [] } = checked(options, 'expect')
      checkedList('messages', messages)
      if (known !== undefined && known.length > messages.length)
        throw new StoreError({ code: 'invalid_value', message: 'More messages are said to be known than are given.' })
      const inputs = inputsOf(messages.slice(known?.length), parts)
      return execute(replaceWithParts, { ...inputs, sessionID, expect, known, lease })
    },
    list: async () => summariesOf(await backend.sessions()),
    async newest(limit) {
      checkLimit(limit)
      if (backend.newest) {
        const { total, sessions } = await backend.newest(limit)
        return { total, sessions: summariesOf(sessions) }
      }
      const all = summariesOf(await backend.sessions())
      return { total: all.length, sessions: all.slice(0, limit) }
    },
    remove: async (sessionID, options) => execute(remove, { sessionID, lease: checked(options).lease }),
    findByPrefix: (digests) => findByPrefix(backend, digests),
    findReference: (responseID) => backend.reference(responseID),
    setReference: async (sessionID, responseID, options) => {
      const { replaces = null, lease } = checked(options)
      checkedText('The id of a response', responseID)
      return execute(setReference, { sessionID, responseID, replaces, lease })
    },
    async standing(sessionID) {
      const standing = livingSession(await backend.load({ sessionID }))?.standing ?? null
      return standing === null ? null : (fromJsonText(standing, 'standing request') as StandingRequest)
    },
    async setStanding(sessionID, standing, options) {
      const text = standing === null ? null : toJsonText(standing, 'standing request')
      await execute(setStanding, { sessionID, standing: text, lease: checked(options).lease })
    },
  }
}

function inputsOf(
  messages: readonly NewMessage[],
  parts: readonly PartRecord[],
): { readonly messages: readonly MessageInput[]; readonly parts: readonly PartInput[] } {
  return { messages: checkedList('messages', messages).map(toMessageInput), parts: parts.map(toPartInput) }
}

const NOTHING_KNOWN = { revision: 0, epoch: 0, messageCount: 0, partCount: 0, createdAt: 0, updatedAt: 0 }

function summariesOf(listed: readonly ListedSession[]): SessionSummary[] {
  const known = listed.filter((each) => each.unreadable === undefined)
  const unknown = listed.filter((each) => each.unreadable !== undefined)
  const sorted = known.toSorted((first, second) => byChange(first.session, second.session))
  return [
    ...sorted.map(({ session: { sessionID, revision, epoch, count, createdAt, updatedAt }, partCount }) => ({
      sessionID,
      revision,
      epoch,
      messageCount: count,
      partCount,
      createdAt,
      updatedAt,
    })),
    // Unreadable ones last: a caller that goes on with the newest session needs one that can be read.
    ...unknown.map(({ sessionID, unreadable }) => ({ sessionID, ...NOTHING_KNOWN, unreadable })),
  ]
}

/** Searches from the end in stretches that grow: a running conversation is found at once, and a new one takes few lookups. */
async function findByPrefix(backend: StoreBackend, digests: readonly string[]): Promise<PrefixMatch | null> {
  let end = digests.length
  for (let size = FIRST_LOOKUP; end > 0; size *= 4) {
    const start = Math.max(0, end - size)
    const stretch = digests.slice(start, end)
    const match = choosePrefix(stretch, start + 1, await backend.prefixes(stretch))
    if (match) return match
    end = start
  }
  return null
}
