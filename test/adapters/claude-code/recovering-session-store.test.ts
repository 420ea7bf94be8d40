import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { recoveringSessionStore, type RepairedLoad } from '../../../src/claude-code.ts'
import { tempFolder } from '../../files/temp-folder.ts'

const common = { isSidechain: false, sessionId: 's', version: '2.1.329', cwd: '/app', userType: 'external' }

const entry = (uuid: string, parentUuid: string | null, message: object): object => ({
  ...common,
  uuid,
  parentUuid,
  type: (message as { role: string }).role,
  message,
  timestamp: '2026-01-01T00:00:00.000Z',
})

const asked = entry('u1', null, { role: 'user', content: 'Read a.txt' })
const called = entry('a1', 'u1', {
  id: 'msg_1',
  role: 'assistant',
  content: [{ type: 'tool_use', id: 'toolu_1', name: 'Read', input: {} }],
})
const answered = entry('u2', 'a1', {
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'A' }],
})
const goOn = entry('u3', 'a1', { role: 'user', content: 'Continue' })

class Store {
  readonly appended: object[] = []
  readonly #entries: readonly object[] | null
  constructor(entries: readonly object[] | null) {
    this.#entries = entries
  }
  async load(_key: string): Promise<readonly object[] | null> {
    return this.#entries
  }
  async append(_key: string, entries: readonly object[]): Promise<number> {
    return this.appended.push(...entries)
  }
}

test('a broken session is handed out broken', async () => {
  const onRepair = vi.fn<(repaired: RepairedLoad) => void>()
  const stored = [asked, called, goOn]
  const loaded = await recoveringSessionStore<string, Store>(new Store(stored), { onRepair }).load('s')
  expect(JSON.stringify(loaded)).toContain('"tool_use_id":"toolu_1"')
  expect(loaded).toContainEqual(asked)
  expect(onRepair).toHaveBeenCalledWith({ edits: 1, records: 2, loss: 'synthesised' })
  expect(stored).toEqual([asked, called, goOn])
})

test.each([
  ['first', [asked, asked, called, answered]],
  ['last', [asked, called, answered, answered]],
  ['both', [asked, asked, called, answered, answered]],
])('an entry that stands there twice is taken out without a word, %s', async (place, stored) => {
  const onRepair = vi.fn<(repaired: RepairedLoad) => void>()
  const loaded = await recoveringSessionStore<string, Store>(new Store(stored), { onRepair }).load('s')
  expect(loaded).toEqual([asked, called, answered])
  expect(onRepair).toHaveBeenCalledWith({ edits: 0, records: place === 'both' ? 2 : 1, loss: 'none' })
})

test('a folder that is swept away before its time costs the repair', async () => {
  const folder = tempFolder()
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('TMPDIR', folder)
  const onRepair = (): void => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
  }
  const loaded = await recoveringSessionStore<string, Store>(new Store([asked, called, goOn]), { onRepair }).load('s')
  expect(JSON.stringify(loaded)).toContain('"tool_use_id":"toolu_1"')
  await recoveringSessionStore<string, Store>(new Store([asked, called, goOn])).load('s')
  expect(readdirSync(folder)).toEqual([])
})

test('a result is put behind another answer, where the SDK drops it and tells its own story', async () => {
  const said = entry('a2', 'a1', { id: 'msg_2', role: 'assistant', content: [{ type: 'text', text: 'A says A.' }] })
  const stored = [asked, called, said, entry('u3', 'a2', { role: 'user', content: 'Continue' })]
  const loaded = await recoveringSessionStore<string, Store>(new Store(stored)).load('s')
  const made = loaded?.find((line) => JSON.stringify(line).includes('"tool_use_id":"toolu_1"'))
  expect(made).toMatchObject({ parentUuid: 'a1' })
  expect(loaded).toContainEqual({ ...said, parentUuid: (made as { readonly uuid: string }).uuid })
})

test('a healthy session is not handed out as it is (I1)', async () => {
  const entries = [asked, called, answered]
  expect(await recoveringSessionStore<string, Store>(new Store(entries)).load('s')).toBe(entries)
})

test('a session that cannot be looked at is not handed out at all (I10)', async () => {
  vi.stubEnv('TMPDIR', '/nowhere')
  onTestFinished(() => void vi.unstubAllEnvs())
  const entries = [asked, called, goOn]
  expect(await recoveringSessionStore<string, Store>(new Store(entries)).load('s')).toBe(entries)
})

test('an unknown session becomes an empty one', async () => {
  expect(await recoveringSessionStore<string, Store>(new Store(null)).load('s')).toBeNull()
})

test('another method loses its store', async () => {
  const store = new Store([])
  await recoveringSessionStore<string, Store>(store).append('s', [asked])
  expect(store.appended).toEqual([asked])
})
