import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
/* The rule counts folders from src/, so the files must stand there; git and the build ignore the name. */
const folders = ['src/formats/lint-probe', 'src/strategies/lint-probe', 'src/testing/provider/lint-probe']

beforeAll(() => {
  for (const folder of folders) mkdirSync(new URL(folder, new URL('../', import.meta.url)), { recursive: true })
})
afterAll(() => {
  for (const folder of folders)
    rmSync(new URL(folder, new URL('../', import.meta.url)), { recursive: true, force: true })
})

/** What `npm run lint` says about one more file: the rule's name and words, or nothing. */
async function lint(folder: string, source: string): Promise<string> {
  const file = `${folder}/probe.ts`
  writeFileSync(new URL(file, new URL('../', import.meta.url)), source)
  const run = promisify(execFile)(fileURLToPath(new URL('../node_modules/.bin/oxlint', import.meta.url)), [file], {
    cwd: root,
  })
  return run.then(
    ({ stdout }) => (stdout.includes('Found 0 warnings and 0 errors') ? '' : stdout),
    (cause: { readonly stdout: string }) => cause.stdout,
  )
}

it.each([
  [
    'a value',
    "import { strategies } from '../../strategies/index.ts'\nexport const count: number = strategies.length\n",
  ],
  ['a type', "import type { Strategy } from '../../lint/define-strategy.ts'\nexport type Probe = Strategy['type']\n"],
])('a format that imports %s of a folder above it passes the lint', async (_, source) => {
  expect(await lint('src/formats/lint-probe', source)).toMatch(/no-restricted-imports[^]*house\.ts/)
})

it('a strategy that imports a format below it is refused', async () => {
  const source =
    "import { formatNames } from '../../formats/format-name.ts'\nexport const count: number = formatNames.length\n"
  expect(await lint('src/strategies/lint-probe', source)).toBe('')
})

it('a judge that imports anything of the linter passes the lint (I3)', async () => {
  const source = "import { isRecord } from '../../../json/is-record.ts'\nexport const probe: boolean = isRecord({})\n"
  expect(await lint('src/testing/provider/lint-probe', source)).toMatch(/no-restricted-imports/)
})
