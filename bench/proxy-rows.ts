import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Row, shareRow } from './measure.ts'
import { plainConversation } from './plain-conversation.ts'

const headers = { 'content-type': 'application/json' }
const program = fileURLToPath(new URL('proxy-server.ts', import.meta.url))
/** Requests under way at any time, and how many make one measurement of what gets through. */
const atOnce = 8
const atATime = 80
/** Requests after which code is loaded and compiled: a proxy runs for days. */
const warmUps = 60

interface Bases {
  readonly direct: string
  readonly proxied: string
  readonly passedOn: string
}

/** Requests of 200 kB through the proxy and past it, taking turns, to an upstream that answers at once. */
export async function* measureProxy(rounds: number): AsyncGenerator<Row> {
  const children: ChildProcess[] = []
  const started = async (...args: readonly string[]): Promise<string> => {
    const child = fork(program, args)
    children.push(child)
    const [base] = await once(child, 'message')
    return String(base)
  }
  try {
    const direct = await started('upstream')
    const bases = { direct, proxied: await started('proxy', direct), passedOn: await started('passing on', direct) }
    for (let index = 0; index < warmUps; index += 1) for (const base of Object.values(bases)) await post(base, index)
    yield* measureDelay(bases, Math.max(20, rounds * 10))
    yield* measureThroughput(bases, rounds)
  } finally {
    for (const child of children) child.disconnect()
  }
}

/** One request after another: what each waits longer. */
async function* measureDelay({ direct, proxied }: Bases, requests: number): AsyncGenerator<Row> {
  const [past, through]: [past: number[], through: number[]] = [[], []]
  for (let index = 0; index < requests; index += 1) {
    past.push(await timeOf(() => post(direct, index)))
    through.push(await timeOf(() => post(proxied, index)))
  }
  const added = (part: number): number => quantile(through, part) - quantile(past, part)
  yield { what: 'proxy, memory store, bodies of 200 kB: added, median', unit: 'ms', value: added(0.5), target: 5 }
  yield { what: 'proxy, memory store, bodies of 200 kB: added, 99 %', unit: 'ms', value: added(0.99), target: 15 }
}

/** Some requests always under way: how long a number of them takes. */
async function* measureThroughput({ direct, proxied, passedOn }: Bases, rounds: number): AsyncGenerator<Row> {
  const best: [direct: number, proxied: number, passedOn: number] = [Infinity, Infinity, Infinity]
  for (let round = 0; round < rounds; round += 1)
    for (const [side, base] of [direct, proxied, passedOn].entries())
      best[side as 0 | 1 | 2] = Math.min(best[side as 0 | 1 | 2], await timeOf(() => postMany(base)))
  const [alone, checked, unread] = best
  yield shareRow(
    `proxy that only passes on, ${atOnce} requests at once, beside the upstream itself`,
    unread / alone,
    null,
  )
  yield shareRow(`proxy, ${atOnce} requests at once, beside the upstream itself`, checked / alone, 1 / 0.6)
  yield shareRow(`proxy, ${atOnce} requests at once, beside a proxy that only passes them on`, checked / unread, null)
}

const { messages, request } = plainConversation('anthropic-messages', 182)
const earlier = messages.slice(0, -1)

async function post(base: string, index: number): Promise<void> {
  const body = JSON.stringify({ ...request, messages: [...earlier, { role: 'user', content: `Question ${index}.` }] })
  const response = await fetch(`${base}/v1/messages`, { method: 'POST', headers, body })
  await response.text()
}

async function postMany(base: string): Promise<void> {
  let next = 0
  const work = async (): Promise<void> => {
    while (next < atATime) await post(base, next++)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((first, second) => first - second)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!
}
