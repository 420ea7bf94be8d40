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

/** Prints the addresses of all modules that an entry has loaded. */
const program = `
import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
await import(process.argv[1])
console.log(JSON.stringify(loaded))
process.exit(0)
`

function packagesOf(entry: string): string[] {
  const address = new URL(entry, `file://${process.cwd()}/`).href
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program, address], { encoding: 'utf8' })
  const loaded = JSON.parse(printed.trim().split('\n').at(-1)!) as string[]
  return loaded.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(url)?.[1] ?? [])
}

test('there are no entries to look at', () => {
  expect(entries.length).toBeGreaterThan(10)
  expect(Object.keys(peerDependencies)).toContain('langchain')
})

test.each(entries)('the import of %s loads the package of a client', (entry) => {
  const foreign = packagesOf(entry).filter((name) => name in peerDependencies || name.startsWith('@langchain/'))
  expect(foreign).toEqual([])
})
