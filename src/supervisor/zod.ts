import { createRequire } from 'node:module'

/** The parts of zod that the supervisor uses. The build bundles only these, above all none of zod's locales. */
export const zodParts = [
  'array',
  'boolean',
  'custom',
  'date',
  'enum',
  'function',
  'instanceof',
  'int',
  'iso',
  'literal',
  'looseObject',
  'number',
  'object',
  'record',
  'strictObject',
  'string',
  'tuple',
  'union',
  'unknown',
] as const

type Zod = Pick<typeof import('zod'), (typeof zodParts)[number]>

/**
 * Loads zod at first use, since that takes longer than Node's own start. Always by `require`: a module that is both imported and
 * required is loaded twice.
 */
export const zod = (): Zod => createRequire(import.meta.url)('zod') as Zod
