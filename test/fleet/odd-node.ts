/*
 * A node of a fleet whose work goes wrong in one way: node odd-node.ts URL SCHEMA NAME LEASE_TTL_MS WAY SKEW_MS
 * What it does is told by lines of JSON. Its own clock is wrong by SKEW_MS, and SIGUSR2 moves it by as much again.
 */
import { createInterface } from 'node:readline'
import { Pool } from 'pg'
import { entryFile } from '../entry-file.ts'

const [connectionString = '', schema = '', node = '', leaseTtlMs = '', way = '', skewMs = '0'] = process.argv.slice(2)
const rightNow = Date.now
let skew = Number(skewMs)
Date.now = () => rightNow() + skew
Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + skew })
process.on('SIGUSR2', () => (skew += Number(skewMs)))

const { createFleet, createPostgresQueue } = (await import(entryFile('fleet'))) as typeof import('../../src/fleet.ts')
const { createPostgresStore } = (await import(entryFile('postgres'))) as typeof import('../../src/postgres.ts')
type Resume = import('../../src/fleet.ts').FleetOptions['resume']

const tell = (line: unknown): void => void process.stdout.write(`${JSON.stringify(line)}\n`)
const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => undefined)
}
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()

const pool = new Pool({ connectionString, max: 4 })
pool.on('error', () => undefined)
const store = createPostgresStore({ pool, schema, migrate: false })

const ways: Readonly<Record<string, Resume>> = {
  dies: die,
  'dies repairing': die,
  answers: async ({ turn }) => turn.input,
  /** Waits for a word, whatever its signal says, and writes then. */
  async waits({ sessionID, lease }) {
    tell({ running: sessionID })
    await lines.next()
    await store.messages.append(sessionID, [{ raw: 'late' }], { lease }).then(
      () => tell({ wrote: 'late' }),
      (error: unknown) => tell({ refused: Object(error).code }),
    )
  },
}

const fleet = createFleet({
  store,
  queue: createPostgresQueue(pool, { schema, migrate: false, pollMs: 20 }),
  node,
  leaseTtlMs: Number(leaseTtlMs),
  maxAttempts: 3,
  backoff: { baseMs: 1, maxMs: 10 },
  resume: ways[way]!,
  recover: {
    recoverStored: way === 'dies repairing' ? die : async () => ({ outcome: 'unrepairable', attempts: [] }) as never,
  },
  onLost: ({ sessionID }) => tell({ lost: sessionID }),
})
fleet.start()
tell('started')
