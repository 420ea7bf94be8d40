import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

interface Probe {
  readonly title: string
  /* The rule counts folders from src/, so the files must stand there; git and the build ignore the name. */
  readonly file: string
  readonly source: string
  /** The complaint, with its rule and its help; nothing where the file passes. */
  readonly says: readonly unknown[]
}

const restricted = (help: RegExp): readonly unknown[] => [
  [expect.stringContaining('no-restricted-imports'), expect.stringMatching(help)],
]

const probes: readonly Probe[] = [
  {
    title: 'a format that imports a value of a folder above it passes the lint',
    file: 'src/formats/lint-probe/value.ts',
    source: "import { strategies } from '../../strategies/index.ts'\nexport const count: number = strategies.length\n",
    says: restricted(/house\.ts/),
  },
  {
    title: 'a format that imports a type of a folder above it passes the lint',
    file: 'src/formats/lint-probe/type.ts',
    source: "import type { Strategy } from '../../lint/define-strategy.ts'\nexport type Probe = Strategy['type']\n",
    says: restricted(/house\.ts/),
  },
  {
    title: 'a strategy that imports a format below it is refused',
    file: 'src/strategies/lint-probe/below.ts',
    source:
      "import { formatNames } from '../../formats/format-name.ts'\nexport const count: number = formatNames.length\n",
    says: [],
  },
  {
    title: 'a room that imports one beside it that stands above it passes the lint',
    file: 'src/detection/paths/lint-probe/beside.ts',
    source: "import { complaintIn } from '../../grammar/complaint.ts'\nexport const probe: unknown = complaintIn\n",
    says: restricted(/house\.ts/),
  },
  {
    title: 'a room that imports a file of the folder around it passes the lint',
    file: 'src/detection/words/lint-probe/around.ts',
    source: "import type { ErrorVerdict } from '../../error-verdict.ts'\nexport type Probe = ErrorVerdict\n",
    says: restricted(/house\.ts/),
  },
  {
    title: 'a room that imports a room below it is refused',
    file: 'src/detection/paths/lint-probe/below.ts',
    source: "import { before } from '../../words/before.ts'\nexport const probe: unknown = before\n",
    says: [],
  },
  {
    title: 'a judge that imports anything of the linter passes the lint (I3)',
    file: 'src/testing/provider/lint-probe/judge.ts',
    source: "import { isRecord } from '../../../json/is-record.ts'\nexport const probe: boolean = isRecord({})\n",
    says: restricted(/./),
  },
]

const foldersOf = (): Set<string> => new Set(probes.map(({ file }) => join(root, file, '..')))

interface Said {
  readonly diagnostics: readonly { readonly code: string; readonly help: string; readonly filename: string }[]
  readonly number_of_files: number
}

/** What the linter says of all of them: it takes longer to start than to read them. */
let said: Said

beforeAll(async () => {
  for (const folder of foldersOf()) mkdirSync(folder, { recursive: true })
  for (const { file, source } of probes) writeFileSync(join(root, file), source)
  const args = ['--format', 'json', ...probes.map(({ file }) => file)]
  const told = promisify(execFile)(join(root, 'node_modules/.bin/oxlint'), args, { cwd: root })
  const { stdout } = await told.catch((cause: unknown) => cause as { readonly stdout: string })
  said = JSON.parse(stdout) as Said
})
afterAll(() => {
  for (const folder of foldersOf()) rmSync(folder, { recursive: true, force: true })
})

it.each(probes)('$title', ({ file, says }) => {
  expect(said.number_of_files).toBe(probes.length)
  const own = said.diagnostics.filter(({ filename }) => filename === file)
  expect(own.map(({ code, help }) => [code, help])).toEqual(says)
})
