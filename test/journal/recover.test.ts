import { join } from 'node:path'
import { assert, constantFrom, oneof, pre, property, string } from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { examineSession } from '../../src/journal/examine-session.ts'
import { recoverJournal } from '../../src/journal/recover-journal.ts'
import { SessionCursor } from '../../src/journal/session-cursor.ts'
import { folderNameOf, listSessionIDs, sessionIDOf } from '../../src/journal/session-folder.ts'
import { setAside } from '../../src/journal/set-aside.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { now, openLog, readTexts, recordsPath, recoverOne, ROOT, writeSession } from './sample-session.ts'

/** The lines of a session's records, to be damaged and put back. */
function edit(fs: MemoryFs, sessionID: string, change: (lines: string[]) => string): void {
  const path = recordsPath(sessionID)
  fs.put(path, change(fs.text(path)!.split('\n').slice(0, -1)))
}

async function sample(...texts: string[]): Promise<MemoryFs> {
  const fs = new MemoryFs()
  await writeSession(fs, 's', texts)
  return fs
}

const apply = { apply: true } as const
const everything = (fs: MemoryFs): [string, string | undefined][] => fs.paths().map((path) => [path, fs.text(path)])

/** Why each piece was set aside. */
const quarantined = (fs: MemoryFs): unknown[] =>
  fs
    .paths()
    .filter((path) => /\/quarantine\/records\./.test(path))
    .flatMap((path) => fs.text(path)!.split('\n').slice(0, -1))
    .map((line) => (JSON.parse(line) as { reason: unknown }).reason)

