import { createHash } from 'node:crypto'

/** The documented stand-ins for a signature (ai.google.dev/gemini-api/docs/thought-signatures). */
const standIns = new Set(['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'])

const secret = 'emulated gemini'

const checkOf = (body: string): string =>
  createHash('sha256')
    .update(secret + body)
    .digest('hex')
    .slice(0, 16)

/** The generation of a model: 3 for `gemini-3.1-pro-preview`; 0 when its name does not tell. */
export const modelGeneration = (model: string): number => Number(/gemini-(\d+)/.exec(model)?.[1] ?? 0)

/**
 * A signature in the form of that model's generation; `salt` distinguishes several.
 *
 * @example
 * mintSignature('gemini-3-pro-preview', 'a') // what another generation refuses
 */
export function mintSignature(model: string, salt: string): string {
  const body = `${modelGeneration(model)}:${salt}`
  return Buffer.from(`${body}:${checkOf(body)}`).toString('base64')
}

/** Whether the model accepts a signature: made by its own generation, or a documented stand-in. */
export function isGenuine(signature: string, model: string): boolean {
  if (standIns.has(signature)) return true
  const [generation, salt, check] = Buffer.from(signature, 'base64').toString('utf8').split(':')
  return Number(generation) === modelGeneration(model) && check === checkOf(`${generation}:${salt}`)
}
