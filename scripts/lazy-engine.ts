import { fileURLToPath } from 'node:url'
import type { UserConfig } from 'tsdown'

/**
 * The functions through which the rest of the package reaches the linter, the detector and the formats, by module. In the build
 * for Node they are stubs: the engine is a file of its own, read at the first call, since reading its 300 kB takes longer than
 * Node itself takes to start, and most programs that import the package never meet a broken conversation.
 */
const seams: Readonly<Record<string, readonly string[]>> = {
  'formats/detect-format.ts': ['detectFormat'],
  'formats/index.ts': ['findFormat'],
  'lint/read-transcript.ts': ['readTranscript'],
  'repair/create-verdict-cache.ts': ['createVerdictCache'],
  'repair/detect-error-type.ts': ['detectErrorType'],
  'repair/detect-error.ts': ['detectError'],
  'repair/diagnose.ts': ['diagnose'],
  'repair/name-unexplained.ts': ['isUnexplained', 'nameUnexplained', 'sayingOf'],
  'repair/repair.ts': ['repair'],
}

/** What stands behind the seams, as the folders of `house.ts`. It imports its own modules as they are. */
const engineFolders = /\/src\/(?:detection|reports|formats|lint|strategies|repair)\//

const source = fileURLToPath(new URL('../src/', import.meta.url))
const engine = '\0engine'
const loader = '\0engine-loader'
/** A store or a hook makes caches, an import does not: the package is read when the first is made, in its CommonJS form. */
const cache = '\0engine-loader:lru-cache'
const stub = '\0stub:'

type Plugin = Extract<NonNullable<UserConfig['plugins']>, { name: string }>

/**
 * Puts the stubs in place of the seams and the engine into `engine.js`. A name that a seam lacks fails the build, from both sides.
 * `require` of a module is synchronous, and never meets one that is on its way: nothing else imports the engine.
 */
export function lazyEngine(): Plugin {
  return {
    name: 'lazy-engine',
    buildStart() {
      this.emitFile({ type: 'chunk', id: engine, fileName: 'engine.js', preserveSignature: 'strict' })
    },
    async resolveId(id, importer, options) {
      if (id === engine || id === loader) return id
      if (id === 'lru-cache') return cache
      if (importer === undefined || importer === engine || engineFolders.test(importer)) return null
      const resolved = await this.resolve(id, importer, { ...options, skipSelf: true })
      const name = resolved?.id.startsWith(source) === true ? resolved.id.slice(source.length) : ''
      return name in seams ? stub + name : resolved
    },
    load(id) {
      if (id === engine) return Object.entries(seams).map(reExport).join('\n')
      if (id === loader) return loaderCode
      if (id === cache) return cacheCode
      return id.startsWith(stub) ? stubCode(seams[id.slice(stub.length)]!) : null
    },
  }
}

function reExport([module, names]: readonly [string, readonly string[]]): string {
  return `export { ${names.join(', ')} } from ${JSON.stringify(source + module)}`
}

const loaderCode = `let require
export const load = (id) => (require ??= process.getBuiltinModule('node:module').createRequire(import.meta.url))(id)
let loaded
export const engine = () => (loaded ??= load('./engine.js'))`

const cacheCode = `import { load } from ${JSON.stringify(loader)}
let real
export class LRUCache {
  constructor(...given) { return new (real ??= load('lru-cache').LRUCache)(...given) }
}`

function stubCode(names: readonly string[]): string {
  const functions = names.map((name) => `export function ${name}(...given) { return engine().${name}(...given) }`)
  return [`import { engine } from ${JSON.stringify(loader)}`, ...functions].join('\n')
}
