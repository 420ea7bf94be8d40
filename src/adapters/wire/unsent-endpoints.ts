import type { FormatName } from '../../formats/format-name.ts'
import type { Purpose } from '../../lint/lint-context.ts'

/** An endpoint that takes a conversation without letting a model answer it: it counts, shortens, keeps or queues. */
export interface UnsentEndpoint {
  readonly path: RegExp
  readonly format: FormatName
  /** Where the body holds the requests, field by field; `*` stands for every item of a list. */
  readonly requests: readonly (readonly string[])[]
  /** The field of a request that holds the list, when it differs from the format's. */
  readonly listField?: string
  /** `stored`: what is kept to be continued may end with an open call. Default `request`. */
  readonly purpose?: Purpose
}

const whole: UnsentEndpoint['requests'] = [[]]

/**
 * These endpoints refuse the same faults as the calls that they prepare. `/conversations/{id}/items` is not among them: most of
 * that conversation lies on the server, and what looks like an orphan here may be answered there.
 */
export const unsentEndpoints: readonly UnsentEndpoint[] = [
  {
    path: /\/v1\/messages\/count_tokens$|\/publishers\/anthropic\/models\/count-tokens:rawPredict$/,
    format: 'anthropic-messages',
    requests: whole,
  },
  { path: /\/v1\/messages\/batches$/, format: 'anthropic-messages', requests: [['requests', '*', 'params']] },
  { path: /\/responses\/(?:input_tokens|compact)$/, format: 'openai-responses', requests: whole },
  { path: /\/conversations$/, format: 'openai-responses', requests: whole, listField: 'items', purpose: 'stored' },
  {
    path: /\/(?:models|tunedModels|endpoints)\/[^/:]+:countTokens$/,
    format: 'gemini',
    requests: [[], ['generateContentRequest']],
  },
  { path: /\/cachedContents$/, format: 'gemini', requests: whole, purpose: 'stored' },
  {
    path: /\/models\/[^/:]+:batchGenerateContent$/,
    format: 'gemini',
    requests: [['batch', 'inputConfig', 'requests', 'requests', '*', 'request']],
  },
]

/** The endpoint that a path belongs to. */
export function findUnsentEndpoint(path: string): UnsentEndpoint | null {
  return unsentEndpoints.find((endpoint) => endpoint.path.test(path)) ?? null
}
