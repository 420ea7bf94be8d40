/*
 * What the runner asks of each import of a test, for its watch mode, and what Node asks of the disk for one that tells its file: both are
 * left out in a run that does not watch. A test file keeps its own address, so that its compiled form is found again in the next run; what
 * is set up for each file does not, or it would be done for the first one alone.
 */
import { registerHooks } from 'node:module'

const registered = Symbol.for('session-recovery.test.import-directly')
const ofRunner = /(?<!leave-(?:real-globals|no-files)\.ts)(?:\?|%3F)vitest=\d+$/

if (process.env['VITEST_MODE'] === 'RUN' && !(registered in globalThis)) {
  Object.defineProperty(globalThis, registered, { value: true })
  registerHooks({
    resolve(specifier, context, next) {
      const told = specifier.replace(ofRunner, '')
      if (!/^(?:\.|file:).*\.ts$/.test(told)) return next(specifier, context)
      return { url: new URL(told, context.parentURL).href, format: 'module-typescript', shortCircuit: true }
    },
  })
}
