import { recordParts } from '../decisions/record-parts.ts'
import type { PartStore } from '../part-store.ts'
import { checked, checkedList } from '../rules/checked.ts'
import { toPartInput, toStoredPart } from '../rules/part-rows.ts'
import type { StoreBackend } from '../store-backend.ts'
import type { Execute } from './execute.ts'

export function partsOver(backend: StoreBackend, execute: Execute): PartStore {
  const recordAll: PartStore['recordAll'] = async (sessionID, parts, options) => {
    const { lease } = checked(options)
    const rows = await execute(recordParts, { sessionID, parts: checkedList('parts', parts).map(toPartInput), lease })
    return rows.map(toStoredPart)
  }
  return {
    record: async (sessionID, part, options) => (await recordAll(sessionID, [part], options))[0]!,
    recordAll,
    list: async (sessionID) => (await backend.load({ sessionID, parts: 'all' })).parts.map(toStoredPart),
    async get(sessionID, callId, occurrence) {
      const [part] = (await backend.load({ sessionID, parts: [{ callId, occurrence }] })).parts
      return part === undefined ? null : toStoredPart(part)
    },
  }
}
