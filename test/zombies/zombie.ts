/*
 * A process that owns a session, for tests that stop it: node zombie.ts PLACE TTL_MS
 * `own SESSION` lets it take a session, print its token, and write until it is refused. With `wait` it writes once `go` has come:
 * a process that is stopped inside of a transaction of SQLite keeps the lock of the file, whoever has the lease.
 */
import { createInterface } from 'node:readline'
import { StoreError } from '../../src/storage/store-error.ts'
import { openStoreAt, type StorePlace } from './store-place.ts'

const [place = '', ttlMs = ''] = process.argv.slice(2)
const store = openStoreAt(JSON.parse(place) as StorePlace)
const report = (line: unknown): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()

for (let line = await lines.next(); !line.done; line = await lines.next()) {
  const [, sessionID = '', when] = line.value.split(' ')
  const lease = await store.leases.acquire(sessionID, { owner: 'zombie', ttlMs: Number(ttlMs) })
  if (lease.held) throw new Error(`${sessionID} is held.`)
  await store.messages.append(sessionID, [{ raw: 'first' }], { lease })
  report({ token: lease.token })
  if (when === 'wait') await lines.next()
  // Stopped here. When it comes back it knows nothing of the time that has passed.
  for (let written = 0; ; written += 1)
    try {
      await store.messages.append(sessionID, [{ raw: `zombie ${written}` }], { lease })
    } catch (error) {
      report({ refused: StoreError.isInstance(error) ? error.code : String(error) })
      break
    }
}
