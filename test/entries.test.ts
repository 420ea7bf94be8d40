import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

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

test('an entry cannot be required', () => {
  expect(sources.length).toBeGreaterThan(15)
  const options = { cwd: root, encoding: 'utf8', stdio: 'pipe' } as const
  const printed = execFileSync(process.execPath, ['--input-type=commonjs', '-e', program, ...sources], options)
  expect(JSON.parse(printed)).toEqual([])
})
