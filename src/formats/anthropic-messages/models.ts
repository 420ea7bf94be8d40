/** What differs between Claude models, as far as the structure of a history depends on it. */
export interface ModelTraits {
  /** The list may end with an assistant message. */
  readonly prefill: boolean
  /** The thinking mode of a request that does not set one. */
  readonly thinkingDefault: 'disabled' | 'adaptive'
  /** The list may hold system messages. */
  readonly systemMessages: boolean
  /** Thinking is bound to its prefix (preserved thinking). */
  readonly thinkingBound: boolean
  /** Images that a request may hold. */
  readonly maxImages: number
}

/**
 * Traits by the first release that has them. Sources: provider-errors.md §7 (the bound models are Fable and Mythos 5.1,
 * Opus, Sonnet and Haiku 5.5, and what follows); the migration guide (no prefill since 4.6); the docs of mid-conversation
 * system messages (since 4.8); "Troubleshooting thinking" (on by default since 5).
 */
const boundSince: readonly (readonly [family: RegExp, version: number])[] = [
  [/fable|mythos/, 5.1],
  [/opus|sonnet|haiku/, 5.5],
]
const noPrefillSince = 4.6
const systemMessagesSince = 4.8
const thinkingOnSince = 5

/** The guide to vision: 100 for models with a context of 200,000 tokens, 600 for all other models; 4.6 brought the larger context. */
const [fewImages, manyImages, largeContextSince] = [100, 600, 4.6]

/** A model that the library does not know: the most permissive traits, because errors teach every stricter one. */
const unknownTraits: ModelTraits = {
  prefill: true,
  thinkingDefault: 'disabled',
  systemMessages: true,
  thinkingBound: false,
  maxImages: manyImages,
}

/** The traits of a model, read from its name on any platform (`claude-opus-5-5`, `anthropic.claude-sonnet-4-5-20250929-v1:0`). */
export function modelTraits(model: unknown): ModelTraits {
  if (typeof model !== 'string') return unknownTraits
  const name = model.toLowerCase()
  if (name.includes('mythos-preview')) return { ...unknownTraits, prefill: false, thinkingDefault: 'adaptive' }
  if (/claude-(?:v?[123]|instant)(?![0-9])/.test(name))
    return { ...unknownTraits, systemMessages: false, maxImages: fewImages }
  const modern = /claude-([a-z]+)-(\d{1,2})(?:[-.](\d{1,2}))?(?![0-9])/.exec(name)
  if (modern === null) return unknownTraits
  const version = Number(modern[2]) + Number(modern[3] ?? 0) / 10
  const [, bound] = boundSince.find(([family]) => family.test(modern[1]!)) ?? boundSince[1]!
  return {
    prefill: version < noPrefillSince,
    thinkingDefault: version >= thinkingOnSince ? 'adaptive' : 'disabled',
    systemMessages: version >= systemMessagesSince,
    thinkingBound: version >= bound,
    maxImages: version >= largeContextSince ? manyImages : fewImages,
  }
}
