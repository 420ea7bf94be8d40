import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSqliteStore, type SessionStore } from 'session-recovery'
import type { AnthropicEmulator } from 'session-recovery/testing'

/** One moment at which the agent is killed, and what must be true when it is back. */
interface Interruption {
  readonly title: string
  readonly point: 'before effect' | 'after effect' | 'nowhere'
  /** What the provider says until then. */
  readonly before: Parameters<AnthropicEmulator['respondWith']>[0]
  /** Effects that have happened when it is killed, and when it is back. */
  readonly effects: readonly [killed: readonly string[], back: readonly string[]]
  /** What the first request after it tells the model. */
  readonly told: readonly RegExp[]
  readonly partial?: RegExp
}

const calls = ['build', 'check', 'deploy'].map((name) => ({ name, input: {} }))
const answer = 'Build 4711 passed, the check says it is fine, and I am about to tell you the rest of it.'

/** The three moments at which a process can die in a turn. */
export const interruptions: readonly Interruption[] = [
  {
    title: 'An agent is killed between intent and effect',
    point: 'before effect',
    before: { toolUse: calls },
    effects: [['build'], ['build', 'check']],
    told: [/build is done/, /check is done/, /outcome is unknown/],
  },
  {
    title: 'An agent is killed between effect and record',
    point: 'after effect',
    before: { toolUse: calls },
    // Only what may be repeated is: the deployment happened once, and nobody can know that.
    effects: [
      ['build', 'check', 'deploy'],
      ['build', 'check', 'deploy', 'check'],
    ],
    told: [/build is done/, /check is done/, /outcome is unknown/],
  },
  {
    title: 'An agent is killed in the middle of an answer',
    point: 'nowhere',
    before: { text: answer, stream: { hangAfter: 4 } },
    effects: [[], []],
    told: [/Release build 4711\./],
    partial: /Build 4711/,
  },
]

const program = join(import.meta.dirname, 'interrupted-agent.ts')
const sessionID = 'release'

/** Kills a real agent at that moment, starts it again and shows that all came back right. */
export async function showInterruption(
  { before, effects, partial, point, title, told }: Interruption,
  number: number,
  emulator: AnthropicEmulator,
  baseURL: string,
  folder: string,
): Promise<void> {
  console.log(`\n${number}. ${title}`)
  const file = join(folder, `interrupted-${number}.db`)
  const effectsFile = join(folder, `effects-${number}.txt`)
  const start = (job: string): ChildProcess =>
    spawn(process.execPath, [program, baseURL, file, effectsFile, job, point], { stdio: ['ignore', 'pipe', 'inherit'] })
  const effectsOf = (): string[] =>
    existsSync(effectsFile) ? readFileSync(effectsFile, 'utf8').trim().split('\n') : []

  emulator.respondWith(before)
  const agent = start('ask')
  const ended = once(agent, 'exit')
  let output = ''
  agent.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await using store = createSqliteStore(file)
  const waiting = calls.length - 1
  const isThere = (): Promise<boolean> | boolean =>
    partial === undefined ? output.split('waiting').length > waiting : hasArrived(store, partial)
  while (!(await isThere())) {
    if (agent.exitCode !== null) throw new Error(`The agent ended by itself: ${output}`)
    await sleep(20)
  }
  agent.kill('SIGKILL')
  await ended
  assert.deepEqual(effectsOf().toSorted(), effects[0].toSorted())
  console.log(`   killed; so far it has done: ${effectsOf().join(', ') || 'nothing'}`)

  emulator.respondWith({ text: 'I go on from what is known.' })
  const asked = emulator.requests.length
  const lines = await run(start('recover'))
  for (const line of lines) console.log(`   ${line}`)
  assert.deepEqual(effectsOf().toSorted(), effects[1].toSorted(), 'an effect was repeated or is missing')
  const request = JSON.stringify(emulator.requests[asked]?.body)
  for (const words of told) assert.match(request, words)
  await assertOver(store, partial)
  assert.equal(lines.filter((line) => line.includes('This turn was interrupted')).length, 1, 'one marker, and only one')
  assert.deepEqual(await run(start('recover')), [], 'a second recovery found something')
  console.log(`   back: it has done ${effectsOf().join(', ') || 'nothing'}; the provider accepts the conversation`)
}

async function run(child: ChildProcess): Promise<string[]> {
  let output = ''
  child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  assert.equal(code, 0, `the agent did not come back: ${output}`)
  return output.split('\n').filter((line) => line !== '')
}

async function hasArrived(store: SessionStore, words: RegExp): Promise<boolean> {
  return words.test(JSON.stringify(await store.turns.pending(sessionID)))
}

/** Every turn has exactly one end, one of them was interrupted, and what had arrived of an answer is with it. */
async function assertOver(store: SessionStore, partial: RegExp | undefined): Promise<void> {
  const turns = await store.turns.list(sessionID)
  assert.deepEqual(await store.turns.pending(sessionID), [])
  const interrupted = turns.filter(({ state }) => state === 'interrupted')
  assert.equal(interrupted.length, 1)
  if (partial !== undefined) assert.match(JSON.stringify(interrupted[0]!.data), partial)
  for (const { turnID } of turns)
    await assert.rejects(store.turns.advance(sessionID, turnID, 'worker_started'), { code: 'turn_final' })
  const stored = JSON.stringify((await store.messages.load(sessionID))!.messages)
  assert.match(stored, /I go on from what is known/)
  // What never became whole is no answer of the model.
  if (partial !== undefined) assert.doesNotMatch(stored, partial)
}
