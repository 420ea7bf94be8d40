import { base64Signatures } from '../base64-signatures.ts'
import { RecentlyUsed } from '../../json/recently-used.ts'
import type { RequestBody } from '../format.ts'
import { openRules } from '../open-rules.ts'
import { ownRules } from '../own-rules.ts'
import type { Rules, TokenRule } from '../rules.ts'

/** Ids are made by the client: the API compares them, and has no other rule for them. */
const anyId: TokenRule = { pattern: /[^]/, maxLength: Infinity, replacement: '_' }

/** What holds for every model. Sources: ai.google.dev/api, and the wordings that `provider-errors.md` records. */
const base: Rules = {
  ...openRules,
  alternation: 'free',
  firstRoles: ['user'],
  systemMessages: 'lift',
  // A `system` content is read so that it can be lifted; the API itself knows only the other three roles.
  roleNames: new Set(['user', 'model', 'function', 'system']),
  absentRole: 'alone',
  prefill: false,
  turnsPaused: false,
  userDemanded: true,
  results: 'next-turn',
  // "the number of function response parts is equal to the number of function call parts of the function call turn"
  resultsInOneMessage: true,
  callIds: anyId,
  serverCallIds: anyId,
  // Ids were introduced late: turns without them pair by name and order.
  callIdsOptional: true,
  // The API compares counts only. A relay in front may compare ids and names: github.com/router-for-me/CLIProxyAPI/issues/5098, 5692.
  resultsCounted: 'alone',
  callIdScope: 'none',
  // "Name cannot be empty". The documented limits on letters and length hold for definitions, never for calls of the history.
  toolNames: { pattern: /[^]/, maxLength: Infinity, replacement: '_' },
  toolInput: 'object',
  signaturePattern: base64Signatures,
  // ai.google.dev/gemini-api/docs/thought-signatures: the documented stand-in for calls that another model made.
  signatureBypass: 'skip_thought_signature_validator',
  blankText: 'empty-refused',
  // "contents.parts must not be empty": in every role.
  emptyContent: { user: 'refused', assistant: 'refused', system: 'refused', tool: 'refused', unknown: 'refused' },
  absentContent: 'refused',
  messageFields: new Set(['role', 'parts']),
  mediaTypes: new Set(['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif', 'image/avif']),
  // "Unsupported MIME type": types that no model reads, and a missing or malformed type.
  mediaTypesRefused: /^(?:[^/]*|application\/(?:octet-stream|zip|msword|vnd\..*)|image\/(?:svg\+xml|tiff))$/,
  media: {
    maxCount: 3000,
    maxBytes: 100 * 1024 * 1024,
    maxPixels: Infinity,
    manyCount: Infinity,
    manyPixels: Infinity,
  },
}

/**
 * A cache holds the beginning of the contents, the system text and the tools: "CachedContent can not be used with GenerateContent request
 * setting system_instruction, tools or tool_config". It ends before a turn of the user, which may be a turn of results (google/adk:
 * `GeminiContextCacheManager`).
 */
const cachedBefore = {
  firstRoles: ['user', 'assistant'],
  userDemanded: false,
  historyElsewhere: true,
} satisfies Partial<Rules>

const known = new RecentlyUsed<Rules>(64)

/** The rules of generateContent for one request; they depend on the generation of the model, and on whether a cache holds the beginning. */
export function geminiRules(request: RequestBody): Rules {
  const model = String(request['model'] ?? '')
  const isBehindCache = typeof request['cachedContent'] === 'string'
  const key = `${model}|${isBehindCache}`
  const cached = known.get(key)
  if (cached) return cached
  const generation = generationOf(model)
  const rules = ownRules({
    ...base,
    signatures: generation >= 3 ? 'first-call' : 'ignored',
    // ai.google.dev/gemini-api/docs/generate-content/whats-new-gemini-3.5: "strict function response matching", of id, name and count.
    // Asked of a live one: 400 for another name (github.com/archestra-ai/archestra/pull/7583), else an empty answer.
    // Two calls of one content with one id: 400, of several contents: none (asked of a live one: github.com/watt-mind/coach/pull/280).
    ...(generation >= 3 && { resultsCounted: 'compared', callIdScope: 'turn' }),
    // Models before 3 continue a final model turn; for a name without a generation (`gemini-flash-latest`) an error will tell.
    prefill: generation < 3,
    ...(isBehindCache && cachedBefore),
  })
  known.set(key, rules)
  return rules
}

/** The generation: 3 for `models/gemini-3.1-pro-preview`; 0 for a name that does not tell. */
function generationOf(model: string): number {
  return Number(/gemini-(\d+)/.exec(model.toLowerCase())?.[1] ?? 0)
}
