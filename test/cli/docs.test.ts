import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { expect, test } from 'vitest'
import { commands } from '../../src/cli/table/commands.ts'
import { claudeHome } from './claude-home.ts'
import { cli, commandFile } from './run-cli.ts'

const file = join(import.meta.dirname, '../../docs/cli.md')
const text = readFileSync(file, 'utf8')

/** What differs from run to run. */
function steady(output: string, home: string): string {
  return output
    .replaceAll(home, '~')
    .replaceAll(/\d{8}T\d{6}-[0-9a-f]{8}/g, '20261121T080000-1a2b3c4d')
    .replaceAll(/\d{8}T\d{9}Z/g, '20261121T080000000Z')
}

test('an example of docs/cli.md does not work, or prints something else (UPDATE_DOCS=1 writes what it prints)', async () => {
  const { home } = claudeHome()
  writeFileSync(join(home, 'error.txt'), 'API Error: 400 due to tool use concurrency issues.\n')
  const run = async (line: string): Promise<string> => {
    // What needs no shell runs here.
    const [, plain] = /^session-recovery ((?!supervise --id)[^|>;]*)$/.exec(line) ?? []
    if (plain !== undefined) {
      const words = plain.match(/"[^"]*"|\S+/g) ?? []
      const { shown } = await cli(
        words.map((word) => word.replaceAll('"', '')),
        { home },
      )
      return steady(shown, home)
    }
    const script = `session-recovery() { ${JSON.stringify(process.execPath)} ${JSON.stringify(commandFile)} "$@"; }\n${line}`
    const { stdout, stderr } = spawnSync('bash', ['-c', `${script} 2>&1`], {
      cwd: home,
      env: { PATH: env['PATH'], HOME: home, NODE_COMPILE_CACHE: env['NODE_COMPILE_CACHE'] },
      encoding: 'utf8',
    })
    return steady(stdout + stderr, home)
  }
  let ran = 0
  let fresh = text
  for (const [whole, block = ''] of text.matchAll(/```console\n([\s\S]*?)```/g)) {
    let shown = ''
    for (const line of block.split('\n').filter((each) => each.startsWith('$ '))) {
      shown += `${line}\n${await run(line.slice(2))}`
      ran += 1
    }
    fresh = fresh.replace(whole, () => `\`\`\`console\n${shown}\`\`\``)
  }
  if (env['UPDATE_DOCS']) writeFileSync(file, fresh)
  expect(ran).toBeGreaterThan(8)
  expect(fresh).toBe(text)
})

test('docs/cli.md does not name a command', () => {
  for (const { name } of commands) expect(text).toContain(`session-recovery ${name}`)
})
