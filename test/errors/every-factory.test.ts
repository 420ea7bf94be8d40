import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OptionsError } from '../../src/errors/options-error.ts'
import { SessionRecoveryError } from '../../src/errors/session-recovery-error.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import type { SessionStore } from '../../src/storage/session-store.ts'
import { tempFolder } from '../files/temp-folder.ts'

const src = join(import.meta.dirname, '../../src')

/** What computes over messages, edits and records alone: their types say what they take, and nothing of it is an option. */
const overData: ReadonlySet<string> = new Set([
  'adoptRepair',
  'applyEdits',
  'detectFormat',
  'evidenceFromParts',
  'invertEdits',
  'prefixDigests',
  'trackToolCall',
  'backoffCeiling',
  'backoffDelay',
  'classifyFailure',
  'compareCopies',
])
/** Steps over the files of one agent, each with records of that agent: no factory is among them. */
const ofOneAgent: ReadonlySet<string> = new Set([
  'appendRunEvent',
  'appendStreamEvent',
  'appendTurnEvent',
  'auditDiscoverability',
  'deleteSession',
  'deleteTurnJournals',
  'foldTurns',
  'inspectCopies',
  'listEarlierVersions',
  'mergeTranscripts',
  'pendingTurns',
  'readCopies',
  'readRun',
  'readTurnJournal',
  'replayRuns',
  'restoreEarlierVersion',
  'saveSession',
  'staleRunEvent',
  'summariseRun',
])

type Callable = (...given: readonly unknown[]) => unknown

async function factories(): Promise<ReadonlyMap<string, Callable>> {
  const found = new Map<string, Callable>()
  // `testing` holds no factory of a program; `cli` is one.
  const entries = readdirSync(src).filter((name) => name.endsWith('.ts') && !/^(?:cli|testing)\.ts$/.test(name))
  for (const entry of entries) {
    const exported = (await import(join(src, entry))) as Readonly<Record<string, unknown>>
    for (const [name, value] of Object.entries(exported))
      if (
        typeof value === 'function' &&
        !/^class\b/.test(String(value)) &&
        !overData.has(name) &&
        !ofOneAgent.has(name)
      )
        found.set(`${entry.slice(0, -'.ts'.length)} ${name}`, value as Callable)
  }
  return found
}

/** What somebody in JavaScript may hand in, alone and in pairs. */
function oddLists(): readonly (readonly unknown[])[] {
  // A path that leads nowhere: what is made of it is made later.
  const text = join(tempFolder(), 'text')
  const odd = [null, undefined, 5, Number.NaN, '', text, true, [], {}, Symbol('odd'), () => undefined]
  return [[], ...odd.map((first) => [first]), ...odd.flatMap((first) => odd.map((last) => [first, last]))]
}

test('a factory ends with a TypeError that names no option', async () => {
  const bare: string[] = []
  const lists = oddLists()
  const all = await factories()
  expect(all.size).toBeGreaterThan(40)
  for (const [name, make] of all)
    for (const given of lists)
      try {
        const made = Object((await make(...given)) ?? {}) as { close?(): unknown }
        await made.close?.()
      } catch (cause) {
        if (!SessionRecoveryError.isInstance(cause))
          bare.push(`${name}(${given.map(String).join(', ')}): ${String(cause)}`)
      }
  expect(bare).toEqual([])
})

test('a connection string or a prompt in the place of options or of a store stands in the message', async () => {
  const told: string[] = []
  const secret = 'S3CRET'
  const text = join(tempFolder(), `admin:${secret}@db`)
  // No path is like the second.
  const texts = [text, `${text}\0`, `My prompt: ${secret}.\0`]
  const kinds = texts.flatMap((text) => [text, [text], [text, text]])
  const lists = kinds.flatMap((odd) => [[odd], [{ store: odd }], [odd, odd], [undefined, odd], [{ store: odd }, odd]])
  let refusals = 0
  for (const [name, make] of await factories())
    for (const given of lists)
      try {
        const made = Object((await make(...given)) ?? {}) as { close?(): unknown }
        await made.close?.()
      } catch (cause) {
        if (!OptionsError.isInstance(cause)) continue
        refusals += 1
        if (cause.message.includes(secret)) told.push(`${name}: ${cause.message}`)
      }
  expect(told).toEqual([])
  expect(refusals).toBeGreaterThan(500)
})

/** Names of options that take a number without a limit of their own. */
async function amounts(): Promise<readonly string[]> {
  const names = new Set<string>()
  for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue
    const text = readFileSync(join(src, file), 'utf8')
    for (const [, name] of text.matchAll(/(\w+): (?:withoutDefault\()?(?:wholeNumber|amount)\(/g)) names.add(name!)
  }
  return [...names]
}

test('a number that means no limit takes the memory for so many at once', async () => {
  const bare: string[] = []
  const taken = new Set<string>()
  const names = await amounts()
  const call = async (make: Callable, name: string, huge: number): Promise<number> => {
    let made = 0
    // What a factory asks for besides: one of these is enough for most.
    for (const base of [{}, { store: createMemoryStore() }])
      for (const given of [[{ ...base, [name]: huge }], [join(tempFolder(), 'made'), { ...base, [name]: huge }]])
        try {
          const one = Object((await make(...given)) ?? {}) as Partial<SessionStore> & { close?(): unknown }
          // A store is made at its first call.
          await one.messages?.append?.('s', [{ raw: { role: 'user', content: 'hi' } }])
          await one.close?.()
          made += 1
        } catch (cause) {
          if (!SessionRecoveryError.isInstance(cause)) bare.push(`${name}=${huge}: ${String(cause)}`)
        }
    return made
  }
  for (const [factory, make] of await factories()) {
    // Who takes what it does not know tells nothing.
    if ((await call(make, 'noOptionOfAny', 1)) > 0) continue
    for (const name of names)
      // Of the first lru-cache would make an array, of the others none has the length.
      for (const huge of [2 ** 31 + 1, 2 ** 40, Number.MAX_SAFE_INTEGER])
        if ((await call(make, name, huge)) > 0) taken.add(`${factory}.${name}`)
  }
  expect(bare).toEqual([])
  expect([...taken]).toEqual(
    expect.arrayContaining([
      'index createMemoryStore.maxSessions',
      'index createMemoryStore.maxSize',
      'index createSqliteStore.busyTimeoutMs',
      'journal createJournalStore.maxOpenSessions',
      'openai sessionRecovery.timeoutMs',
    ]),
  )
})
