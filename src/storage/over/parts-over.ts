import { recordPart } from '../decisions/record-part.ts'
import type { PartStore } from '../part-store.ts'
import { toPartInput, toStoredPart } from '../rules/part-rows.ts'
import type { StoreBackend } from '../store-backend.ts'
import type { Execute } from './execute.ts'

export function partsOver(backend: StoreBackend, execute: Execute): PartStore {
  return {
    record: async (sessionID, part, options) =>
      toStoredPart(await execute(recordPart, { sessionID, part: toPartInput(part), lease: options?.lease })),
    list: async (sessionID) => (await backend.load({ sessionID, parts: true })).parts.map(toStoredPart),
    async get(sessionID, callId, occurrence) {
      const { part } = await backend.load({ sessionID, part: { callId, occurrence } })
      return part && toStoredPart(part)
    },
  }
}
