import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mainFile } from './run-cli.ts'

/** Makes a process believe that it is another Node, before anything of ours is loaded. */
function runAs(version: string, file: string = mainFile): SpawnSyncReturns<string> {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: ${JSON.stringify(version)} })`
  const preload = `data:text/javascript,${encodeURIComponent(pretend)}`
  return spawnSync(process.execPath, ['--import', preload, file, '--version'], { encoding: 'utf8' })
}

test.each(['12.22.15', '18.20.4', '20.20.2', '22.15.0'])(
  'session-recovery on Node %s says nothing, or anything but one sentence, or ends as if all were well',
  (version) => {
    const { status, stdout, stderr } = runAs(version)
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: `session-recovery needs Node 22.16 or newer, and this is Node ${version}.\n`,
    })
  },
)

test.each(['22.16.0', '24.0.0', '100.1.0'])('session-recovery refuses to run on Node %s', (version) => {
  expect(runAs(version).status).toBe(0)
})

test('the entry demands another Node than the package, or could not be parsed by an old one', () => {
  const { engines } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    engines: { node: string }
  }
  const entry = readFileSync(mainFile, 'utf8')
  expect(entry).toContain(`needs Node ${engines.node.replace('>=', '')} or newer`)
  expect(entry).not.toMatch(/^import |\?\?|\?\.|await /m)
})

const checkFile = join(import.meta.dirname, '../../scripts/check-node.mjs')

test.each(['18.20.4', '20.20.2', '22.17.0'])(
  'without its own Node the build fails on Node %s with another message',
  (version) => {
    const { status, stderr } = runAs(version, checkFile)
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /^This repository builds with its own Node 24, and it is not installed.*npm rebuild node.*\n$/,
    )
  },
)

test('a command that an old Node cannot run fails far from the cause, or a Node that can build is refused', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(scripts['build']).toMatch(/^node scripts\/check-node\.mjs && /)
  // TypeScript files, and the linter, whose settings are one.
  const needing = Object.keys(scripts).filter((name) =>
    /^node .*\.ts$|^oxlint|^oxfmt|^vitest/.test(scripts[name] ?? ''),
  )
  expect(needing).toContain('lint')
  const checked = /^node scripts\/check-node\.mjs$|^npm run build --silent$/
  expect(needing.filter((name) => !checked.test(scripts[`pre${name}`] ?? ''))).toEqual([])
  expect(runAs('22.18.0', checkFile)).toMatchObject({ status: 0, stderr: '' })
})
