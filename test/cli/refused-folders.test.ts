import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { open } from 'node:fs/promises'
import { getuid, platform, setegid, seteuid } from 'node:process'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { commands } from '../../src/cli/table/commands.ts'
import { createJournalStore } from '../../src/journal.ts'
import { createRecorder } from '../../src/proxy/recording/create-recorder.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { healthySession, ids, storeClaude } from './claude-home.ts'
import { cli, type CliResult } from './run-cli.ts'

const isRoot = getuid?.() === 0

let home: string
let journal: string
const path = (...names: string[]): string => join(journal, ...names)

// Nobody may be refused the sources.
beforeAll(() => Promise.all(commands.map(({ load }) => load())))

/** A journal of two sessions, the first one with a torn tail, that belongs to who runs the command. */
beforeEach(async () => {
  home = tempFolder()
  journal = join(home, 'journal')
  const store = createJournalStore(journal)
  for (const sessionID of ['s1', 's2'])
    for (const content of ['one', 'two', 'three'])
      await store.messages.append(sessionID, [{ raw: { role: 'user', content } }])
  await store.close()
  appendFileSync(path('s1', 'records.ndjson'), '{"seq":4,"ty')
})

afterEach(() => {
  for (const name of ['', 's1', 's2']) chmodSync(path(name), 0o700)
  rmSync(home, { recursive: true })
})

/** Runs as somebody whom the system can refuse something. */
async function run(...args: string[]): Promise<CliResult> {
  if (!isRoot) return cli(args, { home })
  execFileSync('chown', ['-R', '65534:65534', home])
  setegid!(65534)
  seteuid!(65534)
  try {
    return await cli(args, { home })
  } finally {
    seteuid!(0)
    setegid!(0)
  }
}

/** What a person is told names the place and a remedy, is no stack and no defect. */
function expectToldWell({ stdout, stderr }: CliResult, place: string): void {
  expect(stdout + stderr).toContain(place)
  expect(stdout + stderr).not.toMatch(/defect|\n {4}at /)
}

/** How a file or folder refuses: which one, and with which bits. */
const refusals: readonly (readonly [what: string, name: string, file: string, mode: number])[] = [
  ['a folder that cannot be written', 's1', '', 0o500],
  ['a folder that cannot be read', 's1', '', 0o000],
  ['records that cannot be read', 's1', 'records.ndjson', 0o000],
]

describe.runIf(platform === 'linux')('the system refuses', () => {
  test('a session of an agent, and what is told names neither file nor remedy, or a command that is refused, too', async () => {
    const session = storeClaude(home, ids.healthy, healthySession())
    chmodSync(session, 0)
    const looked = await run('doctor', ids.healthy)
    expect([looked.code, looked.stdout]).toEqual([1, expect.stringContaining('unreadable_session')])
    expect(looked.stdout).not.toContain('next:')
    const salvaged = await run('extract', ids.healthy)
    expect(salvaged).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('readable and writable') })
    expectToldWell(salvaged, session)
  })

  test('a file of messages, and a command is advised that is refused, too', async () => {
    const file = join(home, 'messages.json')
    writeFileSync(file, '[{"role":"user","content":"hi"}]', { mode: 0 })
    const looked = await run('doctor', file, '--as', 'openai-chat')
    expect([looked.code, looked.stdout]).toEqual([1, expect.stringContaining('unreadable_session')])
    expect(looked.stdout).not.toMatch(/next:/i)
  })

  test.each(refusals)('%s, and recover is silent, stops, or changes a byte', async (_what, session, file, mode) => {
    chmodSync(path(session, file), mode)
    const refused = await run('recover', journal, '--apply')
    expect(refused.code).toBe(2)
    expect(refused.stdout).toMatch(/failed +s1 {2}Cannot recover the session: .*journal.s1.* readable and writable\./)
    expect(refused.stdout).toMatch(/clean +s2 {2}3 records/)
    expect(refused.stderr).toContain('once the files can be read and written')
    expectToldWell(refused, path('s1'))
    chmodSync(path(session, file), file === '' ? 0o700 : 0o600)
    expect(readFileSync(path('s1', 'records.ndjson'), 'utf8')).toMatch(/"ty$/)
    expect((await run('recover', journal, '--apply')).code).toBe(0)
  })

  test.each(refusals.slice(1))('%s, and an audit or a list of the others ends', async (_what, session, file, mode) => {
    chmodSync(path(session, file), mode)
    const audit = await run('audit', '--session-dir', journal, '--layout', 'journal')
    expect(audit.code).toBe(3)
    expect(audit.stdout).toContain('damaged_journal  s1  -> manual_review (read_only)')
    const listed = await run('recordings', 'list', '--dir', journal)
    expect(listed.code).toBe(1)
    expect(listed.stdout).toMatch(/^s2 {2}\S+ {2}\d+ exchanges, \d+ bytes\ns1 {2}cannot be read: EACCES/)
    for (const each of [audit, listed]) expectToldWell(each, 's1')
  })

  test.each([
    ['.codex/sessions/2026', 'rollout-2026-01-01T00-00-00-NAME.jsonl'],
    ['.gemini/tmp/project/chats', 'NAME.jsonl'],
    ['named', 'NAME.json'],
  ])('a folder below %s hides the sessions beside it', async (folder, file) => {
    const session = (name: string): string => {
      mkdirSync(join(home, folder, name), { recursive: true })
      const place = join(home, folder, name, file.replace('NAME', name))
      writeFileSync(place, JSON.stringify([{ role: 'user', parts: [{ text: 'hello' }] }]))
      return place
    }
    const [closed, open] = [session('closed'), session('open')]
    chmodSync(join(closed, '..'), 0o000)
    const told = await run('doctor', '--json', folder === 'named' ? join(home, folder) : '--all')
    chmodSync(join(closed, '..'), 0o700)
    expect(told.stdout).toContain(open)
    expect(told.stdout).not.toContain(closed)
  })

  test('a store that cannot be listed is an empty one, or one that is not there', async () => {
    chmodSync(journal, 0o000)
    for (const args of [
      ['recover', journal],
      ['audit', '--session-dir', journal, '--layout', 'journal'],
      ['audit', '--session-dir', journal],
      ['recordings', 'list', '--dir', journal],
      ['recordings', 'show', '--dir', journal],
    ]) {
      const refused = await run(...args)
      expect([2, 3]).toContain(refused.code)
      expectToldWell(refused, journal)
      expect(refused.stderr).toContain('Make the file and its folder readable and writable.')
    }
  })

  test('a repair of a folder that cannot be written leaves a part of it, or says nothing', async () => {
    const folder = join(home, 'sessions')
    mkdirSync(folder)
    const session = (...contents: string[]): string =>
      JSON.stringify({ session_id: 's', messages: contents.map((content) => ({ role: 'user', content })) })
    writeFileSync(join(folder, 's.json'), session('one'))
    writeFileSync(join(folder, 's.json.bak'), session('one', 'two'))
    chmodSync(folder, 0o500)
    const refused = await run('audit', '--session-dir', folder, '--repair-safe', '--apply')
    expect([1, 2, 3]).toContain(refused.code)
    expectToldWell(refused, join(folder, 's.json'))
    chmodSync(folder, 0o700)
    expect(readFileSync(join(folder, 's.json'), 'utf8')).toBe(session('one'))
    expect((await run('audit', '--session-dir', folder, '--repair-safe', '--apply')).code).toBe(0)
  })
})

