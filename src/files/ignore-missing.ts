import { goneIs } from './gone-is.ts'

/** For `catch`: what another process has just removed is gone, as was wanted. */
export const ignoreMissing: (cause: unknown) => void = goneIs(undefined)
