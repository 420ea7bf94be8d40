import { execFile } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')

/** What the program around a snippet has: the reader's own, or what a snippet above it has made. */
const program = `
import type { SessionRecoveryHook, SessionStore } from 'session-recovery'
import type { createJournalStore as createJournal } from 'session-recovery/journal'
import type { createSqliteStore as createSqlite, recoverInterrupted as recover } from 'session-recovery'
declare global {
  const answer: (input: unknown) => Promise<object>
  const conversationOf: (request: object) => string
  const createJournalStore: typeof createJournal
  const createSqliteStore: typeof createSqlite
  const error: unknown
  const folder: string
  const hook: SessionRecoveryHook
  const hostname: () => string
  const input: object
  const key: string
  const info: { name: string; version: string }
  const McpServer: new (info: object, options: object) => object
  const messageID: string
  const pool: import('pg').Pool
  const recoverInterrupted: typeof recover
  const runtime: { abort(sessionID: string): Promise<void>; run(sessionID: string, config: object): Promise<void> }
  const sessionID: string
  const store: SessionStore
  const user: string
}
`

/** The snippets of the pages, each in a file of its own; how many there are. */
function writeSnippets(folder: string): number {
  let snippets = 0
  for (const page of ['README.md', ...globSync('docs/**/*.md', { cwd: root })]) {
    const lines = readFileSync(join(root, page), 'utf8')
    for (const { 1: code, index } of lines.matchAll(/```ts(?: run)?\n(.*?)```/gs)) {
      snippets += 1
      const line = lines.slice(0, index).split('\n').length
      writeFileSync(join(folder, `${page.replaceAll(/\W/g, '-')}-${line}.ts`), `${code}\nexport {}\n`)
    }
  }
  return snippets
}

let snippets = 0
/** What the compiler complains of, with the lines that explain it. */
let complaints: readonly string[] = []

/** One compilation for both: most of it is to read the declarations. */
beforeAll(async () => {
  const folder = join(root, '.cache', `snippets-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  try {
    snippets = writeSnippets(folder)
    writeFileSync(join(folder, 'program.d.ts'), program)
    const compilerOptions = {
      noUnusedLocals: false,
      noUnusedParameters: false,
      lib: ['ESNext', 'DOM', 'DOM.Iterable'],
      isolatedDeclarations: false,
      // Under `npm test` against the declarations that have just been built, as users have them: the sources are checked by `npm run types`.
      ...(process.env['SESSION_RECOVERY_CLI'] !== undefined && { paths: {} }),
    }
    const config = { extends: '../../tsconfig.json', compilerOptions, include: ['.', '../../test/types'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { cwd: root }).catch(
      (failure: unknown) => failure as { stdout: string },
    )
    complaints = stdout.trimEnd().split(/\n(?=\S)/)
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 60_000)

/** Those of the files of the public types, or all others. */
const saidOf = (types: boolean): string =>
  complaints.filter((each) => each.startsWith('test/types/') === types).join('\n')

test('a snippet of the README or of a page calls what is not there, or calls it otherwise', () => {
  expect(snippets).toBeGreaterThan(8)
  expect(saidOf(false)).toBe('')
})

test('something of the public API has another type than test/types says', () => {
  expect(saidOf(true)).toBe('')
})
