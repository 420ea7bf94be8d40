import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Damage, Program, ProgramCommand } from '../program.ts'

type Fields = Record<string, unknown>

const database = (home: string): string => join(home, '.local/share/opencode/opencode.db')

/** Changes the stored parts of a kind; `null` deletes a part, a list inserts further ones. */
function changeParts(home: string, type: string, change: (data: Fields) => Fields | null | Fields[]): void {
  const db = new DatabaseSync(database(home))
  try {
    const rows = db.prepare('select * from part order by id').all() as { id: string; data: string }[]
    const found = rows.filter(({ data }) => (JSON.parse(data) as Fields)['type'] === type)
    if (found.length === 0) throw new Error(`The session has no ${type} part.`)
    for (const row of found) {
      const after = change(JSON.parse(row.data) as Fields)
      if (after === null) db.prepare('delete from part where id = ?').run(row.id)
      else if (!Array.isArray(after))
        db.prepare('update part set data = ? where id = ?').run(JSON.stringify(after), row.id)
      else for (const [index, data] of after.entries()) insertCopy(db, row, `${row.id}${index}`, data)
    }
  } finally {
    db.close()
  }
}

function insertCopy(db: DatabaseSync, row: Fields, id: string, data: Fields): void {
  const copy: Fields = { ...row, id, data: JSON.stringify(data) }
  const columns = Object.keys(copy)
  const marks = columns.map(() => '?').join(', ')
  db.prepare(`insert into part (${columns.join(', ')}) values (${marks})`).run(...(Object.values(copy) as string[]))
}

function truncateRow(home: string, table: 'part' | 'message', like: string): void {
  const db = new DatabaseSync(database(home))
  try {
    const row = db.prepare(`select id, data from ${table} where data like ? order by id limit 1`).get(like) as {
      id: string
      data: string
    }
    db.prepare(`update ${table} set data = ? where id = ?`).run(row.data.slice(0, row.data.length - 10), row.id)
  } finally {
    db.close()
  }
}

/** The damages of clients.md §1.5 that reach the provider, or stop opencode itself. */
const damages: readonly Damage[] = [
  {
    name: 'reasoning signature tampered',
    apply: (home) =>
      changeParts(home, 'reasoning', (data) => ({ ...data, metadata: { anthropic: { signature: 'dGFtcGVyZWQ=' } } })),
  },
  { name: 'tool part duplicated', apply: (home) => changeParts(home, 'tool', (data) => [data]) },
  {
    name: 'assistant text whitespace',
    apply: (home) => changeParts(home, 'text', (data) => ({ ...data, text: '  \n' })),
  },
  {
    name: 'completed tool without output',
    onlyOnDisk: ['run --'],
    apply: (home) =>
      changeParts(home, 'tool', (data) => {
        const { output: _output, ...state } = data['state'] as Fields
        return { ...data, state }
      }),
  },
  {
    name: 'tool part without state',
    onlyOnDisk: ['run --'],
    apply: (home) => changeParts(home, 'tool', ({ state: _state, ...data }) => data),
  },
  {
    name: 'part JSON truncated',
    onlyOnDisk: ['run --', 'plugin'],
    apply: (home) => truncateRow(home, 'part', '%"type":"tool"%'),
  },
  {
    name: 'message JSON truncated',
    onlyOnDisk: ['run --', 'plugin'],
    apply: (home) => truncateRow(home, 'message', '%"role":"assistant"%'),
  },
  {
    name: 'tool left running',
    apply: (home) =>
      changeParts(home, 'tool', (data) => {
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
    await mkdir(join(home, 'project'), { recursive: true })
    const dependencies = { '@opencode-ai/plugin': '*' }
    await writeFile(join(config, 'package.json'), JSON.stringify({ dependencies }))
    const lock = { name: 'x', lockfileVersion: 3, packages: { '': { dependencies } } }
    await writeFile(join(config, 'package-lock.json'), JSON.stringify(lock))
    await writeFile(join(home, 'project', 'notes.txt'), 'the notes say 4711\n')
    await writeConfig(home, url, [])
  },
  first: (bin, home) => command(bin, home, [], 'READ the file notes.txt'),
  resume: (bin, home, _url, session) => command(bin, home, ['-s', session], 'please continue'),
  async sessionOf(_home, output) {
    const session = /"sessionID":"(ses_\w+)"/.exec(output)?.[1]
    if (session === undefined) throw new Error(`opencode told no session: ${output.slice(0, 300)}`)
    return session
  },
  worked: (code, output) => code === 0 && output.includes('"type":"text"') && !output.includes('"type":"error"'),
  addPlugin: async (home, url) => writeConfig(home, url, [await installPackage(home)]),
  damages,
}

const root = join(import.meta.dirname, '../../..')

/**
 * Puts the built package where opencode itself would install it from the registry, with what it needs at run time.
 * Returns the spec of the README.
 */
async function installPackage(home: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as PackageManifest
  const spec = `${manifest.name}@${manifest.version}`
  const modules = join(home, '.cache/opencode/packages', spec, 'node_modules')
  for (const file of ['package.json', 'dist']) {
    await cp(join(root, file), join(modules, manifest.name, file), { recursive: true })
  }
  for (const name of Object.keys(manifest.dependencies)) {
    await cp(join(root, 'node_modules', name), join(modules, name), { recursive: true, dereference: true })
  }
  return spec
}

interface PackageManifest {
  readonly name: string
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
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
