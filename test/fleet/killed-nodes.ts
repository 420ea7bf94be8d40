import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createFleet } from '../../src/fleet/create-fleet.ts'
import { loadHistory } from '../../src/fleet/fleet-history.ts'
import { createPostgresQueue } from '../../src/fleet/queues/create-postgres-queue.ts'
import { createPostgresStore, type PostgresStore } from '../../src/storage/postgres/create-postgres-store.ts'
import type { Turn } from '../../src/storage/turn-store.ts'
import { createRandom, type Random } from '../../src/testing.ts'
import type { usePostgres } from '../postgres/postgres-server.ts'
import { offset } from '../seeds.ts'

const names = ['a', 'b'] as const
const leaseTtlMs = 1_500
/** Turns that are under way or waiting at any time. */
const load = 24
const sessionCount = 40

/** A process that is started again after each death, under a new name: a node's name is one life's. */
class Node {
  readonly #name: string
  readonly #place: readonly string[]
  #lives = 0
  #child: ChildProcess | undefined

  constructor(name: string, place: readonly string[]) {
    this.#name = name
    this.#place = place
  }

  async start(): Promise<void> {
    const args = [join(import.meta.dirname, 'killed-node.ts'), ...this.#place, this.#nextName(), `${leaseTtlMs}`]
    this.#child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(this.#child.stdout!, 'data')
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  #nextName(): string {
    this.#lives += 1
    return `${this.#name}${this.#lives}`
  }
}

type Blow = (nodes: readonly [Node, Node], random: Random) => Promise<void>

/** What befalls the nodes: one dies, both die at once, one stands still past its deadline and goes on. */
const blows: readonly Blow[] = [
  ([first]) => revive(first),
  ([, second]) => revive(second),
  async (nodes) => void (await Promise.all(nodes.map(revive))),
  async (nodes, random) => {
    const zombie = random.pick(nodes)
    zombie.signal('SIGSTOP')
    await sleep(leaseTtlMs * 2)
    zombie.signal('SIGCONT')
  },
]

async function revive(node: Node): Promise<void> {
  await node.end('SIGKILL')
  await node.start()
}

/** Every turn that was acknowledged must have been answered once, whatever befell the nodes. */
export function killedNodesCase(postgres: ReturnType<typeof usePostgres>, forMs: number): void {
  test(`two nodes that are killed at random for ${forMs / 1000} s lose a turn, answer one twice, or leave one stuck`, async () => {
    const schema = postgres.schema()
    const pool = postgres.pool()
    const store = createPostgresStore({ pool, schema })
    await store.open()
    await pool.query(`CREATE TABLE ${schema}.ledger (
      id bigint GENERATED ALWAYS AS IDENTITY, session text, turn text, token bigint, node text)`)
    const queue = createPostgresQueue(pool, { schema })
    const { producer } = createFleet({ store, queue, node: 'producer', resume: async () => expect.unreachable() })
    const jobs = async (): Promise<number> =>
      Number((await pool.query(`SELECT count(*) FROM ${schema}.jobs`)).rows[0].count)

    const nodes: [Node, Node] = [
      new Node(names[0], [postgres.url(), schema]),
      new Node(names[1], [postgres.url(), schema]),
    ]
    onTestFinished(async () => {
      // A node that stands still does not even die before it goes on.
      for (const node of nodes) node.signal('SIGCONT')
      await Promise.all(nodes.map((node) => node.end('SIGKILL')))
    })
    await Promise.all(nodes.map((node) => node.start()))

    const random = createRandom(offset)
    const acknowledged: (readonly [sessionID: string, turnID: string])[] = []
    const over = new AbortController()
    const producing = produce()
    const deadline = performance.now() + forMs
    let struck = 0
    while (performance.now() < deadline) {
      await sleep(random.below(2_000))
      await random.pick(blows)(nodes, random)
      struck += 1
    }
    over.abort()
    await producing
    await expect.poll(jobs, { timeout: 120_000, interval: 100 }).toBe(0)
    await Promise.all(nodes.map((node) => node.end('SIGTERM')))

    expect(struck).toBeGreaterThan(0)
    expect(await store.turns.pending()).toEqual([])
    let attempts = 0
    for (const [sessionID, turnID] of acknowledged) attempts += await attemptsAt(store, sessionID, turnID)
    expect((await strays(pool, schema)).rows).toEqual([])
    console.log(`${acknowledged.length} turns in ${attempts} attempts, ${struck} blows in ${forMs / 1000} s`)

    async function produce(): Promise<void> {
      while (!over.signal.aborted) {
        for (let free = load - (await jobs()); free > 0; free -= 1) {
          const turn = [`s${random.below(sessionCount)}`, `t${acknowledged.length}`] as const
          await producer.submit(turn[0], { turnID: turn[1], input: turn[1] })
          acknowledged.push(turn)
        }
        await sleep(20)
      }
    }
  })
}

/** How often a turn was begun: interrupted, perhaps more than once, completed exactly once and at the end, and not parked. */
async function attemptsAt(store: PostgresStore, sessionID: string, turnID: string): Promise<number> {
  const attempts: Turn[] = []
  for (let attempt = 1; ; attempt += 1) {
    const turn = await store.turns.get(sessionID, attempt === 1 ? turnID : `${turnID}~${attempt}`)
    if (turn === null) break
    attempts.push(turn)
  }
  const { state, data } = attempts.at(-1) ?? {}
  expect({ sessionID, state, data }).toMatchObject({ sessionID, state: 'completed', data: { answered: turnID } })
  const others = attempts.slice(0, -1).filter((attempt) => attempt.state !== 'interrupted')
  expect(others).toEqual([])
  expect((await loadHistory(store, sessionID)).parked).toEqual({})
  return attempts.length
}

/** Rows of the ledger that should not be: an attempt that ended twice, one token of two nodes, a token after a greater one. */
function strays(pool: Pool, schema: string) {
  return pool.query(`
    SELECT * FROM (
      SELECT l.*, count(*) OVER (PARTITION BY session, turn) AS ends,
        max(token) OVER (PARTITION BY session ORDER BY id) AS highest,
        min(node) OVER (PARTITION BY session, token) AS first_node, max(node) OVER (PARTITION BY session, token) AS last_node
      FROM ${schema}.ledger l
    ) seen WHERE ends > 1 OR token < highest OR first_node <> last_node`)
}
