/**
 * Before each test file: whose places are noted from here on. What was reached when modules were loaded, it reaches as well.
 * Programs that a test starts get the files with the mutants although it gives them an environment of its own.
 */
import childProcess from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect } from 'vitest'
import { note } from './at-work.ts'

const notes = globalThis.mutantNotes
process.env['MUTANTS_TEST'] = relative(process.cwd(), expect.getState().testPath ?? '')
notes.isInTest = false
if (process.env['MUTANT'] === '') for (const id of notes.atLoad) note(id)
const beat = join(process.env['MUTANTS_BUILT'] ?? '', 'beat')
beforeEach(() => {
  notes.isInTest = true
  appendFileSync(beat, '.')
})
afterEach(() => {
  notes.isInTest = false
})

/** The options of a call that starts a program, with what the mutants need in their environment. */
function withMutants(option: unknown): unknown {
  if (typeof option !== 'object' || option === null || !('env' in option) || typeof option.env !== 'object')
    return option
  const ours = Object.entries(process.env).filter(([name]) => name === 'NODE_OPTIONS' || name.startsWith('MUTANT'))
  return { ...option, env: { ...option.env, ...Object.fromEntries(ours) } }
}

if (!notes.startsPatched) {
  notes.startsPatched = true
  for (const name of ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'fork'] as const) {
    const start = childProcess[name] as (...given: readonly unknown[]) => unknown
    const started = (...given: readonly unknown[]): unknown => start(...given.map(withMutants))
    // What `promisify` makes of `execFile` gives two texts: without this it would be another function than the one under test.
    const custom: unknown = Reflect.get(start, promisify.custom)
    if (typeof custom === 'function')
      Object.defineProperty(started, promisify.custom, {
        value: (...given: readonly unknown[]): unknown => Reflect.apply(custom, undefined, given.map(withMutants)),
      })
    Object.assign(childProcess, { [name]: started })
  }
  syncBuiltinESMExports()
}
