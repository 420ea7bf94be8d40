import type { Lease } from '../../src/storage/lease.ts'
import type { SessionStore } from '../../src/storage/session-store.ts'
import { StoreError } from '../../src/storage/store-error.ts'
import { createRandom } from '../../src/testing.ts'
import type { Operation } from './is-linearizable.ts'
import type { StoreAnswer, StoreCall } from './store-machine.ts'

type Random = ReturnType<typeof createRandom>
type StoreOperation = Operation<StoreCall, StoreAnswer>

export interface HistoryOptions {
  readonly seed: number
  readonly sessionID: string
  readonly commands: number
}

/** Longer than any history takes: the clock is none of the calls. */
const ttlMs = 600_000

/** Lets some clients work on one session at once. One store for each of them; what they asked and were told. */
export async function recordHistory(
  stores: readonly SessionStore[],
  { commands, seed, sessionID }: HistoryOptions,
): Promise<StoreOperation[]> {
  const history: StoreOperation[] = []
  // Counts moments instead of measuring them: no two are the same.
  let moment = 0
  const client = async (store: SessionStore, name: number): Promise<void> => {
    const random = createRandom(seed * stores.length + name)
    const known: Known = { revision: 0, lease: undefined }
    for (let number = 0; number < commands; number += 1) {
      const call = chooseCall(random, known, `${name}.${number}`)
      const invoked = (moment += 1)
      const answer = await perform(store, sessionID, call, known).catch((error: unknown) => refusal(error))
      history.push({ call, answer, invoked, returned: (moment += 1) })
    }
  }
  await Promise.all(stores.map(client))
  return history
}

/** What a client remembers: it may be out of date. */
interface Known {
  revision: number
  lease: Lease | undefined
}

function chooseCall(random: Random, { lease, revision }: Known, text: string): StoreCall {
  const token = lease?.token ?? 0
  const calls: readonly StoreCall[] = [
    { type: 'append', text },
    { type: 'append', text, expect: revision },
    { type: 'load' },
    { type: 'load' },
    { type: 'holder' },
    ...(lease === undefined
      ? [{ type: 'acquire' } as const, { type: 'acquire' } as const]
      : [
          { type: 'append', text, token } as const,
          { type: 'append', text, token, expect: revision } as const,
          { type: 'renew', token } as const,
          { type: 'release', token } as const,
          // A second one while the first may be ours.
          { type: 'acquire' } as const,
        ]),
  ]
  return calls[Math.floor(random.next() * calls.length)]!
}

async function perform(store: SessionStore, sessionID: string, call: StoreCall, known: Known): Promise<StoreAnswer> {
  switch (call.type) {
    case 'append': {
      const { expect, text, token } = call
      const options = { ...(expect !== undefined && { expect }), ...(token !== undefined && { lease: { token } }) }
      known.revision = await store.messages.append(sessionID, [{ raw: text }], options)
      return { number: known.revision }
    }
    case 'load': {
      const session = await store.messages.load(sessionID)
      known.revision = session?.revision ?? 0
      return { revision: known.revision, texts: (session?.messages ?? []).map(({ raw }) => `${String(raw)} `).join('') }
    }
    case 'acquire': {
      const lease = await store.leases.acquire(sessionID, { ttlMs })
      if (lease.held) return { is: false }
      known.lease = lease
      return { number: lease.token }
    }
    case 'renew':
      return { is: await known.lease!.renew() }
    case 'release':
      await known.lease!.release()
      return { is: true }
    case 'holder':
      return { is: (await store.leases.holder(sessionID)) !== null }
  }
}

function refusal(error: unknown): StoreAnswer {
  if (StoreError.isInstance(error)) return { refused: error.code }
  throw error
}
