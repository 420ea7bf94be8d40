import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import packageManifest from '../../../package.json' with { type: 'json' }
import { turnOf, writeNotes, type Turn } from '../conversation.ts'
import { linkPackage } from '../link-package.ts'
import { mcpLines } from '../mcp-lines.ts'
import { NothingToDamageError } from '../nothing-to-damage-error.ts'
import type { Damage, Program, ProgramCommand } from '../program.ts'

type Fields = Record<string, unknown>

const database = (home: string): string => join(home, '.local/share/opencode/opencode.db')

interface Row extends Fields {
  readonly id: string
  readonly data: string
}

function withDatabase<T>(home: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(database(home))
  try {
    return work(db)
  } finally {
    db.close()
  }
}

/** The rows of a turn: ids ascend with time. */
function rowsOf(db: DatabaseSync, table: 'part' | 'message', turn: Turn): Row[] {
  const rows = db
    .prepare('select id, data, message_id as owner from part union all select id, data, id from message')
    .all() as { id: string; data: string; owner: string }[]
  const prompts = rows
    .filter(({ data }) => turnOf(data) !== undefined)
    .map(({ data, owner }) => [owner, turnOf(data)!] as const)
  const at = (owner: string): number =>
    Math.max(0, ...prompts.filter(([id]) => id <= owner).map(([, number]) => number))
  const all = db.prepare(`select * from ${table} order by id`).all() as Row[]
  return all.filter((row) => at(String(row['message_id'] ?? row.id)) === turn)
}

const typeOf = ({ data }: Row): unknown => (JSON.parse(data) as Fields)['type']

/** Changes the parts of a kind in a turn of the model; a list inserts further ones. */
function changeParts(home: string, turn: Turn, type: string, change: (data: Fields) => Fields | Fields[]): void {
  withDatabase(home, (db) => {
    const answers = new Set(
      rowsOf(db, 'message', turn)
        .filter(({ data }) => data.includes('"role":"assistant"'))
        .map(({ id }) => id),
    )
    const found = rowsOf(db, 'part', turn).filter(
      (row) => typeOf(row) === type && answers.has(String(row['message_id'])),
    )
    if (found.length === 0) throw new NothingToDamageError(`no part is ${type}`)
    for (const row of found) {
      const after = change(JSON.parse(row.data) as Fields)
      if (!Array.isArray(after)) db.prepare('update part set data = ? where id = ?').run(JSON.stringify(after), row.id)
      else for (const [index, data] of after.entries()) insertCopy(db, row, `${row.id}${index}`, data)
    }
  })
}

function insertCopy(db: DatabaseSync, row: Fields, id: string, data: Fields): void {
  const copy: Fields = { ...row, id, data: JSON.stringify(data) }
  const columns = Object.keys(copy)
  const marks = columns.map(() => '?').join(', ')
  db.prepare(`insert into part (${columns.join(', ')}) values (${marks})`).run(...(Object.values(copy) as string[]))
}

function truncateRow(home: string, turn: Turn, table: 'part' | 'message', holds: string): void {
  withDatabase(home, (db) => {
    const row = rowsOf(db, table, turn).find(({ data }) => data.includes(holds))
    if (!row) throw new NothingToDamageError(`no ${table} holds ${holds}`)
    db.prepare(`update ${table} set data = ? where id = ?`).run(row.data.slice(0, row.data.length - 10), row.id)
  })
}

const duplicated = (home: string, turn: Turn): void => changeParts(home, turn, 'tool', (data) => [data])

