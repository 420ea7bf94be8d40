/** Before each test file: whose places are noted from here on. What was reached when modules were loaded, it reaches as well. */
import { relative } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { note } from './at-work.ts'

const notes = globalThis.mutantNotes
process.env['MUTANTS_TEST'] = relative(process.cwd(), expect.getState().testPath ?? '')
notes.isInTest = false
if (process.env['MUTANT'] === '') for (const id of notes.atLoad) note(id)
beforeEach(() => {
  notes.isInTest = true
})
afterEach(() => {
  notes.isInTest = false
})
