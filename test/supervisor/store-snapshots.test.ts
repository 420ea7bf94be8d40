import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Claimant } from '../../src/supervisor/claims/claim-store.ts'
import { createJournalStore } from '../../src/journal.ts'
import { createMemoryStore, createSqliteStore, type SessionStore } from '../../src/index.ts'
import { createSessionSupervisor, localProcess, type SessionSupervisor } from '../../src/supervisor.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { storeSnapshots } from '../../src/supervisor/snapshots/store-snapshots.ts'
import { answering } from './programs.ts'
import { fullSnapshot } from './scene.ts'

/** Opens the same store again and again. */
const stores: readonly (readonly [string, () => () => SessionStore])[] = [
  [
    'memory',
    () => {
      const store = createMemoryStore()
      return () => ({ ...store, close: async () => undefined })
    },
  ],
  [
    'SQLite',
    () => {
      const path = join(tempFolder(), 'sessions.db')
      return () => createSqliteStore(path)
    },
  ],
  [
    'a journal',
    () => {
      const folder = tempFolder()
      return () => createJournalStore(folder)
    },
  ],
]

const supervising = (store: SessionStore): SessionSupervisor =>
  createSessionSupervisor({ store, executors: [localProcess()] })

describe.each(stores)('snapshots in %s', (_name, place) => {
  it('are lost with their supervisor, or stand in a session that nobody has made', async () => {
    const open = place()
    const first = open()
    const before = supervising(first)
    await Promise.all(['one', 'two'].map((id) => before.register(id, { command: answering })))
    await before.update('one', { commandHistory: ['ls'] })
    await before.update('one', { interactive: { timeoutCount: 2 } })
    await before.update('one', { interactive: { timeoutCount: 3 } })
    await before.unregister('two')
    await before.stop()
    expect((await first.messages.list()).map(({ sessionID }) => sessionID).filter((id) => id !== 'two')).toEqual([
      'one',
    ])
    await first.close()
    const second = open()
    const after = supervising(second)
    await after.start()
    expect(after.snapshots().map(({ sessionID }) => sessionID)).toEqual(['one'])
    expect(after.snapshots()[0]).toMatchObject({ commandHistory: ['ls'], interactive: { timeoutCount: 3 } })
    await after.stop()
    await second.close()
  })

  it('that is damaged is taken for sound, or takes the one before it along', async () => {
    const open = place()
    const store = open()
    const before = supervising(store)
    await before.register('one', { command: answering })
    await before.update('one', { commandHistory: ['kept'] })
    await before.stop()
    const address = { owner: 'supervisor' }
    const stored = await store.state.get('one', 'supervisor.snapshot', address)
    const { former, snapshot } = (stored as { value?: unknown }).value as { former: string; snapshot: string }
    const damaged = snapshot.replace('kept', 'lost')
    await store.state.set('one', 'supervisor.snapshot', { former, snapshot: damaged }, address)
    const later = snapshot.replace('"version":1', '"version":2')
    await store.state.set('one', 'supervisor.snapshot', { former, snapshot: later }, address)
    await expect(supervising(store).start()).rejects.toMatchObject({ code: 'newer_version' })
    await store.state.set('one', 'supervisor.snapshot', { former, snapshot: damaged }, address)
    const after = supervising(store)
    const told = new Promise((resolve) => after.on('snapshot-damaged', resolve))
    await after.start()
    expect(await told).toMatchObject({ sessionID: 'one' })
    expect(after.snapshots()[0]).toMatchObject({ commandHistory: ['kept'] })
    await after.stop()
    await store.close()
  })
})

it.each(['at once', 'between its writes'])(
  'a supervisor that lost its claim %s clears what its successor keeps (I15)',
  async (when) => {
    const store = createMemoryStore()
    const successor = storeSnapshots(store)
    const claimant = (instance: string): Claimant => ({
      process: { host: 'h', bootId: 'b', pid: 1, startTime: '1' },
      instance,
    })
    const takeOver = async (): Promise<void> => {
      await successor.claims.take('s', 2, claimant('second'))
      await successor.save({ ...fullSnapshot, revision: 4 }, 2)
      await successor.append({ sessionID: 's', revision: 5, fields: { output: 'newer' } }, 2)
    }
    let writes = 0
    const late = storeSnapshots({
      ...store,
      async execute(decision, command) {
        const result = await store.execute(decision, command)
        writes += 1
        if (writes === 2) await takeOver()
        return result
      },
    })
    await late.claims.take('s', 1, claimant('first'))
    if (when === 'at once') await takeOver()
    await expect(late.save(fullSnapshot, 1)).rejects.toMatchObject({ code: 'lease_lost' })
    await expect(late.remove('s', 1)).rejects.toMatchObject({ code: 'lease_lost' })
    const { snapshots } = await successor.read('s')
    expect(snapshots).toMatchObject([{ revision: 5, output: 'newer' }])
  },
)

it('a small change writes the whole snapshot into the journal again', async () => {
  const store = createJournalStore(tempFolder())
  const supervisor = supervising(store)
  await supervisor.register('one', { command: answering })
  await supervisor.update('one', { output: 'x'.repeat(40_000) })
  const { total } = await store.journal.records('one', { limit: 1 })
  for (const timeoutCount of [1, 2, 3]) await supervisor.update('one', { interactive: { timeoutCount } })
  const added = (await store.journal.records('one', { limit: 100 })).items.slice(total)
  expect(added).toHaveLength(3)
  for (const record of added) expect(JSON.stringify(record).length).toBeLessThan(2_000)
  await supervisor.stop()
  await store.close()
})
