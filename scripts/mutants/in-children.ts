/** Processes that tests start from the sources get the files with the mutants, too. */
import './at-work.ts'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { builtText } from './built-text.ts'

registerHooks({
  load(url, context, next) {
    const source = url.startsWith('file:') ? builtText(fileURLToPath(url)) : null
    return source === null ? next(url, context) : { format: 'module-typescript', source, shortCircuit: true }
  },
})
