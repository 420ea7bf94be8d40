import type { RequestBody } from '../formats/format.ts'
import { isRecord } from '../json/is-record.ts'
import type { SessionStore } from '../storage/session-store.ts'

/** Fields and beta header values that every later request of a session needs (I11). */
export interface StandingRequest {
  readonly request: RequestBody
  readonly betas: readonly string[]
}

const key = 'request'

/** What later requests of the session need; undefined when nothing, or when what is stored is nothing of ours. */
export async function loadStanding(store: SessionStore, sessionID: string): Promise<StandingRequest | undefined> {
  const value = await store.meta.get(sessionID, key)
  if (!isRecord(value) || !isRecord(value['request']) || !Array.isArray(value['betas'])) return undefined
  const betas = value['betas'].filter((beta) => typeof beta === 'string')
  return { request: value['request'], betas }
}

/** Adds to what later requests need: fields of the newer repair win, beta values add up. */
export async function addStanding(store: SessionStore, sessionID: string, added: StandingRequest): Promise<void> {
  const former = await loadStanding(store, sessionID)
  const request = { ...former?.request, ...added.request }
  const betas = [...new Set([...(former?.betas ?? []), ...added.betas])]
  await store.meta.set(sessionID, key, { request, betas })
}

/** Standing fields laid into a request, one level deep: the caller's own settings beside them stay. */
export function withStanding(body: RequestBody, standing: RequestBody): RequestBody {
  const merged = Object.entries(standing).map(([field, value]) => {
    const own = body[field]
    return [field, isRecord(own) && isRecord(value) ? { ...value, ...own } : (own ?? value)]
  })
  return { ...body, ...Object.fromEntries(merged) }
}
