import { expect, onTestFinished, test } from 'vitest'
import type { Lease, SessionStore } from '../../src/index.ts'
import type { Change } from '../../src/storage/change.ts'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { memoryBackend } from '../../src/storage/memory/memory-backend.ts'
import { prefixDigests } from '../../src/storage/prefix-digests.ts'
import { applyChanges } from '../../src/storage/state/apply-changes.ts'
import { changesOf } from '../../src/storage/state/changes-of.ts'
import { emptyState } from '../../src/storage/state/store-state.ts'
import type { StoreBackend } from '../../src/storage/store-backend.ts'
import { StoreError } from '../../src/storage/store-error.ts'
import { storeOver } from '../../src/storage/store-over.ts'
import { lateFs } from '../files/late-fs.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { embeddedStores } from './embedded-stores.ts'
import { type Step, story } from './story/steps.ts'

/** What one step gave, in a line; what the memory store was told to write, and how it refused, in lines of their own. */
interface Told {
  readonly chapter: string
  readonly step: string
  readonly gave: string
  readonly more: readonly string[]
}

const brief = (value: unknown): string =>
  (JSON.stringify(value) ?? 'nothing').replaceAll(/\b([0-9a-f]{8})[0-9a-f]{56}\b/g, '$1')

class Player {
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
      return { gave: `! ${error.code}`, more: [...this.#written(), `${error.message}`] }
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
function watchedMemory(heard: (change: Change) => void = () => undefined): Player {
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
  return new Player(
    (now) => storeOver(watch(memoryBackend(limits, now)), now),
    () => written.splice(0),
  )
}

test('what each command of a store gives, refuses or writes is not what is on record', async () => {
  let chapter = ''
  const lines = (await watchedMemory().play()).flatMap((told) => {
    const heading = told.chapter === chapter ? [] : ['', `# ${told.chapter}`, '']
    chapter = told.chapter
    return [...heading, told.step, `  = ${told.gave}`, ...told.more.map((line) => `  ${line}`)]
  })
  await expect(`${lines.slice(1).join('\n')}\n`).toMatchFileSnapshot('story.txt')
})

test('a session that is written anew from what is known of it is another one', async () => {
  const state = emptyState()
  const compared = new Set<string>()
  await watchedMemory((change) => {
    applyChanges(state, [change])
    const { sessionID } = change
    const rebuilt = emptyState()
    applyChanges(rebuilt, changesOf(state, sessionID))
    const of = ({ leases, sessions, tombstones }: typeof state): unknown => [
      sessions.get(sessionID),
      tombstones.get(sessionID),
      leases.get(sessionID),
    ]
    compared.add(change.type)
    expect([change, of(rebuilt)]).toEqual([change, of(state)])
  }).play()
  // As many types of changes as there are.
  expect(compared.size).toBe(17)
})

test('a journal does not wait for its disk', async () => {
  const { fs, openFiles, underWay } = lateFs(new MemoryFs(), () => 1)
  const player = new Player((now) => createJournalStore('/root/sessions', { fs, now }))
  let step = 0
  await player.play(() => expect([(step += 1), underWay()]).toEqual([step, 0]))
  expect(openFiles()).toBe(0)
})

test.each(['sqlite', 'journal'])('%s tells another story than memory', async (name) => {
  const { open } = embeddedStores(tempFolder()).find((store) => store.name === name)!
  const gave = (told: readonly Told[]): unknown => told.map(({ gave: what, step }) => [step, what])
  const player = new Player((now) => {
    const store = open({ now })
    onTestFinished(() => store.close())
    return store
  })
  expect(gave(await player.play())).toEqual(gave(await watchedMemory().play()))
})
