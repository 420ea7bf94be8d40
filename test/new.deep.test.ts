import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execPath } from 'node:process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
let copy = ''

/** What a command prints, and its exit code. */
async function run(command: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const ran = promisify(execFile)(command, args, { cwd: copy, maxBuffer: 1 << 24 })
  return ran.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (failed: { code: number; stdout: string; stderr: string }) => ({
      code: failed.code,
      output: failed.stdout + failed.stderr,
    }),
  )
}
const make = (...args: string[]): ReturnType<typeof run> => run(execPath, 'scripts/new.ts', ...args)
const bin = (name: string, ...args: string[]): ReturnType<typeof run> =>
  run(join(copy, 'node_modules/.bin', name), ...args)

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'session-recovery-new-'))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  const sources = files
    .split('\n')
    .filter((file) => /^(?:src|scripts|test|bench|examples)\/|^[.\w-]+\.(?:ts|json)$/.test(file))
  for (const folder of new Set(sources.map(dirname))) mkdirSync(join(copy, folder), { recursive: true })
  for (const file of sources) await cp(join(root, file), join(copy, file))
  symlinkSync(realpathSync(join(root, 'node_modules')), join(copy, 'node_modules'))
}, 60_000)

afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('skeletons of a fault type and of a format do not compile, or break the lint rules, or their tests do not say what to fill in', async () => {
  expect((await make('fault', 'demo_fault', 'roles')).output).toContain('wrote src/strategies/demo-fault.ts')
  expect((await make('format', 'demo-wire')).output).toContain('wrote src/formats/demo-wire/demo-wire.ts')
  expect(await bin('tsc', '-p', 'tsconfig.json')).toEqual({ code: 0, output: '' })
  expect((await bin('oxlint', 'src', 'test')).code).toBe(0)
  const fresh = ['test/strategies/demo-fault.test.ts', 'test/strategies/meta.test.ts', 'test/formats/demo-wire']
  const { code, output } = await bin('vitest', 'run', '--no-color', ...fresh)
  expect(code).toBe(1)
  for (const missing of [
    'demo_fault has no scene in which it is found (finds)',
    'demo_fault has no healthy conversation that looks alike (nearMisses)',
    'the sentence that stands for demo_fault is not recognised as one',
    'the guide of demo_fault lacks a text, or its link is none',
    'FILL IN: the rules of the provider as data',
    'a conversation of the format is taken for one of another',
  ])
    expect(output).toContain(missing)
}, 240_000)

test.each([
  [['fault', 'Demo Fault'], 'is no fault type'],
  [['fault', 'blank_text'], 'src/strategies/blank-text.ts exists already'],
  [['fault', 'other_fault', 'weather'], 'Unknown family "weather". One of: tool pairing,'],
  [['format', 'gemini'], 'The format gemini exists already'],
  [['format'], 'Say what to make'],
  [['planet', 'mars'], 'Say what to make'],
])('%j is made, or refused without a remedy', async (args, said) => {
  const { code, output } = await make(...args)
  expect([code, output]).toEqual([2, expect.stringContaining(said)])
})
