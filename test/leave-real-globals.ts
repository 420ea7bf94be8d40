/*
 * Files share their process: a false timer or clock that one leaves behind lets those behind it wait for ever, and says no name. Here the
 * file that leaves it fails, and the others get the real one.
 */
import { afterAll, expect, vi } from 'vitest'
import { falseGlobals, restoreGlobals } from './real-globals.ts'

// What takes back its spies when a file is over may bring a false one back.
restoreGlobals()

afterAll(() => {
  const left = falseGlobals()
  if (left.length === 0) return
  vi.useRealTimers()
  restoreGlobals()
  throw new Error(`${expect.getState().testPath} leaves behind a false ${left.join(', ')}`)
})