/** Runs on a disk that takes no byte. */
async function onFull(...args: string[]): Promise<CliResult> {
  const file = await open(process.execPath)
  await file.close()
  const handle = Object.getPrototypeOf(file) as typeof file
  const cause = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const spies = [vi.spyOn(handle, 'write'), vi.spyOn(handle, 'writeFile')]
  for (const spy of spies) spy.mockRejectedValue(cause)
  try {
    return await cli(args, { home })
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

test('a full disk costs a byte of what is there, or is told as a defect', async () => {
  const before = readFileSync(path('s1', 'records.ndjson'), 'utf8')
  const refused = await onFull('recover', journal, '--apply')
  expect(refused.code).toBe(2)
  expect(refused.stdout).toMatch(/failed +s1 {2}.*journal.s1.* Free some space/)
  expect(refused.stdout).toMatch(/clean +s2/)
  expect(readFileSync(path('s1', 'records.ndjson'), 'utf8')).toBe(before)
  const audit = await onFull('audit', '--session-dir', journal, '--layout', 'journal', '--repair-safe', '--apply')
  expect([2, 3]).toContain(audit.code)
  expectToldWell(audit, 'space')
  expect(readFileSync(path('s1', 'records.ndjson'), 'utf8')).toBe(before)
  expect((await cli(['recover', journal, '--apply'], { home })).code).toBe(0)

  const recordings = join(home, 'recordings')
  const store = createJournalStore(recordings)
  const recorder = createRecorder({ store })
  const exchange = recorder.begin('POST', 'https://api.test/v1/messages', [])
  exchange.request('{}', 2)
  exchange.answer(200, [])
  exchange.end()
  await recorder.close()
  await store.close()
  for (const args of [['list'], ['show'], ['export', '--har'], ['recover']])
    expect(await onFull('recordings', ...args, '--dir', recordings)).toMatchObject({ code: 0 })

  const [session, target] = [join(home, 's.json'), join(home, 'text.md')]
  writeFileSync(session, JSON.stringify([{ role: 'user', parts: [{ text: 'hello' }] }]))
  const half = await onFull('extract', session, '--output', target)
  expect([half.code, existsSync(target)]).toEqual([2, false])
  expectToldWell(half, target)
  const page = await onFull('doctor', session, '--html', join(home, 'page.html'))
  expect([page.code, readdirSync(home).filter((name) => name.includes('page'))]).toEqual([2, []])
})
