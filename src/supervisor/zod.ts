import { createRequire } from 'node:module'

/**
 * When it is first needed, since it takes longer than Node itself to start, and in one form: whoever imports it and requires it
 * has it twice in memory, and waits for it twice.
 */
export const zod = (): typeof import('zod') => createRequire(import.meta.url)('zod') as typeof import('zod')
