import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { UserConfig } from 'tsdown'

type Plugin = Extract<NonNullable<UserConfig['plugins']>, { name: string }>

/** Puts the licence of a package beside what is built of its code. */
export function licenceOf(name: string): Plugin {
  return {
    name: 'licence-of',
    generateBundle() {
      const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
      this.emitFile({
        type: 'asset',
        fileName: `${name}.LICENSE`,
        source: readFileSync(join(folder, 'LICENSE'), 'utf8'),
      })
    },
  }
}
