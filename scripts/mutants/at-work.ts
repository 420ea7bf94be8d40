/**
 * What the built-in questions ask (`build-in.ts`), in each process of a test run: the mutant with the number of `MUTANT` is at work.
 * Without a number none is, and each place that a test reaches is noted in the file `MUTANTS_SEEN`, by the test file of
 * `MUTANTS_TEST`, which children inherit.
 */
import { appendFileSync } from 'node:fs'

declare global {
  var mutantAt: (id: number, isAtLoad?: boolean) => boolean
  var mutantNotes: {
    isInTest: boolean
    startsPatched: boolean
    readonly atLoad: Set<number>
    readonly noted: Set<string>
  }
}

const { MUTANT: number = '', MUTANTS_SEEN: notes = '' } = process.env

// Test files share a process, and a module is loaded for the first of them only: perhaps in a test, where it is loaded lazily.
globalThis.mutantNotes ??= { isInTest: false, startsPatched: false, atLoad: new Set(), noted: new Set() }

export function note(id: number, isAtLoad = false): void {
  const { atLoad, isInTest, noted } = globalThis.mutantNotes
  if (isAtLoad || !isInTest) atLoad.add(id)
  const line = `${process.env['MUTANTS_TEST']}\t${id}\n`
  if (noted.has(line)) return
  noted.add(line)
  appendFileSync(notes, line)
}

function noteNone(id: number, isAtLoad?: boolean): false {
  note(id, isAtLoad)
  return false
}

globalThis.mutantAt = number === '' ? noteNone : (id) => id === Number(number)
