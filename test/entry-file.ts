import { dirname, join } from 'node:path'

const command = process.env['SESSION_RECOVERY_CLI']

/** An entry of the package for a process of its own: under `npm test` as it was built, which loads much faster, else its source. */
export const entryFile = (name: string): string =>
  command === undefined ? join(import.meta.dirname, `../src/${name}.ts`) : join(dirname(command), `${name}.js`)
