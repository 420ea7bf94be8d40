import type { Lease, SessionStore } from '../../../src/index.ts'
import type { Change } from '../../../src/storage/change.ts'
import { memoryBackend } from '../../../src/storage/memory/memory-backend.ts'
import { prefixDigests } from '../../../src/storage/prefix-digests.ts'
import type { StoreBackend } from '../../../src/storage/store-backend.ts'
import { StoreError } from '../../../src/storage/store-error.ts'
import { storeOver } from '../../../src/storage/store-over.ts'
import { type Step, story } from './steps.ts'

/** What one step gave, in a line; what the memory store was told to write, and how it refused, in lines of their own. */
export interface Told {
  readonly chapter: string
  readonly step: string
  readonly gave: string
  readonly more: readonly string[]
}

const brief = (value: unknown): string =>
  (JSON.stringify(value) ?? 'nothing').replaceAll(/\b([0-9a-f]{8})[0-9a-f]{56}\b/g, '$1')

/** Plays the story on a store, with a clock of its own. */
export class StoryPlayer {
  readonly #leases = new Map<string, Lease>()
  readonly clock = { now: 1000 }
  readonly #storeOf: () => SessionStore
  /** What was written since it was last asked. */
  readonly #written: () => readonly string[]

  constructor(open: (now: () => number) => SessionStore, written: () => readonly string[] = () => []) {
    const store = open(() => this.clock.now)
    this.#storeOf = () => store
    this.#written = written
  }

  async play(settled: () => void = () => undefined): Promise<Told[]> {
    const told: Told[] = []
    for (const [chapter, steps] of Object.entries(story))
      for (const step of steps) {
        told.push({ chapter, step: step.map(shown).join(' '), ...(await this.#outcomeOf(step)) })
        settled()
      }
    return told
  }

  async #outcomeOf(step: Step): Promise<Pick<Told, 'gave' | 'more'>> {
    try {
      const gave = brief(await this.#do(step))
      return { gave, more: this.#written() }
    } catch (error) {
      if (!StoreError.isInstance(error)) throw error
      // What a program reads of a refusal, in every store; the words are those of one.
      const { code, holder, revision, sessionID } = error
      return {
        gave: `! ${code} ${brief({ sessionID, revision, holder })}`,
        more: [...this.#written(), `${error.message}`],
      }
    }
  }

  async #do([call, ...given]: Step): Promise<unknown> {
    const store = this.#storeOf()
    if (call === 'wait') return void (this.clock.now += Number(given[0]))
    if (call === 'prefix') return this.#prefixOf(String(given[0]), Number(given[1]))
    if (call.startsWith('lease ')) {
      const lease = await store.leases.acquire(String(given[0]), given[1] as { ttlMs: number })
      if (!lease.held) this.#leases.set(call.slice('lease '.length), lease)
      return this.#seen(lease)
    }
    const [name = '', method] = call.split('.')
    const lease = this.#leases.get(name)
    const base: unknown = lease ?? (method === undefined ? store : Reflect.get(store, name))
    const work = Reflect.get(Object(base), method ?? name) as (...of: unknown[]) => Promise<unknown>
    const gave = await Reflect.apply(
      work,
      base,
      given.map((value) => this.#withLease(value)),
    )
    return lease ? [gave, this.#seen(lease)] : gave
  }

  #seen(lease: object): object {
    if (!('lost' in lease)) return lease
    const { expiresAt, lost, owner, token } = lease as Lease
    return { owner, token, expiresAt, lost: lost.aborted }
  }

  /** The best match of the first messages of a session. */
  async #prefixOf(sessionID: string, length: number): Promise<unknown> {
    const { messages } = this.#storeOf()
    const raws = (await messages.load(sessionID))!.messages.map(({ raw }) => raw)
    return messages.findByPrefix(prefixDigests([...raws.slice(0, length), 'more']))
  }

  #withLease(value: unknown): unknown {
    const name = typeof value === 'object' && value !== null && 'lease' in value ? String(value.lease) : undefined
    return name === undefined ? value : { ...Object(value), lease: this.#leases.get(name) }
  }
}

const shown = (value: unknown): string =>
  typeof value === 'string' && /^[a-z]+[. ]?\w*$/i.test(value) ? value : brief(bigintsAsText(value))

function bigintsAsText(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (_, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner)),
  )
}

/** The memory store, and the changes that its decisions make. */
export function watchedMemory(heard: (change: Change) => void = () => undefined): StoryPlayer {
  const written: string[] = []
  const watch = (backend: StoreBackend): StoreBackend => ({
    ...backend,
    run: (needs, decide) =>
      backend.run(needs, (facts) => {
        const outcome = decide(facts)
        for (const change of outcome.refusal ? [] : outcome.changes) {
          heard(change)
          written.push(`+ ${brief(change)}`)
        }
        return outcome
      }),
  })
  const limits = { maxSessions: 100, maxSize: 1_000_000 }
  return new StoryPlayer(
    (now) => storeOver(watch(memoryBackend(limits, now)), now),
    () => written.splice(0),
  )
}

/** What each step gave, for a comparison of two stores. */
export const answersOf = (told: readonly Told[]): unknown => told.map(({ gave, step }) => [step, gave])
