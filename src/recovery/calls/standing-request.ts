import type { RequestBody } from '../../formats/format.ts'
import { isRecord } from '../../json/is-record.ts'
import type { SessionStore } from '../../storage/session-store.ts'
import type { StandingRequest } from '../../storage/standing-request.ts'

/** Adds to what later requests need: fields of the newer repair win, beta values add up. */
export async function addStanding(
  store: SessionStore,
  sessionID: string,
  added: StandingRequest,
  lease?: { readonly token: number },
): Promise<void> {
  const former = await store.messages.standing(sessionID)
  const request = { ...former?.request, ...added.request }
  const betas = [...new Set([...(former?.betas ?? []), ...added.betas])]
  await store.messages.setStanding(sessionID, { request, betas }, { lease })
}

/** Standing fields laid into a request, one level deep: the caller's own settings beside them stay. */
export function withStanding(body: RequestBody, standing: RequestBody): RequestBody {
  const merged = Object.entries(standing).map(([field, value]) => {
    const own = body[field]
    return [field, isRecord(own) && isRecord(value) ? { ...value, ...own } : (own ?? value)]
  })
  return { ...body, ...Object.fromEntries(merged) }
}
