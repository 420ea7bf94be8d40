import { HeldLease } from './held-lease.ts'
import { commitEdits } from './logic/commit-edits.ts'
import { findPrefix } from './logic/find-prefix.ts'
import { toStoredMessage } from './logic/message-rows.ts'
import { checkRecord, settlePart, toStoredPart } from './logic/settle-part.ts'
import { takeLease } from './logic/take-lease.ts'
import { undoChange } from './logic/undo-change.ts'
import { verifyChain } from './logic/verify-chain.ts'
import { appendMessages, ensureSession, replaceMessages } from './logic/write-messages.ts'
import type { MessageStore } from './message-store.ts'
import type { PartStore } from './part-store.ts'
import type { SessionMeta, SessionStore } from './session-store.ts'
import { StoreError } from './store-error.ts'
import type { StoreBackend } from './store-rows.ts'
import { fromJsonText, toJsonText } from './to-json-text.ts'

/** The store over a backend: every method is one transaction of rows. */
export function storeOver(backend: StoreBackend, now: () => number): SessionStore {
  const close = (): Promise<void> => backend.close()
  return {
    messages: messagesOver(backend, now),
    parts: partsOver(backend, now),
    meta: metaOver(backend, now),
    transact: (sessionID, edits, options) =>
      backend.write((rows) => commitEdits(rows, sessionID, edits, options, now())),
    undo: (sessionID, undoId) => backend.write((rows) => undoChange(rows, sessionID, undoId, now())),
    async lease(sessionID, { owner = 'unnamed', ttlMs }) {
      if (!(ttlMs > 0 && ttlMs < Infinity))
        throw new StoreError({ code: 'invalid_value', message: '`ttlMs` of a lease must be a positive number.' })
      const row = await backend.write((rows) => takeLease(rows, sessionID, owner, ttlMs, now()))
      return row && new HeldLease(backend, sessionID, row, ttlMs, now)
    },
    attempt: (sessionID, fingerprint, rung) =>
      backend.write((rows) => {
        ensureSession(rows, sessionID, now())
        return rows.addAttempt(sessionID, fingerprint, String(rung))
      }),
    clearAttempts: (sessionID) => backend.write((rows) => rows.clearAttempts(sessionID)),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function messagesOver(backend: StoreBackend, now: () => number): MessageStore {
  return {
    async load(sessionID) {
      const found = await backend.read((rows) => {
        const session = rows.session(sessionID)
        if (session === undefined || session.revision === 0) return null
        return { session, messages: verifyChain(session, rows.messages(sessionID)) }
      })
      if (found === null) return null
      const messages = found.messages.map((row, seq) => toStoredMessage(row, sessionID, seq))
      return { revision: found.session.revision, messages }
    },
    append: (sessionID, messages, options) =>
      backend.write((rows) => appendMessages(rows, sessionID, messages, options?.expect, now())),
    replace: (sessionID, messages, { expect }) =>
      backend.write((rows) => replaceMessages(rows, sessionID, messages, expect, now())),
    list: () =>
      backend.read((rows) =>
        rows.sessions().map(({ session: { count, head: _head, ...session }, partCount }) => ({
          ...session,
          messageCount: count,
          partCount,
        })),
      ),
    remove: (sessionID) =>
      backend.write((rows) => {
        const exists = rows.session(sessionID) !== undefined
        if (exists) rows.removeSession(sessionID)
        return exists
      }),
    findByPrefix: (digests) => backend.read((rows) => findPrefix(rows, digests)),
  }
}

function partsOver(backend: StoreBackend, now: () => number): PartStore {
  return {
    record: (sessionID, part) =>
      backend.write((rows) => {
        checkRecord(part)
        const current = rows.part(sessionID, part.callId, part.occurrence)
        const next = settlePart(current, part, now())
        if (next === null) return toStoredPart(current!)
        ensureSession(rows, sessionID, now())
        rows.putPart(sessionID, next)
        return toStoredPart(next)
      }),
    list: (sessionID) => backend.read((rows) => rows.parts(sessionID).map(toStoredPart)),
    get: (sessionID, callId, occurrence) =>
      backend.read((rows) => {
        const row = rows.part(sessionID, callId, occurrence)
        return row === undefined ? null : toStoredPart(row)
      }),
  }
}

function metaOver(backend: StoreBackend, now: () => number): SessionMeta {
  return {
    async get(sessionID, key) {
      const text = await backend.read((rows) => rows.meta(sessionID, key))
      return text === undefined ? undefined : fromJsonText(text, 'meta value')
    },
    set: (sessionID, key, value) =>
      backend.write((rows) => {
        const text = value === undefined ? null : toJsonText(value, 'meta value')
        ensureSession(rows, sessionID, now())
        rows.putMeta(sessionID, key, text)
      }),
  }
}