/** The damages of clients.md §1.5 that reach the provider, or stop opencode itself. */
const damages: readonly Damage[] = [
  {
    name: 'reasoning signature tampered',
    apply: (home, turn) =>
      changeParts(home, turn, 'reasoning', (data) => ({
        ...data,
        metadata: { anthropic: { signature: 'dGFtcGVyZWQ=' } },
      })),
  },
  { name: 'tool part duplicated', apply: duplicated },
  {
    name: 'tool part duplicated, while `opencode serve` runs',
    beside: (bin, home) => ({
      ...command(bin, home, [], ''),
      command: [bin, 'serve', '--port', '0'],
      ready: /listening on (\S+)/,
    }),
    apply: (home, turn) => {
      duplicated(home, turn)
      // Nobody has been in a turn of this session for a minute.
      const minute = 60_000
      withDatabase(home, (db) => {
        for (const table of ['part', 'message'])
          db.prepare(`update ${table} set time_updated = time_updated - ?`).run(minute)
      })
    },
  },
  {
    name: 'assistant text whitespace',
    loses: () => ['answer'],
    apply: (home, turn) => changeParts(home, turn, 'text', (data) => ({ ...data, text: '  \n' })),
  },
  {
    name: 'completed tool without output',
    onlyOnDisk: ['run --'],
    loses: () => ['output'],
    apply: (home, turn) =>
      changeParts(home, turn, 'tool', (data) => {
        const { output: _output, ...state } = data['state'] as Fields
        return { ...data, state }
      }),
  },
  {
    name: 'tool part without state',
    onlyOnDisk: ['run --'],
    loses: () => ['output'],
    apply: (home, turn) => changeParts(home, turn, 'tool', ({ state: _state, ...data }) => data),
  },
  {
    name: 'part JSON truncated',
    onlyOnDisk: ['run --', 'plugin'],
    apply: (home, turn) => truncateRow(home, turn, 'part', '"type":"tool"'),
  },
  {
    name: 'message JSON truncated',
    onlyOnDisk: ['run --', 'plugin'],
    apply: (home, turn) => truncateRow(home, turn, 'message', '"role":"assistant"'),
  },
  {
    name: 'tool left running',
    loses: () => ['output'],
    apply: (home, turn) =>
      changeParts(home, turn, 'tool', (data) => {
        const { input, time } = data['state'] as Fields
        return { ...data, state: { status: 'running', input, time: { start: (time as Fields)['start'] } } }
      }),
  },
]

function command(bin: string, home: string, args: readonly string[], stdin: string): ProgramCommand {
  return {
    command: [bin, 'run', '--format', 'json', ...args],
    cwd: join(home, 'project'),
    env: {
      HOME: home,
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_SHARE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    },
    stdin,
  }
}

/** opencode 1.18: a SQLite store, one part for a call and its result. */
export const opencode: Program = {
  name: 'opencode 1.18.33',
  agent: 'opencode',
  spec: 'opencode-ai@1.18.33',
  bin: 'node_modules/opencode-linux-x64/bin/opencode',
  async prepare(home, url) {
    const config = join(home, '.config/opencode')
    await mkdir(join(config, 'node_modules'), { recursive: true })
    const dependencies = { '@opencode-ai/plugin': '*' }
    await writeFile(join(config, 'package.json'), JSON.stringify({ dependencies }))
    const lock = { name: 'x', lockfileVersion: 3, packages: { '': { dependencies } } }
    await writeFile(join(config, 'package-lock.json'), JSON.stringify(lock))
    await writeNotes(home)
    await writeConfig(home, url, [])
  },
  first: (bin, home, _url, prompt) => command(bin, home, [], prompt),
  resume: (bin, home, _url, session, prompt) => command(bin, home, ['-s', session], prompt),
  async sessionOf(_home, output) {
    const session = /"sessionID":"(ses_\w+)"/.exec(output)?.[1]
    if (session === undefined) throw new Error(`opencode told no session: ${output.slice(0, 300)}`)
    return session
  },
  worked: (code, output) => code === 0 && output.includes('"type":"text"') && !output.includes('"type":"error"'),
  async addMcpServer(home) {
    const file = join(home, 'project/opencode.json')
    const settings = JSON.parse(await readFile(file, 'utf8')) as Fields
    await writeFile(file, JSON.stringify({ ...settings, ...(JSON.parse(await mcpLines('opencode')) as Fields) }))
  },
  addPlugin: async (home, url) => writeConfig(home, url, [await installPackage(home)]),
  damages,
  superviseDamage: 'reasoning signature tampered',
}

/** Puts the built package where opencode itself would install it from the registry. Returns the spec of the README. */
async function installPackage(home: string): Promise<string> {
  const { name, version } = packageManifest
  const spec = `${name}@${version}`
  await linkPackage(join(home, '.cache/opencode/packages', spec))
  return spec
}

/** The project's configuration: the emulator as provider, and the plugins. */
async function writeConfig(home: string, url: string, plugin: readonly string[]): Promise<void> {
  const config = {
    autoupdate: false,
    share: 'disabled',
    plugin,
    provider: {
      anthropic: {
        options: { baseURL: `${url}/v1`, apiKey: 'dummy' },
        models: { 'claude-sonnet-4-5': { options: { thinking: { type: 'enabled', budgetTokens: 2000 } } } },
      },
    },
    model: 'anthropic/claude-sonnet-4-5',
    small_model: 'anthropic/claude-haiku-4-5',
  }
  await writeFile(join(home, 'project', 'opencode.json'), JSON.stringify(config))
}
