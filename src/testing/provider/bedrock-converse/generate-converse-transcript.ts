import { createRandom, type Random } from '../shared/random.ts'
import type { JsonRecord } from '../shared/records.ts'
import { tinyImages, tinyPdf } from '../shared/tiny-images.ts'
import { type ConverseModel, converseModel, converseModels, mintReasoningSignature } from './models.ts'
import type { ConverseTranscript, TestConverseBlock, TestConverseMessage } from './transcript.ts'

/** Options of the generated transcript; the same options give the same bytes. */
export type ConverseGenerateOptions = {
  /** The number of the transcript: any whole number. */
  seed: number
  /** Number of scenes (default 1 to 6, by the seed). */
  turns?: number
  /** One of `converseModels` by default. */
  modelId?: string
  /** The kinds of content (default: all). */
  features?: readonly ConverseFeature[]
}

type SceneName = 'chat' | 'tools' | 'media' | 'documents' | 'guarded' | 'citations' | 'search-results'

/** A kind of content; the last three are spread over the whole transcript. */
export type ConverseFeature = SceneName | 'reasoning' | 'cache-points' | 'open-loop'

class Draft {
  readonly messages: TestConverseMessage[] = []
  readonly random: Random
  readonly model: ConverseModel
  /** Claude has thinking enabled: its tool turns start with reasoning. */
  readonly thinks: boolean
  #count = 0
  #points: number

  constructor(random: Random, model: ConverseModel, thinks: boolean, caches: boolean) {
    this.random = random
    this.model = model
    this.thinks = thinks
    this.#points = caches ? 4 : 0
  }

