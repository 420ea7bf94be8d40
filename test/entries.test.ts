import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { entryFile } from './entry-file.ts'

const root = join(import.meta.dirname, '..')
const { exports: entries } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>
}
/** `./dist/mcp.d.ts` is made of `src/mcp.ts`. */
const sources = [
  ...new Set(
    Object.values(entries).flatMap((entry) =>
      typeof entry === 'string' ? [] : [entry.types.replace('dist', 'src').replace('.d.ts', '.ts')],
    ),
  ),
]

/** Requires each file, as a program in CommonJS does, and says what it could not. */
const program = `
const failed = []
for (const file of process.argv.slice(1))
  try { require(require('node:path').resolve(file)) } catch (error) { failed.push(file + ': ' + error.code) }
console.log(JSON.stringify(failed))
process.exit(0)
`

/** Under `npm test` the build, which is read much faster. */
const asUsersHaveThem = sources.map((file) => entryFile(basename(file, '.ts')))

test('an entry cannot be required', () => {
  expect(sources.length).toBeGreaterThan(15)
  const options = { cwd: root, encoding: 'utf8', stdio: 'pipe' } as const
  const printed = execFileSync(process.execPath, ['--input-type=commonjs', '-e', program, ...asUsersHaveThem], options)
  expect(JSON.parse(printed)).toEqual([])
})

const exported = /^export (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const declarationOf = (name: string): RegExp =>
  new RegExp(
    String.raw`(?<doc>\*/\n)?^export (?:async |abstract )*(?:type|interface|function\*?|const|class) ${name}\b`,
    'm',
  )

interface PassedOn {
  readonly name: string
  readonly own: string
  readonly from: string
}

/** What a file takes from another one and gives out. */
const passedOn = (file: string): PassedOn[] =>
  [...read(file).matchAll(exported)].flatMap(([, names, from]) =>
    [...names!.matchAll(/(?:type )?(\w+)(?: as (\w+))?,?/g)].map(([, own, name]) => {
      return { name: name ?? own!, own: own!, from: join(dirname(file), from!) }
    }),
  )

interface Declared {
  /** The comment in front of it; '' without one. */
  readonly docstring: string
  /** A function or a class, and no type and no table. */
  readonly isCalled: boolean
  /** What stands between its braces; nothing, where it is made of others. */
  readonly members: string
}

/** The declaration of a name, wherever it is passed on from. */
function declared(file: string, name: string): Declared | undefined {
  const text = read(file)
  const declaration = declarationOf(name).exec(text)
  if (declaration) {
    const { length } = declaration.groups?.['doc'] ?? ''
    const start = declaration.index + length
    const braces = /^export .*\{\n(?<members>[^]*?)^\}/m.exec(text.slice(start))
    return {
      docstring: length > 0 ? text.slice(text.lastIndexOf('/**', start), start) : '',
      isCalled: /^export (?:async |abstract )*(?:function|class)/m.exec(text.slice(start))?.index === 0,
      members: braces?.index === 0 ? braces.groups!['members']! : '',
    }
  }
  const via = passedOn(file).find((one) => one.name === name)
  return via && declared(via.from, via.own)
}

test('a public name has no docstring', () => {
  const names = sources.flatMap(passedOn)
  expect(names.length).toBeGreaterThan(400)
  expect(names.filter(({ from, own }) => !declared(from, own)?.docstring)).toEqual([])
})

test('a public function or class has no example', () => {
  const called = sources.flatMap(passedOn).filter(({ from, own }) => declared(from, own)!.isCalled)
  expect(called.length).toBeGreaterThan(100)
  expect(called.filter(({ from, own }) => !declared(from, own)!.docstring.includes('@example'))).toEqual([])
})

const member = /(?<doc>\*\/\n)?^ {2}(?:readonly )?(?<name>\w+)\??[:(]/gm

test('an option is offered without a word on what it does', () => {
  const options = sources.flatMap(passedOn).filter(({ own }) => /(?:Options|Config|Settings)$/.test(own))
  expect(options.length).toBeGreaterThan(40)
  const members = options.flatMap(({ from, own }) =>
    [...declared(from, own)!.members.matchAll(member)].map(({ groups }) => {
      return { of: own, name: groups!['name'], hasDocstring: groups!['doc'] !== undefined }
    }),
  )
  expect(members.length).toBeGreaterThan(200)
  expect(members.filter(({ hasDocstring }) => !hasDocstring)).toEqual([])
})
