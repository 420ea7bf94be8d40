/*
 * A process that owns a session, for tests that stop it: node zombie.ts URL SCHEMA TTL_MS
 * It prints its token, appends once a line arrives, and prints what became of that.
 */
import { createPostgresStore } from '../../src/storage/postgres/create-postgres-store.ts'
import { StoreError } from '../../src/storage/store-error.ts'

const [connectionString = '', schema = '', ttlMs = ''] = process.argv.slice(2)
const store = createPostgresStore({ connectionString, schema })
const report = (line: unknown): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

for await (const chunk of process.stdin) {
  const [command, sessionID = ''] = String(chunk).trim().split(' ')
  const lease = await store.leases.acquire(sessionID, { owner: 'zombie', ttlMs: Number(ttlMs) })
  if (command !== 'own' || lease.held) report({ held: true })
  else {
    await store.messages.append(sessionID, [{ raw: 'first' }], { lease })
    report({ token: lease.token })
    // Stopped here. When it comes back it knows nothing of the time that has passed.
    for (let written = 0; ; written += 1)
      try {
        await store.messages.append(sessionID, [{ raw: `zombie ${written}` }], { lease })
      } catch (error) {
        report({ refused: StoreError.isInstance(error) ? error.code : String(error) })
        break
      }
  }
}
