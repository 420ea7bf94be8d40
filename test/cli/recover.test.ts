import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderNameOf } from '../../src/journal/session-folder.ts'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { cli } from './run-cli.ts'

async function journal(): Promise<{ home: string; records: (sessionID: string) => string }> {
  const home = tempFolder()
  await using store = createJournalStore(home)
  for (const sessionID of ['s1', 's2'])
    for (const content of ['one', 'two', 'three'])
      await store.messages.append(sessionID, [{ raw: { role: 'user', content } }])
  return { home, records: (sessionID) => join(home, sessionID, 'records.ndjson') }
}

test('recover writes without being asked, or ends with the wrong code', async () => {
  const { home, records } = await journal()
  expect(await cli(['recover', home], { home })).toMatchObject({ code: 0, stderr: '' })
  appendFileSync(records('s1'), '{"seq":4,"ty')
  const dry = await cli(['recover'], { home })
  expect(dry.code).toBe(1)
  expect(dry.stdout).toContain('recovered    s1  3 records, 12 bytes of a torn tail')
  expect(dry.stderr).toContain('--apply')
  expect(readFileSync(records('s1'), 'utf8')).toMatch(/"ty$/)
  expect((await cli(['recover', home, '--apply'], { home })).code).toBe(0)
  expect(await cli(['recover', home], { home })).toMatchObject({ code: 0, stderr: '' })
})

test('a lost record is forgotten before a person has acknowledged it', async () => {
  const { home, records } = await journal()
  const lines = readFileSync(records('s2'), 'utf8').split('\n')
  writeFileSync(records('s2'), lines.toSpliced(1, 1, 'damage').join('\n'))
  for (const args of [
    ['recover', home],
    ['recover', home, '--apply'],
    ['recover', home, '--apply', '--json'],
  ])
    expect((await cli(args, { home })).code).toBe(1)
  const { stdout, stderr } = await cli(['recover', home, '--session', 's2'], { home })
  expect(stdout).toContain('needs_review s2  2 records, lost: 2 to 2')
  expect(stderr).toContain('--acknowledge')
  expect((await cli(['recover', home, '--acknowledge'], { home })).code).toBe(2)
  expect((await cli(['recover', home, '--session', 's2', '--acknowledge'], { home })).code).toBe(0)
  expect((await cli(['recover', home], { home })).code).toBe(0)
})

test('what is damaged, what it cost, or what to do next is told in other words', async () => {
  const { home, records } = await journal()
  const next = (how: string): string => `Next: session-recovery recover ${home}${how}\n`
  const apply = next(' --apply   moves damage to quarantine/ and makes the derived files again')
  const lines = readFileSync(records('s2'), 'utf8').split('\n')
  appendFileSync(records('s1'), '{"seq":4,"ty')
  writeFileSync(records('s2'), lines.toSpliced(1, 0, 'noise').join('\n'))
  expect(await cli(['recover', home], { home })).toMatchObject({
    code: 1,
    stdout: [
      'recovered    s1  3 records, 12 bytes of a torn tail',
      'recovered    s2  3 records, 6 damaged bytes between records\n',
    ].join('\n'),
    stderr: apply,
  })
  writeFileSync(records('s2'), lines.toSpliced(1, 1, 'noise').join('\n') + '{"seq":4,"ty')
  rmSync(records('s1'))
  mkdirSync(records('s1'))
  const failed = `failed       s1  Records must be in a regular file: ${records('s1')}. Move away what stands there, or name another folder.`
  const reviewed = 'needs_review s2  2 records, 12 bytes of a torn tail, 6 damaged bytes between records, lost: 2 to 2'
  const looked = await cli(['recover', home], { home })
  expect(looked).toMatchObject({ code: 2, stdout: `${failed}\n${reviewed}\n`, stderr: apply })
  const applied = await cli(['recover', home, '--apply', '--json'], { home })
  const review = `session-recovery recover ${home} --session s2 --acknowledge   once the loss is known`
  expect(JSON.parse(applied.stdout)).toMatchObject({ applied: true, folder: home, next: review })
  expect((await cli(['recover', home, '--session', 's2', '--acknowledge'], { home })).stderr).toBe('')
  expect((await cli(['recover', home], { home })).stderr).toBe(next('   once the files can be read and written'))
})

test('the command that comes next does more than was asked for: other sessions, or in another mode', async () => {
  const { home, records } = await journal()
  for (const sessionID of ['s1', 's2']) appendFileSync(records(sessionID), '{"seq":4,"ty')
  const nextOf = async (...args: string[]): Promise<string | undefined> =>
    /^Next: session-recovery (.*?)(?: {3}|\n)/.exec((await cli(['recover', home, ...args], { home })).stderr)?.[1]
  expect(await nextOf('--session', 's1')).toBe(`recover ${home} --session s1 --apply`)
  expect(await nextOf('--mode', 'tail')).toBe(`recover ${home} --mode tail --apply`)
  const lines = readFileSync(records('s2'), 'utf8').split('\n')
  writeFileSync(records('s2'), lines.toSpliced(1, 1, 'damage').join('\n'))
  const applied = await nextOf('--session', 's2', '--mode', 'point_in_time', '--apply')
  expect(applied).toBe(`recover ${home} --session s2 --mode point_in_time --acknowledge`)
  expect(readFileSync(records('s1'), 'utf8')).toMatch(/"ty$/)
})

test('a folder that holds none of our sessions is called clean', async () => {
  const { home } = await journal()
  const above = tempFolder()
  mkdirSync(join(above, 'sessions'))
  renameSync(join(home, 's1'), join(above, 'sessions', 's1'))
  expect(await cli(['recover', above], { home })).toMatchObject({
    code: 0,
    stdout: '',
    stderr: `There are no sessions in ${above}.\n`,
  })
})

test('the next command would be read by a shell as another one', async () => {
  const { home } = await journal()
  const folder = join(tempFolder(), "sessions $(it's)")
  renameSync(home, folder)
  const [word, id] = [`'${folder.replace("'", String.raw`'\''`)}'`, 's `3`']
  const store = createJournalStore(folder)
  for (const content of ['one', 'two', 'three']) await store.messages.append(id, [{ raw: { role: 'user', content } }])
  await store.close()
  const records = join(folder, folderNameOf(id), 'records.ndjson')
  const lines = readFileSync(records, 'utf8').split('\n')
  writeFileSync(records, lines.toSpliced(1, 1, 'noise').join('\n'))
  const looked = await cli(['recover', folder], { home: folder })
  expect(looked.stderr.split(' --apply ')[0]).toBe(`Next: session-recovery recover ${word}`)
  const applied = await cli(['recover', folder, '--apply'], { home: folder })
  expect(applied.stderr).toBe(
    `Next: session-recovery recover ${word} --session '${id}' --acknowledge   once the loss is known\n`,
  )
})

test('a session in use is touched, a session or folder that does not exist is a success', async () => {
  const { home } = await journal()
  const store = createJournalStore(home)
  await store.messages.append('s1', [{ raw: { role: 'user', content: 'live' } }])
  expect(await cli(['recover', home, '--apply'], { home })).toMatchObject({
    code: 3,
    stderr: `Next: session-recovery recover ${home}   when the other process has ended\n`,
  })
  await store.close()
  expect((await cli(['recover', home, '--session', 'nope'], { home })).code).toBe(2)
  expect((await cli(['recover', home, '--session', '../x'], { home })).code).toBe(2)
  expect((await cli(['recover', join(home, 'nowhere')], { home })).code).toBe(2)
  const { stdout } = await cli(['recover', home, '--json', '--session', 's2'], { home })
  expect(JSON.parse(stdout)).toMatchObject({
    schema: 'session-recovery.recover/1',
    recovered: [{ sessionID: 's2', state: 'clean' }],
  })
})
