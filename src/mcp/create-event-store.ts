import { randomUUID } from 'node:crypto'
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server'
import { checkArgument } from '../errors/check-options.ts'
import { decodedComponent } from '../json/decoded-component.ts'
import type { SessionStore } from '../storage/session-store.ts'
import { storeRule } from '../storage/store-rule.ts'

/**
 * Events of 2025-era transports (`Last-Event-ID`) in a store, so that a stream goes on after a restart of the server. One stream
 * is one session of the store; what was sent is durable before it leaves.
 *
 * @throws {OptionsError} for what is no store; Error from `replayEventsAfter` for an event that is not known: the client must begin anew
 * @example
 * const eventStore = createEventStore(createJournalStore('events'))
 * new NodeStreamableHTTPServerTransport({ sessionIdGenerator: randomUUID, eventStore })
 */
export function createEventStore(store: SessionStore): EventStore {
  checkArgument('store', store, storeRule)
  return {
    async storeEvent(streamId, message) {
      const id = `${encodeURIComponent(streamId)}_${randomUUID()}`
      await store.messages.append(sessionOf(streamId), [{ raw: message, meta: { id } }])
      return id
    },
    async getStreamIdForEventId(eventId) {
      return streamOf(eventId)
    },
    async replayEventsAfter(lastEventId, { send }) {
      const streamId = streamOf(lastEventId)
      const stored = streamId === undefined ? null : await store.messages.load(sessionOf(streamId))
      const last = stored?.messages.findIndex(({ meta }) => meta.id === lastEventId) ?? -1
      if (streamId === undefined || stored === null || last < 0) {
        throw new Error(`There is no event ${JSON.stringify(lastEventId)}: begin a new stream.`)
      }
      for (const { meta, raw } of stored.messages.slice(last + 1)) await send(meta.id, raw as JSONRPCMessage)
      return streamId
    },
  }
}

const sessionOf = (streamId: string): string => `mcp-stream-${streamId}`

function streamOf(eventId: string): string | undefined {
  const end = eventId.lastIndexOf('_')
  return end < 0 ? undefined : decodedComponent(eventId.slice(0, end))
}
