import { fileURLToPath } from 'node:url'
import type { UserConfig } from 'tsdown'
import { zodParts } from '../src/supervisor/zod.ts'

type Plugin = Extract<NonNullable<UserConfig['plugins']>, { name: string }>

const source = fileURLToPath(new URL('../src/supervisor/zod.ts', import.meta.url))
const whole = fileURLToPath(import.meta.resolve('zod'))
const parts = '\0zod-parts'

/**
 * What the supervisor checks with, in a file of its own that is read at the first check: as a package zod comes with fifty languages, and
 * reading them takes longer than Node itself takes to start.
 */
export function lazyZod(): Plugin {
  return {
    name: 'lazy-zod',
    buildStart() {
      this.emitFile({ type: 'chunk', id: parts, fileName: 'zod.js', preserveSignature: 'strict' })
    },
    resolveId: (id) => (id === parts ? id : null),
    load(id) {
      if (id === parts) return `export { ${zodParts.join(', ')} } from ${JSON.stringify(whole)}`
      return id === source ? stubCode : null
    },
  }
}

const stubCode = `import { createRequire } from 'node:module'
export const zod = () => createRequire(import.meta.url)('./zod.js')`
