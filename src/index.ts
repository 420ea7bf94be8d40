export { detectError } from './detection/detect-error.ts'
export { diagnose } from './transcript/diagnose.ts'
export { repair } from './transcript/repair.ts'
