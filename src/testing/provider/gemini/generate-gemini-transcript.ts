import { createRandom, type Random } from '../shared/random.ts'
import { isRecord } from '../shared/records.ts'
import { tinyJpeg, tinyPdf, tinyPng, tinyWebp } from '../shared/tiny-images.ts'
import { snakeName } from './judged-contents.ts'
import { mintSignature, modelGeneration } from './signatures.ts'
import type { GeminiTranscript, TestContent, TestPart } from './transcript.ts'

/** Models with different rules for signatures and roles: a conversation is for one of them. */
export const geminiModels: readonly string[] = [
  'gemini-2.0-flash',
  'gemini-2.5-flash',
  'gemini-2.5-pro',
  'gemini-3-pro-preview',
  'gemini-3.1-flash',
]

/** Options of the generated transcript; the same options give the same bytes. */
export type GeminiGenerateOptions = {
  /** The number of the transcript: any whole number. */
  seed: number
  /** Number of scenes (default 1 to 6, by the seed). */
  turns?: number
  /** One of `geminiModels` by default. */
  model?: string
  /** The kinds of content (default: all). */
  features?: readonly GeminiFeature[]
}

type Scene = (draft: Draft) => void

/** The transcript that scenes write to. */
class Draft {
  readonly contents: TestContent[] = []
  readonly random: Random
  readonly model: string
  #calls = 0

  constructor(random: Random, model: string) {
    this.random = random
    this.model = model
  }

  user(...parts: TestPart[]): void {
    this.contents.push({ role: 'user', parts })
  }

  say(...parts: TestPart[]): void {
    this.contents.push({ role: 'model', parts })
  }

  sentence(): string {
    return `${this.random.pick(['Look at', 'Explain', 'Change', 'Check'])} ${this.random.pick(['ä 👍', 'the file', 'line 3', 'it'])} ${this.random.hex(4)}`
  }

  signature(): { thoughtSignature: string } {
    return { thoughtSignature: mintSignature(this.model, this.random.hex(8)) }
  }

  /** A signature: always for Gemini 3, sometimes for older models. */
  maybeSigned(): object {
    return this.random.chance(modelGeneration(this.model) >= 3 ? 1 : 0.3) ? this.signature() : {}
  }

  callId(): string {
    this.#calls += 1
    return `call_${this.random.hex(6)}_${this.#calls}`
  }
}

function thought(draft: Draft): TestPart[] {
  if (!draft.random.chance(0.3)) return []
  return [
    { text: `Thinking. ${draft.sentence()}`, thought: true, ...(draft.random.chance(0.3) ? draft.signature() : {}) },
  ]
}

function answer(draft: Draft): void {
  const tail = modelGeneration(draft.model) >= 3 && draft.random.chance(0.3) ? [{ text: '', ...draft.signature() }] : []
  draft.say(...thought(draft), { text: draft.random.chance(0.1) ? ' \n' : draft.sentence() }, ...tail)
}

const toolNames = ['read_file', 'run.tests', 'ns:search', '_private', 'list-all']

/** One step of a tool loop: calls in one content, their responses in the next. */
function step(draft: Draft): void {
  const { random } = draft
  const count = 1 + random.below(3)
  const hasIds = random.chance(0.5)
  const calls = Array.from({ length: count }, () => ({
    name: random.pick(toolNames),
    ...(random.chance(0.9) ? { args: { path: random.hex(3), deep: { some_key: [1, null] } } } : {}),
    ...(hasIds ? { id: draft.callId() } : {}),
  }))
  const text = random.chance(0.3) ? [{ text: draft.sentence() }] : []
  const parts = calls.map((functionCall, index) => ({ functionCall, ...(index === 0 ? draft.maybeSigned() : {}) }))
  draft.say(...thought(draft), ...text, ...parts)
  const responses = calls.map(({ id, name }): TestPart => {
    const image = random.chance(0.1) ? { parts: [{ inlineData: { mimeType: 'image/png', data: tinyPng().data } }] } : {}
    const response = random.pick<object>([
      { output: draft.sentence() },
      { error: 'no' },
      {},
      { lines: [1, { a_b: 2 }] },
    ])
    return { functionResponse: { ...(id === undefined ? {} : { id }), name, response, ...image } }
  })
  if (random.chance(0.3)) responses.reverse()
  const beside = random.chance(0.15) ? [{ inlineData: { mimeType: 'image/jpeg', data: tinyJpeg.data } }] : []
  draft.contents.push({ role: random.chance(0.2) ? 'function' : 'user', parts: [...responses, ...beside] })
}

type SceneName = 'chat' | 'tools' | 'foreign-calls' | 'code' | 'server-tools' | 'media' | 'same-roles'

