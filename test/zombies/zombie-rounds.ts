import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError } from '../../src/storage/store-error.ts'
import { acquired } from '../../src/testing/contracts/store-cases/store-case.ts'
import { openStoreAt, type StorePlace } from './store-place.ts'

const TTL_MS = 100

/** Stops the owner past its deadline, takes the session over, lets it go on: what it was told, each time. */
export async function zombieRounds(
  place: StorePlace,
  rounds: number,
): Promise<{ readonly refusals: unknown[]; readonly strays: unknown[] }> {
  const store = openStoreAt(place)
  const zombie: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, 'zombie.ts'), JSON.stringify(place), `${TTL_MS}`],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const lines = createInterface({ input: zombie.stdout! })[Symbol.asyncIterator]()
  const next = async (): Promise<Record<string, unknown>> => JSON.parse(String((await lines.next()).value))
  const waits = place.kind === 'SQLite'
  const refusals: unknown[] = []
  const strays: unknown[] = []
  try {
    // The tables are there before two processes want to make them.
    await store.messages.list()
    for (let round = 0; round < rounds; round += 1) {
      const sessionID = `s${round}`
      zombie.stdin!.write(`own ${sessionID} ${waits ? 'wait' : 'at once'}\n`)
      const { token } = await next()
      zombie.kill('SIGSTOP')
      await sleep(TTL_MS)
      let lease = await takenOver(() => store.leases.acquire(sessionID, { owner: 'heir', ttlMs: 60_000 }))
      while (lease.held) {
        await sleep(10)
        lease = await store.leases.acquire(sessionID, { owner: 'heir', ttlMs: 60_000 })
      }
      const heir = lease
      if (!(heir.token > Number(token))) strays.push('the token did not grow')
      const revision = await takenOver(() => store.messages.append(sessionID, [{ raw: 'heir' }], { lease: heir }))
      if (waits) zombie.stdin!.write('go\n')
      zombie.kill('SIGCONT')
      refusals.push((await next())['refused'])
      const after = await store.messages.load(sessionID)
      if (after?.revision !== revision) strays.push(after?.messages.at(-1)?.raw)
      await heir.release()
      await (await acquired(store, sessionID, { ttlMs: 1000 })).release()
    }
  } finally {
    zombie.kill('SIGKILL')
    await store.close()
  }
  return { refusals, strays }
}

/** A journal is locked until its writer has been silent for long enough; everybody else answers at once. */
async function takenOver<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!StoreError.isInstance(error) || error.code !== 'locked') throw error
      await sleep(10)
    }
}
