import type { TokenRule } from './rules.ts'

/** A name of a definition, which the history must keep to as well: OpenAI's servers, mistral-common and Moonshot's own say so. */
export const definedNames: TokenRule = { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 64, replacement: '_' }
