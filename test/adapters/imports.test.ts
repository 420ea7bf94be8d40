import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const { exports, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, string | { default: string }>
  peerDependencies: Record<string, string>
}
/** The emulators of the test kit and the MCP server are made of a peer's package; the others meet it only in the caller's hands. */
const ofPeers = /\/(?:testing|mcp)\.js$/
const entries = Object.values(exports).flatMap((entry) =>
  typeof entry === 'string' || ofPeers.test(entry.default) ? [] : [entry.default],
)
const addressOf = (entry: string): string => new URL(entry, `file://${process.cwd()}/`).href

/** Prints which module asked for which, all entries in one process: what is loaded already is still asked for. */
const program = `
import { registerHooks } from 'node:module'
const asked = {}
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    ;(asked[context.parentURL] ??= []).push(found.url)
    return found
  },
})
for (const entry of process.argv.slice(1)) await import(entry)
process.stdout.write(JSON.stringify(asked), () => process.exit(0))
`

/** The modules that a module asks for, by its address. */
const asked = JSON.parse(
  execFileSync(process.execPath, ['--input-type=module', '-e', program, ...entries.map(addressOf)], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  }),
) as Readonly<Record<string, readonly string[]>>

/** The packages of all modules that an entry asks for, itself or through another one. */
function packagesOf(entry: string): string[] {
  const met = new Set([addressOf(entry)])
  for (const url of met) for (const next of asked[url] ?? []) met.add(next)
  return [...met].flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(url)?.[1] ?? [])
}

test('there are no entries to look at, or what they ask for is not seen', () => {
  expect(entries.length).toBeGreaterThan(10)
  expect(Object.keys(peerDependencies)).toContain('langchain')
  expect(entries.filter((entry) => asked[addressOf(entry)] === undefined)).toEqual([])
})

test.each(entries)('the import of %s loads the package of a client', (entry) => {
  const foreign = packagesOf(entry).filter((name) => name in peerDependencies || name.startsWith('@langchain/'))
  expect(foreign).toEqual([])
})
