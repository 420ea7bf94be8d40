import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execPath } from 'node:process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const require = createRequire(import.meta.url)
const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc')
let project = ''
let said: readonly string[] = []

const sources: Readonly<Record<'whole' | 'client' | 'wrong', string>> = {
  whole: `
    import { createMemoryStore } from 'session-recovery'
    import {
      type AgentUnderTest, createAnthropicEmulator, createRandom, type Kit, kits, partsOf, type Place, places,
      type StrategySpec, testAgent, testFormat, testStore, testStrategy, type FormatUnderTest, withParts,
    } from 'session-recovery/testing'

    const kit: Kit<'gemini'> = kits.gemini
    const healthy = kit.generate({ seed: 1, turns: 2 })
    const place: Place = places[0]
    const damaged = kit.corruptions[0]?.apply(healthy, createRandom(1), place) ?? healthy
    const wording: string | undefined = kit.judge(withParts(kit, damaged, partsOf(kit, healthy)))?.wording
    const titles: string[] = testStore({ name: 'memory', create: () => createMemoryStore() }).map(({ title }) => title)
    export const suites = (agent: AgentUnderTest, format: FormatUnderTest, strategy: StrategySpec): unknown =>
      [testAgent(agent), testFormat(format), testStrategy(strategy), titles, wording]
    export async function handlers(setupServer: (...handlers: { readonly info: object }[]) => void): Promise<void> {
      const emulator = createAnthropicEmulator({ seed: 2 })
      emulator.respondWith({ text: 'Done.' }, () => ({ hang: true }))
      setupServer(...(await emulator.handlers()))
    }
  `,
  client: `import 'msw'\nimport { http } from 'msw'\nhttp.all`,
  wrong: `import { kits, type Place } from 'session-recovery/testing'\nexport const a: Place = 'third'\nkits.telegraph`,
}

/** A project of somebody else: the built package, Node's types, and no other package. It is compiled once. */
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'session-recovery-consumer-'))
  const installed = join(project, 'node_modules/session-recovery')
  mkdirSync(join(installed, 'dist'), { recursive: true })
  cpSync(join(root, 'package.json'), join(installed, 'package.json'))
  for (const file of readdirSync(join(root, 'dist')).filter((name) => name.endsWith('.d.ts')))
    cpSync(join(root, 'dist', file), join(installed, 'dist', file))
  mkdirSync(join(project, 'node_modules/@types'))
  symlinkSync(dirname(require.resolve('@types/node/package.json')), join(project, 'node_modules/@types/node'))
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  const compilerOptions = {
    module: 'NodeNext',
    target: 'ES2023',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  }
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(project, `${name}.ts`), source)
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const told = await promisify(execFile)(execPath, [tsc, '-p', project]).catch((failed: { stdout: string }) => failed)
  said = told.stdout.trimEnd().split(/\n(?=\S)/)
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

/** What the compiler says of one file. */
const complaints = (file: keyof typeof sources): string =>
  said.filter((each) => each.includes(`${file}.ts(`)).join('\n')

test('the types of ./testing need msw, or skipLibCheck', () => {
  expect(said.filter((each) => !/(?:client|wrong)\.ts\(/.test(each))).toEqual([])
})

test('the project in which the types are tried can see msw', () => {
  expect(complaints('client')).toContain('TS2307')
})

test('a kit of an unknown format, or a place that no damage knows, compiles', () => {
  expect(complaints('wrong')).toContain('TS2322')
  expect(complaints('wrong')).toContain('TS2339')
})
