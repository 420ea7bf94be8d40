import { expect, onTestFinished, test } from 'vitest'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { applyChanges } from '../../src/storage/state/apply-changes.ts'
import { changesOf } from '../../src/storage/state/changes-of.ts'
import { emptyState } from '../../src/storage/state/store-state.ts'
import { lateFs } from '../files/late-fs.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { embeddedStores } from './embedded-stores.ts'
import { answersOf, StoryPlayer, watchedMemory } from './story/story-player.ts'

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
  const digests = new Set<string>()
  await watchedMemory((change) => {
    applyChanges(state, [change])
    const { sessionID } = change
    const rebuilt = emptyState()
    applyChanges(rebuilt, changesOf(state, sessionID))
    const { messages = [], prefixes: added = [] } = change as {
      messages?: { prefix: string }[]
      prefixes?: { digest: string }[]
    }
    for (const digest of [...messages.map(({ prefix }) => prefix), ...added.map((each) => each.digest)])
      digests.add(digest)
    const of = ({ leases, prefixes, sessions, tombstones }: typeof state): unknown => [
      prefixes
        .find([...digests])
        .flatMap(({ digest, revision, session }) => (session.sessionID === sessionID ? [`${digest} ${revision}`] : []))
        .sort(),
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
  const player = new StoryPlayer((now) => createJournalStore('/root/sessions', { fs, now }))
  let step = 0
  await player.play(() => expect([(step += 1), underWay()]).toEqual([step, 0]))
  expect(openFiles()).toBe(0)
})

test.each(['sqlite', 'journal'])('%s tells another story than memory', async (name) => {
  const { open } = embeddedStores(tempFolder()).find((store) => store.name === name)!
  const player = new StoryPlayer((now) => {
    const store = open({ now })
    onTestFinished(() => store.close())
    return store
  })
  expect(answersOf(await player.play())).toEqual(answersOf(await watchedMemory().play()))
})
