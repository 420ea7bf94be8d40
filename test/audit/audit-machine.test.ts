import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { auditMachine, type StoreAudit } from '../../src/doctor/audit/audit-machine.ts'
import { tempFolder } from '../files/temp-folder.ts'

type Place = Partial<Pick<StoreAudit, 'layout' | 'folder' | 'stateDb'>>

/** What is looked at in a home with these files, and folders where a name ends in a slash; `~` is the home. */
async function looked(
  names: readonly string[],
  env: Readonly<Record<string, string>> = {},
  agents: readonly string[] = [],
): Promise<readonly Place[]> {
  const home = tempFolder()
  const at = (path: string): string => path.replace('~', home)
  for (const name of names) {
    mkdirSync(join(home, name.endsWith('/') ? name : dirname(name)), { recursive: true })
    if (!name.endsWith('/')) writeFileSync(join(home, name), '')
  }
  const found: Place[] = []
  const named = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, at(value)]))
  for await (const { report: _, ...place } of auditMachine({ home, env: named }, agents))
    found.push(JSON.parse(JSON.stringify(place).replaceAll(home, '~')) as Place)
  return found
}

const all = ['.claude/', '.codex/', '.local/share/opencode/', '.hermes/webui/sessions/']
const places: readonly Place[] = [
  { layout: 'claude-code', folder: '~/.claude' },
  { layout: 'codex', folder: '~/.codex' },
  { layout: 'opencode', folder: '~/.local/share/opencode' },
  { layout: 'hermes-webui', folder: '~/.hermes/webui/sessions' },
]

test('a store that is not there is looked at, or one that is there is not', async () => {
  expect(await looked([])).toEqual([])
  expect(await looked(all)).toEqual(places)
  expect(await looked(all, {}, ['opencode', 'codex'])).toEqual(places.slice(1, 3))
  for (const [at, name] of all.entries()) expect(await looked([name])).toEqual([places[at]])
})

test.each<readonly [names: readonly string[], env: Readonly<Record<string, string>>, place: Place]>([
  [['c/'], { CLAUDE_CONFIG_DIR: '~/c' }, { layout: 'claude-code', folder: '~/c' }],
  [['c/'], { CODEX_HOME: '~/c' }, { layout: 'codex', folder: '~/c' }],
  [
    ['.local/share/opencode/'],
    { OPENCODE_DB: '~/my.db' },
    { layout: 'opencode', folder: '~/.local/share/opencode', stateDb: '~/my.db' },
  ],
  [
    ['d/opencode/'],
    { OPENCODE_DB: 'my.db', XDG_DATA_HOME: '~/d' },
    { layout: 'opencode', folder: '~/d/opencode', stateDb: '~/d/opencode/my.db' },
  ],
  [
    ['.hermes/webui/sessions/', '.hermes/state.db'],
    {},
    { layout: 'hermes-webui', folder: '~/.hermes/webui/sessions', stateDb: '~/.hermes/state.db' },
  ],
  [
    ['h/webui/sessions/', 'h/state.db'],
    { HERMES_HOME: '~/h' },
    { layout: 'hermes-webui', folder: '~/h/webui/sessions', stateDb: '~/h/state.db' },
  ],
  [
    ['s/sessions/', 'h/state.db'],
    { HERMES_WEBUI_STATE_DIR: '~/s', HERMES_HOME: '~/h' },
    { layout: 'hermes-webui', folder: '~/s/sessions', stateDb: '~/h/state.db' },
  ],
  [
    ['s/sessions/', 'state.db'],
    { HERMES_WEBUI_STATE_DIR: '~/s' },
    { layout: 'hermes-webui', folder: '~/s/sessions', stateDb: '~/state.db' },
  ],
])('of %j with %j another place is looked at', async (names, env, place) => {
  expect(await looked(names, env)).toEqual([place])
})

test('a store that cannot be looked at is taken for one in order, or nobody is told of it', async () => {
  const home = tempFolder()
  mkdirSync(join(home, '.codex'))
  mkdirSync(join(home, '.hermes/webui'), { recursive: true })
  writeFileSync(join(home, '.hermes/webui/sessions'), '')
  const found: StoreAudit[] = []
  for await (const store of auditMachine({ home, env: {} }, [])) found.push(store)
  expect(found.map(({ layout, report }) => [layout, report.status])).toEqual([
    ['codex', 'ok'],
    ['hermes-webui', 'needs_manual_review'],
  ])
  expect(found[1]!.report.items).toMatchObject([{ kind: 'malformed_live', session_id: '', code: 'not_found' }])
})