describe('recoverJournal', () => {
  test('a torn tail stays, or its bytes are gone', async () => {
    const fs = await sample('e3')
    edit(fs, 's', (lines) => `${lines.join('\n')}\n{"bad": `)
    expect(await recoverOne(fs, 's')).toMatchObject({ state: 'recovered', records: 1, droppedTailBytes: 8 })
    expect(fs.text(recordsPath('s'))).toMatch(/\{"bad": $/)
    const result = await recoverOne(fs, 's', apply)
    expect(result).toMatchObject({ state: 'recovered', records: 1, droppedTailBytes: 8, quarantinedBytes: 8, gaps: [] })
    expect(await readTexts(fs, 's')).toEqual(['e3'])
    const kept = fs.paths().find((path) => path.startsWith(`${result.quarantine}/records`))
    expect(Buffer.from(JSON.parse(fs.text(kept!)!).base64, 'base64').toString()).toBe('{"bad": ')
  })

  test('what goes is read once for the name of its copy and once for the copy', async () => {
    const fs = await sample('e4')
    edit(fs, 's', (lines) => `${lines.join('\n')}\n{"bad": `)
    const folder = join(ROOT, 's')
    const examined = await examineSession(fs, folder)
    const open = vi.spyOn(fs, 'open')
    await setAside({ fs, folder, mode: 'salvage', checkClaim: async () => undefined }, examined)
    expect(open.mock.calls.filter(([path, flags]) => path === recordsPath('s') && flags === 'r')).toHaveLength(1)
  })

  test('a clean session is written to, or called anything but clean', async () => {
    const fs = await sample('e1', 'e2')
    const before = everything(fs)
    expect(await recoverOne(fs, 's', apply)).toEqual({
      sessionID: 's',
      state: 'clean',
      records: 2,
      droppedTailBytes: 0,
      quarantinedBytes: 0,
      gaps: [],
    })
    expect(everything(fs)).toEqual(before)
  })

  test('a session whose owner died stays active', async () => {
    const fs = await sample('e1')
    const manifest = JSON.parse(fs.text(join(ROOT, 's', 'manifest.json'))!)
    fs.put(join(ROOT, 's', 'manifest.json'), JSON.stringify({ ...manifest, status: 'active', endedAt: null }))
    await recoverOne(fs, 's', apply)
    expect(JSON.parse(fs.text(join(ROOT, 's', 'manifest.json'))!)).toMatchObject({
      status: 'stopped',
      endedAt: new Date(now()).toISOString(),
    })
  })

  test('empty lines shift the offsets of the index', async () => {
    const fs = await sample('e1', 'e2')
    edit(fs, 's', ([first, second]) => `${first}\n\n${second}\n`)
    expect(await recoverOne(fs, 's', apply)).toMatchObject({ state: 'clean', records: 2, droppedTailBytes: 0 })
    const index = fs
      .text(join(ROOT, 's', 'index.ndjson'))!
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const records = fs.text(recordsPath('s'))!
    expect(index.map(({ offset, length }) => JSON.parse(records.slice(offset, offset + length)).data)).toEqual([
      'e1',
      'e2',
    ])
  })

  test('a record that is lost in the middle takes the ones behind it along, or is forgotten', async () => {
    const fs = await sample('e1', 'e2', 'e3')
    edit(fs, 's', ([first, , third]) => `${first}\n{"seq":2,"sess\n${third}\n`)
    const result = await recoverOne(fs, 's', apply)
    expect(result).toMatchObject({
      state: 'needs_review',
      records: 2,
      gaps: [{ after: 1, before: 3 }],
      quarantinedBytes: 15,
    })
    expect(await readTexts(fs, 's')).toEqual(['e1', 'e3'])
    const again = await recoverOne(fs, 's', apply)
    expect(again).toMatchObject({ state: 'needs_review', gaps: [{ after: 1, before: 3 }], quarantinedBytes: 0 })
    expect(await recoverOne(fs, 's', { acknowledge: true })).toMatchObject({ state: 'clean', gaps: [] })
    expect(await recoverOne(fs, 's')).toMatchObject({ state: 'clean', quarantine: join(ROOT, 's', 'quarantine') })
  })

  test('the loss of the last record is forgotten once it is cut off', async () => {
    const fs = await sample('e1', 'e2')
    edit(fs, 's', ([first, second]) => `${first}\n${second!.replace('e2', 'eX')}\n`)
    for (const options of [apply, apply, {}])
      expect(await recoverOne(fs, 's', options)).toMatchObject({
        state: 'needs_review',
        records: 1,
        gaps: [{ after: 1 }],
      })
  })

  test.each(['null', '7', '[]', '{"foreign":true}', '"text"'])('%s in a line stops the scan', async (line) => {
    const fs = await sample('e1', 'e2')
    edit(fs, 's', ([first, second]) => `${line}\n${first}\n${line}\n${second}\n${line}\n`)
    const result = await recoverOne(fs, 's', apply)
    expect(result).toMatchObject({ state: 'recovered', records: 2, quarantinedBytes: 3 * (line.length + 1), gaps: [] })
    expect(await readTexts(fs, 's')).toEqual(['e1', 'e2'])
  })

  test.each([
    ['an older writer', ['e1'], 'stale_token'],
    ['a second writer', ['e1', 'e2'], 'out_of_order'],
  ])('the last record, of %s, counts as a loss', async (_, first, reason) => {
    const fs = await sample(...first)
    if (first.length === 1) await writeSession(fs, 's', ['e2'])
    await writeSession(fs, 'other', ['e1', 'x', 'y'])
    const foreign = fs.text(recordsPath('other'))!.split('\n')[reason === 'stale_token' ? 2 : 1]!
    edit(fs, 's', (all) => `${all.join('\n')}\n${foreign}\n`)
    expect(await recoverOne(fs, 's', { mode: 'tail' })).toMatchObject({ state: 'recovered', records: 2 })
    expect(await recoverOne(fs, 's', apply)).toMatchObject({ state: 'recovered', records: 2, gaps: [] })
    expect(quarantined(fs)).toEqual([reason])
  })

  test.each([
    ['before damage at the end', '', '\n{"torn', '', ['blank', 'torn']],
    ['at the end, with damage before it', 'x\n', '\n', '\n', ['malformed']],
    ['at the end', '', '\n', '\n', []],
  ])('a blank line %s is lost, or goes without need', async (_, lead, behind, stays, reasons) => {
    const fs = await sample('e1', 'e2')
    const whole = fs.text(recordsPath('s'))!
    fs.put(recordsPath('s'), `${lead}${whole}${behind}`)
    await recoverOne(fs, 's', apply)
    expect([fs.text(recordsPath('s')), quarantined(fs)]).toEqual([`${whole}${stays}`, reasons])
  })

  test('a record that was written twice counts twice, or gets another number', async () => {
    const fs = await sample('e1', 'e2')
    edit(fs, 's', ([first, second]) => `${first}\n${second}\n${second}\n`)
    expect(await recoverOne(fs, 's', apply)).toMatchObject({ state: 'recovered', records: 2, gaps: [] })
    expect(fs.text(join(ROOT, 's', 'index.ndjson'))!.match(/"seq":\d+/g)).toEqual(['"seq":1', '"seq":2'])
  })

  test('a corrupt manifest hides the session', async () => {
    const fs = await sample('e1', 'e2')
    const manifest = fs.text(join(ROOT, 's', 'manifest.json'))
    fs.put(join(ROOT, 's', 'manifest.json'), '{trunc')
    expect(await recoverJournal(ROOT, { fs, apply: true })).toMatchObject({
      recovered: [{ sessionID: 's', records: 2 }],
    })
    expect(fs.text(join(ROOT, 's', 'manifest.json'))).toBe(manifest)
  })

  test('an unknown id is a success', async () => {
    expect(await recoverOne(await sample(), 'nope')).toMatchObject({ state: 'not_found', records: 0 })
  })

  test('a session under a living writer is touched', async () => {
    const fs = new MemoryFs()
    const log = await openLog(fs, 's')
    await log.append({ type: 'note', epoch: 0, dataText: '1' })
    const before = everything(fs)
    expect(await recoverOne(fs, 's', apply)).toMatchObject({ state: 'busy', error: { code: 'busy' } })
    expect(everything(fs)).toEqual(before)
    expect(JSON.parse(fs.text(join(ROOT, 's', 'manifest.json'))!)).toMatchObject({ status: 'active', endedAt: null })
    await log.close()
  })

  test('one bad session stops the others', async () => {
    const fs = new MemoryFs()
    for (const sessionID of ['a', 'b', 'c']) await writeSession(fs, sessionID, ['e1'])
    await fs.unlink(recordsPath('b'))
    const { recovered } = await recoverJournal(ROOT, { fs, apply: true })
    expect(recovered.map(({ sessionID, state }) => [sessionID, state])).toEqual([
      ['a', 'clean'],
      ['b', 'failed'],
      ['c', 'clean'],
    ])
    expect(recovered[1]!.error?.code).toBe('missing_records')
  })

  test.each(['../x', '..', '.', '', '/', 'a/b', String.raw`a\b`])('the id %j leaves the root', async (sessionID) => {
    const fs = await sample('e1')
    expect(await recoverOne(fs, sessionID, apply)).toMatchObject({ state: 'not_found' })
    await writeSession(fs, sessionID, ['e1'])
    expect(await recoverOne(fs, sessionID, apply)).toMatchObject({ state: 'clean' })
    expect(folderNameOf(sessionID)).not.toMatch(/[/\\]|^\.{0,2}$/)
    expect(await listSessionIDs(fs, ROOT)).toContain(sessionID)
  })

  test.each<[string, unknown, object]>([
    [
      'a code',
      Object.assign(new Error('The disk.'), { code: 'EIO' }),
      { code: 'io', message: 'Cannot recover the session: /root/sessions/s. Check the disk; the file is unchanged.' },
    ],
    ['no code', new Error('The disk.'), { code: 'unknown', message: 'The disk. [/root/sessions/s]' }],
    ['no error', 'The disk.', { code: 'unknown', message: 'The disk. [/root/sessions/s]' }],
    [
      'a code that is a number',
      Object.assign(new Error('The disk.'), { code: 5 }),
      { code: '5', message: 'The disk. [/root/sessions/s]' },
    ],
  ])('what fails with %s is told otherwise, or fails the other sessions', async (_, cause, error) => {
    const fs = await sample('e1')
    await writeSession(fs, 't', ['e1'])
    const lstat = fs.lstat.bind(fs)
    fs.lstat = (path) => (path === recordsPath('s') ? Promise.reject(cause as Error) : lstat(path))
    const { recovered } = await recoverJournal(ROOT, { fs, now, ...apply })
    expect(recovered).toMatchObject([
      { sessionID: 's', state: 'failed', error },
      { sessionID: 't', state: 'clean' },
    ])
  })

  test.each(['records.ndjson', 'records.000000000001.ndjson'])(
    'what is no file but named %s is read (I13)',
    async (name) => {
      const fs = await sample('e1')
      const lstat = fs.lstat.bind(fs)
      const path = join(ROOT, 's', name)
      fs.put(path, fs.text(path) ?? '')
      fs.lstat = async (asked) => ({ ...(await lstat(asked)), ...(asked === path && { isFile: false }) })
      expect(await recoverOne(fs, 's', apply)).toMatchObject({ state: 'failed', error: { code: 'unsafe_path' } })
    },
  )

  test('an id that is too long for a folder is cut, or gets a folder', async () => {
    for (const sessionID of ['x'.repeat(241), '/'.repeat(49)])
      expect(await recoverOne(await sample('e1'), sessionID, apply)).toMatchObject({
        state: 'failed',
        error: { code: 'invalid_id' },
      })
  })

  test('a folder has the id of another, or an id another folder than before', () => {
    assert(
      property(oneof(string({ unit: 'binary' }), string({ unit: constantFrom(...'/\\%.0025cf_aA') })), (sessionID) => {
        pre(sessionID.length <= 48)
        const name = folderNameOf(sessionID)
        expect(sessionIDOf(name)).toBe(sessionID)
        expect(name).toMatch(/^[A-Za-z0-9\-._@+=~,%]{1,240}$/)
        expect(name).not.toMatch(/^[._]|\.$/)
      }),
    )
    expect(['a/b', '..', '', 'con', 'a b', 'A-1'].map(folderNameOf)).toEqual(
      'a%002fb %002e%002e % %0063on a%0020b A-1'.split(' '),
    )
    expect(['%002F', '%0061', 'a/b', '%%', 'con', '.a', '%002f%'].map(sessionIDOf)).toEqual(Array(7).fill(undefined))
  })

  test('a session with ids that a file system takes amiss shares the folder of another, or is not listed', async () => {
    const fs = new MemoryFs()
    const ids = ['a\u0000b', 'a', '\ud800', '\ud801', '.a', '_a', 'con', 'CON.txt', 'a.', 'ä', 'a b', '%0041', 'A']
    for (const sessionID of ids) await writeSession(fs, sessionID, [sessionID])
    const { recovered } = await recoverJournal(ROOT, { fs })
    expect(recovered.map(({ sessionID }) => sessionID).sort()).toEqual(ids.sort())
    expect(recovered.every(({ state, records }) => state === 'clean' && records === 1)).toBe(true)
  })
})

describe('a writer', () => {
  test('the first append behind a torn record is lost with it', async () => {
    const fs = await sample('e1')
    edit(fs, 's', ([first]) => `${first}\n{"seq":2,"id":"e2`)
    await writeSession(fs, 's', ['e3'])
    expect(await readTexts(fs, 's')).toEqual(['e1', 'e3'])
    expect(await recoverOne(fs, 's')).toMatchObject({
      state: 'clean',
      records: 2,
      quarantine: join(ROOT, 's', 'quarantine'),
    })
  })

  test('a session that is put in order for a writer counts as one that has ended', async () => {
    const fs = await sample('e1', 'e2')
    edit(fs, 's', ([first]) => `${first}\n{"seq":2,"id":"e2`)
    const log = await openLog(fs, 's')
    expect(JSON.parse(fs.text(join(ROOT, 's', 'manifest.json'))!)).toMatchObject({ status: 'active' })
    await log.close()
  })

  test('a good last line without line feed is dropped, or the next record is glued to it', async () => {
    const fs = await sample('e1')
    edit(fs, 's', ([first]) => first!)
    await writeSession(fs, 's', ['e2'])
    expect(await readTexts(fs, 's')).toEqual(['e1', 'e2'])
    expect(await recoverOne(fs, 's')).toMatchObject({ state: 'clean' })
    // Where the damage before it is cut out as well.
    const ended = fs.text(recordsPath('s'))!
    edit(fs, 's', ([first, second]) => `${first}\nrubbish\n${second}`)
    expect(await recoverOne(fs, 's', apply)).toMatchObject({ state: 'recovered', quarantinedBytes: 8 })
    expect(fs.text(recordsPath('s'))).toBe(ended)
    expect(await recoverOne(fs, 's', apply)).toMatchObject({ state: 'clean', quarantinedBytes: 0 })
  })

  test('segments are read in the wrong order, or not at all', async () => {
    const fs = new MemoryFs()
    const texts = Array.from({ length: 40 }, (_, index) => `text ${index}`)
    await writeSession(fs, 's', texts.slice(0, 25), { segmentBytes: 700 })
    await writeSession(fs, 's', texts.slice(25), { segmentBytes: 700 })
    expect(fs.paths().filter((path) => path.includes('/records.')).length).toBeGreaterThan(5)
    expect(await readTexts(fs, 's')).toEqual(texts)
    expect(await recoverOne(fs, 's', apply)).toMatchObject({ state: 'clean', records: 40 })
  })

  test.each([1, 2, 3, 5])(
    'a reader misses a segment that is closed while it reads (look %i at the active one)',
    async (at) => {
      const fs = new MemoryFs()
      const log = await openLog(fs, 's', { segmentBytes: 700 })
      let count = 0
      const append = async (): Promise<void> => {
        for (let turn = 0; turn < 9; turn += 1)
          await log.append({ type: 'note', epoch: 0, dataText: JSON.stringify((count += 1)) })
      }
      await append()
      let looks = 0
      const open = fs.open.bind(fs)
      fs.open = async (path, flags, mode) => {
        if (flags === 'r' && path === recordsPath('s') && (looks += 1) === at) await append()
        return open(path, flags, mode)
      }
      const seqs: number[] = []
      const cursor = new SessionCursor(fs, join(ROOT, 's'))
      const taker = {
        take: ({ seq }: { readonly seq: number }) => void seqs.push(seq),
        reset: () => void seqs.splice(0),
      }
      for (let turn = 0; turn < 4; turn += 1) {
        await cursor.advance(taker)
        expect(cursor.chain.gaps).toEqual([])
        expect(seqs).toEqual(seqs.map((_, index) => index + 1))
        await log.append({ type: 'note', epoch: 0, dataText: JSON.stringify((count += 1)) })
      }
      expect(seqs.length).toBe(count - 1)
      await log.close()
    },
  )

  test('a second writer gets in while the first one lives', async () => {
    const fs = new MemoryFs()
    const first = await openLog(fs, 's')
    await expect(openLog(fs, 's')).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining(String(process.pid)),
    })
    await first.close()
    await (await openLog(fs, 's')).close()
  })

  test('a writer that was taken over acknowledges what it writes (I15)', async () => {
    const fs = new MemoryFs()
    let time = now()
    const slow = await openLog(fs, 's', { now: () => time })
    await slow.append({ type: 'note', epoch: 0, dataText: '"one"' })
    time += 60_000
    const next = await openLog(fs, 's', { now: () => time })
    expect(next.token).toBeGreaterThan(slow.token)
    await expect(slow.append({ type: 'note', epoch: 0, dataText: '"late"' })).rejects.toMatchObject({ code: 'fenced' })
    await next.append({ type: 'note', epoch: 0, dataText: '"two"' })
    await next.close()
    await slow.close()
    expect(await readTexts(fs, 's')).toEqual(['one', 'two'])
    expect(await recoverOne(fs, 's')).toMatchObject({ state: 'clean', records: 2 })
  })
})