  /** Sometimes a cache point, at most four in all. */
  point(chance: number): TestConverseBlock[] {
    if (this.#points === 0 || !this.random.chance(chance)) return []
    this.#points -= 1
    return [{ cachePoint: { type: 'default' } }]
  }

  user(...content: TestConverseBlock[]): void {
    this.messages.push({ role: 'user', content: [...content, ...this.point(0.2)] })
  }

  say(...content: TestConverseBlock[]): void {
    this.messages.push({ role: 'assistant', content: [...this.#reasoning(), ...content] })
  }

  /** A later step of a tool loop, which needs no thinking. */
  goOn(...content: TestConverseBlock[]): void {
    if (this.random.chance(0.3)) this.messages.push({ role: 'assistant', content })
    else this.say(...content)
  }

  sentence(): string {
    return `${this.random.pick(['Look at', 'Explain', 'Change', 'Check'])} ${this.random.pick(['ä 👍', 'the file', 'line 3', 'it'])} ${this.random.hex(4)}`
  }

  next(): number {
    this.#count += 1
    return this.#count
  }

  #reasoning(): TestConverseBlock[] {
    if (!this.thinks) return []
    if (this.random.chance(0.15))
      return [{ reasoningContent: { redactedContent: new Uint8Array([1, 2, this.next()]) } }]
    const text = this.random.chance(0.1) ? '' : `Thinking. ${this.sentence()}`
    return [{ reasoningContent: { reasoningText: { text, signature: mintReasoningSignature(this.random.hex(8)) } } }]
  }
}

const bytesOf = (base64: string, random: Random): unknown =>
  random.chance(0.5) ? base64 : new Uint8Array(Buffer.from(base64, 'base64'))

function image(draft: Draft): TestConverseBlock {
  const { data, mediaType } = draft.random.pick(tinyImages)
  return { image: { format: mediaType.slice('image/'.length), source: { bytes: bytesOf(data, draft.random) } } }
}

function document(draft: Draft): TestConverseBlock {
  const name = `${draft.random.pick(['Report', 'plan (new)', 'notes [1]'])} ${draft.next()}`
  return { document: { format: 'pdf', name, source: { bytes: bytesOf(tinyPdf, draft.random) } } }
}

/** One step of a tool loop: calls in one message, their results at the head of the next. */
function step(draft: Draft, isFirst: boolean): void {
  const { model, random } = draft
  const ids = Array.from({ length: 1 + random.below(3) }, () => `tooluse_${random.hex(8)}-${draft.next()}`)
  const text = model.mixedCalls && random.chance(0.3) ? [{ text: draft.sentence() }] : []
  const names = ['read_file', 'run-tests', 'search']
  const calls = ids.map((toolUseId) => ({
    toolUse: { toolUseId, name: random.pick(names), input: random.pick([{}, { path: 'a', deep: [1, null] }]) },
  }))
  if (isFirst) draft.say(...text, ...calls)
  else draft.goOn(...text, ...calls)
  const results = ids.map((toolUseId): TestConverseBlock => {
    const part = random.pick<() => TestConverseBlock>([
      () => ({ text: draft.sentence() }),
      () => ({ json: { lines: [1, 2] } }),
      () => ({ text: random.pick(['', ' \n']) }),
      () => (model.resultImages ? image(draft) : { text: 'x' }),
    ])()
    const said = random.chance(0.2) ? { status: random.pick(['success', 'error']) } : {}
    // Claude accepts only texts in an error result.
    const status = model.family === 'claude' && 'image' in part && 'status' in said ? { status: 'success' } : said
    return { toolResult: { toolUseId, content: random.chance(0.1) && !('status' in status) ? [] : [part], ...status } }
  })
  if (random.chance(0.3)) results.reverse()
  results.splice(1, 0, ...draft.point(0.1))
  const beside = model.mixedTurns && random.chance(0.2) ? [{ text: draft.sentence() }] : []
  draft.user(...results, ...beside)
}

/** A tool loop of the model; a user text beside a result starts another one. */
function loop(draft: Draft, steps: number): void {
  for (let at = 0; at < steps; at += 1) step(draft, at === 0 || draft.messages.at(-1)!.content.some(({ text }) => text))
}

const scenes: Record<SceneName, (draft: Draft) => void> = {
  chat(draft) {
    draft.user({ text: draft.sentence() })
    draft.say({ text: draft.sentence() })
  },
  tools(draft) {
    draft.user({ text: draft.sentence() })
    loop(draft, 1 + draft.random.below(3))
    draft.say({ text: draft.sentence() })
  },
  media(draft) {
    const video = { video: { format: 'mp4', source: { s3Location: { uri: 's3://bucket/a.mp4' } } } }
    draft.user(draft.random.chance(0.7) ? image(draft) : video, { text: draft.sentence() })
    draft.say({ text: draft.sentence() })
  },
  documents(draft) {
    draft.user({ text: draft.sentence() }, document(draft))
    draft.say({ text: draft.sentence() })
  },
  guarded(draft) {
    draft.user({ guardContent: { text: { text: draft.sentence() } } })
    draft.say({ text: draft.sentence() })
  },
  citations(draft) {
    draft.user({ text: draft.sentence() })
    draft.say({ citationsContent: { content: [{ text: 'It says so.' }], citations: [{ title: 'a' }] } })
  },
  'search-results'(draft) {
    draft.user(
      { searchResult: { source: 'https://example.com', title: 'a', content: [{ text: 'b' }] } },
      { text: draft.sentence() },
    )
    draft.say({ text: draft.sentence() })
  },
}

/** All kinds of content in generated conversations, as far as the model permits them. */
export const converseFeatures: readonly ConverseFeature[] = [
  ...(Object.keys(scenes) as SceneName[]),
  'reasoning',
  'cache-points',
  'open-loop',
]

function startRequest(modelId: string, thinking: JsonRecord | null): ConverseTranscript['request'] {
  const tools = ['read_file', 'run-tests', 'search']
  return {
    modelId,
    system: [{ text: 'You are careful.' }],
    inferenceConfig: { maxTokens: 4096 },
    toolConfig: { tools: tools.map((name) => ({ toolSpec: { name, inputSchema: { json: { type: 'object' } } } })) },
    ...(thinking && { additionalModelRequestFields: { thinking } }),
  }
}

/**
 * A conversation that Converse accepts; the same seed always gives the same one.
 *
 * @example generateConverseTranscript({ seed: 3, features: ['tools'] })
 */
export function generateConverseTranscript(options: ConverseGenerateOptions): ConverseTranscript {
  const random = createRandom(options.seed)
  const modelId = options.modelId ?? random.pick(converseModels)
  const model = converseModel(modelId)
  const features = options.features ?? converseFeatures
  const has = (feature: ConverseFeature): boolean => features.includes(feature)
  const thinks = has('reasoning') && model.reasons && random.chance(0.6)
  const enabled = model.prefill ? { type: 'enabled', budget_tokens: 2048 } : { type: 'adaptive' }
  const thinking = model.family === 'claude' && thinks ? enabled : null
  const draft = new Draft(random, model, thinks, has('cache-points') && model.caches && random.chance(0.5))
  const possible = (Object.keys(scenes) as SceneName[]).filter((name) => has(name) && (model.tools || name !== 'tools'))
  const names: readonly SceneName[] = possible.length > 0 ? possible : ['chat']
  for (let left = options.turns ?? 1 + random.below(6); left > 0; left -= 1) scenes[random.pick(names)](draft)
  draft.user({ text: draft.sentence() })
  if (has('open-loop') && model.tools && random.chance(0.4)) loop(draft, 1 + random.below(2))
  return { request: startRequest(modelId, thinking), messages: draft.messages }
}
