import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPostgresStore } from '../../src/storage/postgres/create-postgres-store.ts'
import { acquired } from '../../src/testing/contracts/store-cases/store-case.ts'

const TTL_MS = 100

/** Stops the owner past its deadline, takes the session over, lets it go on: what it was told, each time. */
export async function zombieRounds(
  url: string,
  schema: string,
  rounds: number,
): Promise<{ readonly refusals: unknown[]; readonly strays: unknown[] }> {
  const store = createPostgresStore({ connectionString: url, schema })
  const zombie: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, 'zombie.ts'), url, schema, `${TTL_MS}`],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const lines = createInterface({ input: zombie.stdout! })[Symbol.asyncIterator]()
  const next = async (): Promise<Record<string, unknown>> => JSON.parse(String((await lines.next()).value))
  const refusals: unknown[] = []
  const strays: unknown[] = []
  try {
    await store.open()
    for (let round = 0; round < rounds; round += 1) {
      const sessionID = `s${round}`
      zombie.stdin!.write(`own ${sessionID}\n`)
      const { token } = await next()
      zombie.kill('SIGSTOP')
      await sleep(TTL_MS)
      let lease = await store.leases.acquire(sessionID, { owner: 'heir', ttlMs: 60_000 })
      while (lease.held) {
        await sleep(10)
        lease = await store.leases.acquire(sessionID, { owner: 'heir', ttlMs: 60_000 })
      }
      if (!(lease.token > Number(token))) strays.push('the token did not grow')
      const revision = await store.messages.append(sessionID, [{ raw: 'heir' }], { lease })
      zombie.kill('SIGCONT')
      refusals.push((await next())['refused'])
      const after = await store.messages.load(sessionID)
      if (after?.revision !== revision) strays.push(after?.messages.at(-1)?.raw)
      await lease.release()
      await (await acquired(store, sessionID, { ttlMs: 1000 })).release()
    }
  } finally {
    zombie.kill('SIGKILL')
    await store.close()
  }
  return { refusals, strays }
}
