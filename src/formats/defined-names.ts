import type { TokenRule } from './rules.ts'

/**
 * The rule for names of tool definitions, which calls in the history must keep to as well: OpenAI's servers, mistral-common and Moonshot's
 * own check it.
 */
export const definedNames: TokenRule = { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 64, replacement: '_' }
