/**
 * Two nodes, one killed: the other takes the session over and answers. They share a store and its queue; with DATABASE_URL they are
 * PostgreSQL's, otherwise a SQLite file and a queue in this process, whose first node then dies in words only.
 *
 *   DATABASE_URL=postgres://... node examples/fleet.ts
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSqliteStore } from 'session-recovery'
import { createFleet, createMemoryQueue, createPostgresQueue, type ResumeContext } from 'session-recovery/fleet'
import { createPostgresStore } from 'session-recovery/postgres'

const url = process.env['DATABASE_URL']
const [role = 'main', sessionID = `example-${Date.now()}`] = process.argv.slice(2)

const folder = mkdtempSync(join(tmpdir(), 'fleet-'))
const pool = url === undefined ? undefined : new (await import('pg')).Pool({ connectionString: url })
const ground = pool
  ? { store: createPostgresStore({ pool }), queue: createPostgresQueue(pool, { pollMs: 50 }) }
  : { store: createSqliteStore(join(folder, 'store.db')), queue: createMemoryQueue() }

function node(name: string, resume: (context: ResumeContext) => Promise<unknown>) {
  return createFleet({ ...ground, node: name, leaseTtlMs: 1000, resume })
}

/** Gets half of an answer out, and then nothing any more. */
async function begin({ turn, lease }: ResumeContext): Promise<never> {
  await ground.store.turns.advance(sessionID, turn.turnID, 'assistant_started', { partial: 'The answ' }, { lease })
  console.log(`node a: began ${turn.turnID}, and dies`)
  return new Promise(() => undefined)
}

if (role === 'doomed') node('a', begin).start()
else {
  await node('producer', () => Promise.reject(new Error('not here'))).submit(sessionID, { turnID: 't1', input: 'Why?' })
  if (pool) {
    const doomed = spawn(process.execPath, [import.meta.filename, 'doomed', sessionID], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const line of doomed.stdout) {
      process.stdout.write(String(line))
      break
    }
    doomed.kill('SIGKILL')
  } else {
    const doomed = await ground.store.leases.acquire(sessionID, { owner: 'a', ttlMs: 500 })
    if (doomed.held) throw new Error('held')
    const turn = await ground.store.turns.advance(sessionID, 't1', 'worker_started', undefined, { lease: doomed })
    await Promise.race([begin({ turn, lease: doomed } as ResumeContext), sleep(50)])
  }
  const heir = node('b', async ({ turn, previous, attempt }) => {
    console.log(`node b: attempt ${attempt}, ${turn.turnID} after ${previous?.turnID} was ${previous?.state}`)
    return { text: 'Because.' }
  })
  heir.start()
  while ((await ground.store.turns.pending(sessionID)).length > 0) await sleep(50)
  await heir.stop()
  for (const { turnID, state, data } of await ground.store.turns.list(sessionID)) console.log(turnID, state, data)
  await ground.store.close()
  await pool?.end()
  rmSync(folder, { recursive: true })
}
