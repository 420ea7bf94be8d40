import { createRequire } from 'node:module'

/** What the supervisor checks with. The build has these and no more of zod, above all none of its languages. */
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
 * When it is first needed, since it takes longer than Node itself to start, and in one form: whoever imports it and requires it
 * has it twice in memory, and waits for it twice.
 */
export const zod = (): Zod => createRequire(import.meta.url)('zod') as Zod