const scenes: Record<SceneName, Scene> = {
  chat(draft) {
    draft.user({ text: draft.sentence() })
    answer(draft)
  },
  tools(draft) {
    draft.user({ text: draft.sentence() })
    for (let steps = 1 + draft.random.below(3); steps > 0; steps -= 1) step(draft)
    answer(draft)
  },
  /** Calls of another model in a finished turn, which need no signature. */
  'foreign-calls'(draft) {
    draft.user({ text: draft.sentence() })
    draft.say({ functionCall: { name: 'read_file', args: {} } })
    draft.user({ functionResponse: { name: 'read_file', response: { output: 'x' } } })
    draft.say({ text: draft.sentence() })
  },
  code(draft) {
    draft.user({ text: draft.sentence() })
    const id = draft.random.chance(0.5) ? { id: draft.callId() } : {}
    draft.say(
      { executableCode: { language: 'PYTHON', code: 'print(1)', ...id } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1\n', ...id } },
      { text: 'It is 1.' },
    )
  },
  'server-tools'(draft) {
    draft.user({ text: draft.sentence() })
    const id = draft.callId()
    draft.say(
      { toolCall: { id, toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['x'] } } },
      { toolResponse: { id, toolType: 'GOOGLE_SEARCH_WEB', response: { found: 1 } } },
      { text: draft.sentence() },
    )
  },
  media(draft) {
    const image = draft.random.pick([tinyPng(3, 3), tinyJpeg, tinyWebp])
    const part = draft.random.pick<TestPart>([
      { inlineData: { mimeType: image.mediaType, data: image.data } },
      { inlineData: { mimeType: 'image/heic', data: 'AAAAGGZ0eXBoZWlj' } },
      { inlineData: { mimeType: 'application/pdf', data: tinyPdf } },
      { fileData: { fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/abc' } },
      { fileData: { fileUri: 'gs://bucket/a.mp4', mimeType: 'video/mp4' }, videoMetadata: { fps: 2 } },
      { inlineData: { mimeType: 'audio/wav', data: 'UklGRg==' } },
    ])
    draft.user(part, { text: draft.sentence() })
    answer(draft)
  },
  'same-roles'(draft) {
    draft.user({ text: draft.sentence() })
    draft.user({ text: draft.sentence() })
    draft.say({ text: draft.sentence() })
    answer(draft)
  },
}

/** A kind of content; the last four are spread over the whole transcript. */
export type GeminiFeature = SceneName | 'snake-case' | 'unset-fields' | 'single-parts' | 'open-loop'

/** All kinds of content in generated conversations. */
export const geminiFeatures: readonly GeminiFeature[] = [
  ...(Object.keys(scenes) as SceneName[]),
  'snake-case',
  'unset-fields',
  'single-parts',
  'open-loop',
]

/** Fields with the caller's own data, whose keys stay unchanged. */
const opaque = new Set(['args', 'response'])

function snakeCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCased)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [snakeName(key), opaque.has(key) ? inner : snakeCased(inner)]),
  )
}

/**
 * A conversation that the API accepts; the same seed always gives the same one.
 *
 * @example generateGeminiTranscript({ seed: 3, model: 'gemini-3-pro-preview', features: ['tools'] })
 */
export function generateGeminiTranscript(options: GeminiGenerateOptions): GeminiTranscript {
  const random = createRandom(options.seed)
  const model = options.model ?? random.pick(geminiModels)
  const features = options.features ?? geminiFeatures
  const has = (feature: GeminiFeature): boolean => features.includes(feature)
  const draft = new Draft(random, model)
  const possible = (Object.keys(scenes) as SceneName[]).filter(has)
  const names = possible.length > 0 ? possible : (['chat'] as const)
  for (let left = options.turns ?? 1 + random.below(6); left > 0; left -= 1) scenes[random.pick(names)](draft)
  draft.user({ text: draft.sentence() })
  if (has('open-loop') && random.chance(0.4)) for (let steps = 1 + random.below(2); steps > 0; steps -= 1) step(draft)
  if (has('unset-fields')) {
    for (const { parts } of draft.contents)
      for (const part of parts) if ('text' in part && random.chance(0.05)) part['functionCall'] = null
  }
  const request = {
    systemInstruction: { parts: [{ text: 'You are careful.' }] },
    tools: [{ functionDeclarations: toolNames.map((name) => ({ name })) }],
  }
  let contents = draft.contents
  if (has('single-parts') && random.chance(0.2)) {
    contents = contents.map((content) =>
      content.parts.length === 1 && random.chance(0.3)
        ? { ...content, parts: content.parts[0] as unknown as TestPart[] }
        : content,
    )
  }
  if (has('snake-case') && random.chance(0.25)) contents = snakeCased(contents) as TestContent[]
  return { model, request, contents }
}
