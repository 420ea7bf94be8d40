import assert from 'node:assert/strict'
import { join } from 'node:path'
import { recoverJournal } from '../../src/journal/recover-journal.ts'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { createRandom, type Random } from '../../src/testing.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { now, ROOT } from './sample-session.ts'

const DERIVED = ['index.ndjson', 'manifest.json']
const DAMAGES = ['none', 'gone', 'empty', 'cut', 'garbage', 'flipped', 'of another'] as const
type Damage = (typeof DAMAGES)[number]

/** Combinations of damage to both derived files. */
export const COMBINATIONS: readonly (readonly [Damage, Damage])[] = DAMAGES.flatMap((first) =>
  DAMAGES.map((second) => [first, second] as const),
)

/** Two sessions after a random day: small segments, shrinks, turns, compactions, and a run of several processes. */
export async function randomDay(seed: number): Promise<MemoryFs> {
  const fs = new MemoryFs()
  const random = createRandom(seed)
  const say = (): { raw: unknown } => ({ raw: { role: 'user', content: random.hex(random.below(300)) } })
  for (let process = 0; process < 1 + random.below(3); process += 1) {
    const settings = { fs, now, segmentBytes: 300 + random.below(4000), generations: random.below(3) }
    await using store = createJournalStore(ROOT, settings)
    await store.messages.append('other', [say()])
    await store.messages.append('s', [say()])
    for (let step = 0; step < 3 + random.below(12); step += 1)
      await random.pick([
        () => store.messages.append('s', Array.from({ length: 1 + random.below(3) }, say)),
        () => store.messages.append('s', [say()]),
        async () => store.messages.replace('s', [say()], { expect: (await store.messages.load('s'))!.revision }),
        () => store.turns.begin('s', { input: random.hex(20) }),
        () => store.state.set('s', random.pick(['a', 'b']), random.hex(9)),
        () => store.journal.compact('s'),
      ])()
  }
  return fs
}

function damageFile(fs: MemoryFs, path: string, damage: Damage, random: Random): Promise<void> | void {
  const text = fs.text(path)!
  const bytes = Buffer.from(text)
  switch (damage) {
    case 'none':
      return undefined
    case 'gone':
      return fs.unlink(path)
    case 'empty':
      return fs.put(path, '')
    case 'cut':
      return fs.put(path, text.slice(0, random.below(text.length)))
    case 'garbage':
      return fs.put(path, random.hex(200))
    case 'of another':
      return fs.put(path, fs.text(path.replace('/s/', '/other/'))!)
    case 'flipped':
      bytes[random.below(bytes.length)]! ^= 1 << random.below(8)
      return fs.put(path, bytes)
  }
}

async function answers(fs: MemoryFs): Promise<unknown> {
  await using store = createJournalStore(ROOT, { fs, now })
  const records: string[] = []
  for await (const line of store.journal.export('s')) records.push(line)
  return {
    messages: await store.messages.load('s'),
    turns: await store.turns.list('s'),
    state: await store.state.get('s', 'a'),
    generations: await store.journal.generations('s'),
    records,
  }
}

/** Whatever became of index and manifest: every answer is the same, and both come back byte for byte (I13). */
export async function provesDerived(
  healthy: MemoryFs,
  [first, second]: readonly [Damage, Damage],
  random: Random,
): Promise<void> {
  const fs = healthy.copy()
  await damageFile(fs, join(ROOT, 's', DERIVED[0]!), first, random)
  await damageFile(fs, join(ROOT, 's', DERIVED[1]!), second, random)
  assert.deepEqual(await answers(fs.copy()), await answers(healthy.copy()))
  const { recovered } = await recoverJournal(ROOT, { fs, apply: true })
  assert.deepEqual(
    recovered.map(({ state }) => state),
    ['clean', 'clean'],
  )
  assert.deepEqual(filesOf(fs), filesOf(healthy))
}

/** Claims tell who came by, and are no part of what a session is. */
const filesOf = (fs: MemoryFs): unknown =>
  fs
    .paths()
    .filter((path) => !/writer\.\d+\.json$/.test(path))
    .sort()
    .map((path) => [path, fs.text(path)])
