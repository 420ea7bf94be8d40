import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { formatNames } from '../../src/formats/format-name.ts'
import { NewError } from './new-error.ts'
import { camelCase, Change, insertBefore, insertImport, root, type Skeleton } from './repository.ts'

/** The smallest whole format: its files are the skeleton of a new one, so that the skeleton cannot fall behind. */
const MODEL = 'bedrock-converse'

/** What to put into the copies, by the end of their names; the rest goes with these. */
const tasks: readonly (readonly [ending: RegExp, task: string])[] = [
  [/formats\/.*block-shapes/, 'the types of blocks, their fields and roles'],
  [/formats\/.*read-/, 'how a raw message is read'],
  [/formats\/.*write-/, 'how blocks and messages are written back'],
  [/formats\/.*media/, 'where images and documents stand'],
  [/formats\/.*rules/, 'the rules of the provider as data, each with its source; dialects are further rows'],
  [/formats\//, 'the object that joins the parts'],
  [
    /provider\/.*judge/,
    'the refusals of the provider in the order in which it finds them, from its documentation alone (I3)',
  ],
  [/provider\/.*check/, 'the refusals of one part of a request, in the words of the provider'],
  [/provider\/.*generate/, 'healthy conversations with everything that the format knows'],
  [/provider\/.*corruptions/, 'every kind of damage that real sessions show'],
  [
    /provider\/.*emulator/,
    'the answers of the server; goes, with its line in the kit, where the format never goes over a wire',
  ],
  [/provider\/.*transcript/, 'what a conversation with the rest of its request looks like'],
  [/provider\//, 'what differs from the model'],
]

/** Tables with a row for each format, to which the row of the model is added; by the path of their file. */
const tables: Readonly<Record<string, string>> = {
  'bench/plain-conversation.ts': 'writers',
  'test/properties/shown.test.ts': 'lists',
}

/** The skeleton of a format. */
export function newFormat(name: string): Skeleton {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
    throw new NewError(`${JSON.stringify(name)} is no name of a format: words in lower case, joined by -.`)
  if (formatNames.some((known) => known === name)) throw new NewError(`The format ${name} exists already.`)
  const change = new Change()
  for (const folder of ['src/formats', 'src/testing/provider'])
    for (const file of filesIn(join(root, folder, MODEL))) {
      const source = `${folder}/${MODEL}/${file}`
      const task = tasks.find(([ending]) => ending.test(source))![1]
      const text = renamed(readFileSync(join(root, source), 'utf8'), name)
      change.create(
        `${folder}/${name}/${renamedFile(file, name)}`,
        `// FILL IN: ${task}. A copy of ${source}.\n${text}`,
      )
    }
  change.create(`test/formats/${name}/contract.test.ts`, test(name))
  change.edit('src/formats/format-name.ts', (text) => insertBefore(text, /^\] as const/m, `  '${name}',\n`))
  change.edit('src/formats/index.ts', (text) => {
    const row = lastRow(text, 'formats', name, camelCase(name))
    return row && insertImport(row, `import { ${camelCase(name)} } from './${name}/${name}.ts'`)
  })
  change.edit('src/testing/contracts/kits.ts', (text) => {
    const row = lastRow(text, 'kits', name, `${camelCase(name)}Kit`)
    return row && insertImport(row, `import { ${camelCase(name)}Kit } from '../provider/${name}/${name}-kit.ts'`)
  })
  change.edit('src/repair/chosen-formats.ts', (text) => {
    const row = insertImport(
      text,
      `import { ${camelCase(name)} as ${camelCase(name)}Format } from '../formats/${name}/${name}.ts'`,
    )
    return row && `${row}\n${chosen(name)}`
  })
  change.edit('src/linter.ts', (text) =>
    insertBefore(text, /^\} from '\.\/repair\/chosen-formats\.ts'/m, `  ${camelCase(name)},\n`),
  )
  for (const [path, table] of Object.entries(tables))
    change.edit(path, (text) => lastRow(text, table, name, modelRow(text)))
  const left = [
    `What is left (test/formats/${name} fails until it is done): each file that says FILL IN, the kit before the format; rows of`,
    'src/formats/format-signs.ts, by which the format is recognised; its value in src/repair/chosen-formats.ts, with the fewest strategies',
    `that find all; its rows in ${Object.keys(tables).join(' and ')}; then npm run docs.`,
  ]
  return { change, left }
}

/** What a program that is bundled chooses. */
const chosen = (
  name: string,
): string => `/** FILL IN: what it is, and which strategies it needs; \`forms\` where results may stand elsewhere than at the head of the next turn. */
export const ${camelCase(name)}: LinterFormat = { format: ${camelCase(name)}Format, strategies: inFull }
`

/** The files of a folder and of those in it, by their path from it. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => relative(folder, join(parentPath, name)))

function lastRow(text: string, table: string, name: string, value: string | undefined): string | undefined {
  const start = text.search(new RegExp(`^(?:export )?const ${table}\\b`, 'm'))
  const end = text.indexOf('\n}', start)
  if (start < 0 || end < 0 || value === undefined) return undefined
  return `${text.slice(0, end)}\n  '${name}': ${value},${text.slice(end)}`
}

/** What a table says of the model, on one line or on several. */
const modelRow = (text: string): string | undefined =>
  new RegExp(`^  '${MODEL}': (\\{\\n[^]*?\\n  \\}|\\S.*),$`, 'm').exec(text)?.[1]

function renamed(text: string, name: string): string {
  const camel = camelCase(name)
  const pascal = camel.charAt(0).toUpperCase() + camel.slice(1)
  return text
    .replaceAll(MODEL, name)
    .replaceAll('bedrockConverse', camel)
    .replaceAll(/(?<=\.\/(?:\w+-)*)converse(?=-|\.ts)/g, name)
    .replaceAll(/\bconverse(?=[A-Z])/g, camel)
    .replaceAll(/(?<=[a-z])Converse|Converse(?=[A-Z])/g, pascal)
}

const renamedFile = (file: string, name: string): string => file.replace(MODEL, name).replace('converse', name)

const test = (name: string): string => `import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { detectFormat } from '../../../src/formats/detect-format.ts'
import { formatUnderTest, kits, partsOf, testFormat } from '../../../src/testing.ts'

const kit = kits['${name}']

test.each(testFormat(formatUnderTest(kit)))('$title', ({ run }) => {
  expect(run).not.toThrow()
})

test('a conversation of the format is taken for one of another', () => {
  const { messages, request } = partsOf(kit, kit.generate({ seed: 1, turns: 6 }))
  expect(detectFormat(messages as unknown[], request).format).toBe('${name}')
})

const src = join(import.meta.dirname, '../../../src')
const files = ['formats', 'testing/provider'].flatMap((folder) => {
  const path = join(src, folder, '${name}')
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(path, file))
})

test.each([...files, join(src, 'repair/chosen-formats.ts')])('%s is not filled in', (file) => {
  expect(readFileSync(file, 'utf8')).not.toMatch(/FILL IN:.*/)
})
`
