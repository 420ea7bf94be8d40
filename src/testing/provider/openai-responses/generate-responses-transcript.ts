import { createRandom } from '../shared/random.ts'
import { sentence } from '../shared/sentence.ts'
import { approval, toolLoop } from './call-scenes.ts'
import { createResponsesDraft, type ResponsesDraft } from './draft.ts'
import * as talk from './talk-scenes.ts'
import { nothingHeld, type ResponsesTranscript, type TestItem } from './transcript.ts'

type Scene = { write: (draft: ResponsesDraft) => void; stored?: true }

type SceneName =
  | 'chat'
  | 'tools'
  | 'approvals'
  | 'media'
  | 'oddities'
  | 'hosted-tools'
  | 'compaction'
  | 'interrupted'
  | 'references'

const scenes: Record<SceneName, Scene> = {
  chat: { write: talk.chat },
  tools: { write: toolLoop },
  approvals: { write: approval },
  media: { write: talk.media },
  oddities: { write: talk.oddities },
  'hosted-tools': { write: talk.hostedTools },
  compaction: { write: talk.compaction },
  interrupted: { write: talk.interrupted },
  references: { write: talk.references, stored: true },
}

/** A kind of content; the last four are spread over the whole request. */
export type ResponsesFeature = SceneName | 'thinking' | 'plain-text' | 'continued' | 'compaction-trigger'

/** All kinds of content in generated conversations. */
export const responsesFeatures: readonly ResponsesFeature[] = [
  ...(Object.keys(scenes) as SceneName[]),
  'thinking',
  'plain-text',
  'continued',
  'compaction-trigger',
]

/** Options of the generated transcript; the same options give the same bytes. */
export type GenerateResponsesOptions = {
  /** The number of the transcript: any whole number. */
  seed: number
  /** Number of scenes (default 1 to 6, by the seed). */
  turns?: number
  /** Whether the server keeps items (default: by the seed). */
  store?: boolean
  /** The kinds of content (default: all). */
  features?: readonly ResponsesFeature[]
}

/** Lets the server hold a response, or a conversation, whose calls this request answers. */
function continueHistory(draft: ResponsesDraft): void {
  const { random, transcript } = draft
  const openCalls = Array.from({ length: random.below(3) }, () => ({ type: 'function_call', call_id: draft.callId() }))
  const history = { openCalls, items: [`rs_${random.hex(32)}`, `fc_${random.hex(32)}`] }
  if (random.chance(0.5)) {
    const id = `resp_${random.hex(32)}`
    transcript.held.responses[id] = history
    transcript.request['previous_response_id'] = id
  } else {
    const id = `conv_${random.hex(32)}`
    transcript.held.conversations[id] = history
    transcript.request['conversation'] = random.chance(0.5) ? id : { id }
  }
  for (const { call_id } of openCalls) draft.add({ type: 'function_call_output', call_id, output: 'ok' })
  if (openCalls.length === 0 || random.chance(0.5)) draft.add({ role: 'user', content: sentence(random) })
}

/**
 * Writes a transcript that the Responses API accepts, chosen by the seed alone: the same options always give the same
 * bytes.
 *
 * @example generateResponsesTranscript({ seed: 1, turns: 3, features: ['tools', 'thinking'] })
 */
export function generateResponsesTranscript(options: GenerateResponsesOptions): ResponsesTranscript {
  const random = createRandom(options.seed)
  const features = new Set(options.features ?? responsesFeatures)
  const store = options.store ?? random.chance(0.5)
  const request = {
    model: 'gpt-5.5',
    ...(store
      ? random.chance(0.5)
        ? { store: true }
        : {}
      : { store: false, include: ['reasoning.encrypted_content'] }),
    instructions: 'You are careful.',
  }
  const transcript = { request, input: [] as TestItem[], held: nothingHeld() }
  if (features.has('plain-text') && random.chance(0.05)) return { ...transcript, input: sentence(random) }
  const draft = createResponsesDraft(random, transcript, features.has('thinking'))
  if (features.has('continued') && store && random.chance(0.2)) {
    continueHistory(draft)
    return transcript
  }
  const usable = (Object.keys(scenes) as SceneName[])
    .filter((name) => features.has(name))
    .map((name) => scenes[name])
    .filter((scene) => store || scene.stored !== true)
  if (usable.length === 0) usable.push(scenes.chat)
  const turns = options.turns ?? 1 + random.below(6)
  for (let turn = 0; turn < turns; turn += 1) random.pick(usable).write(draft)
  if (random.chance(0.7)) draft.add({ role: 'user', content: sentence(random) })
  if (features.has('compaction-trigger') && random.chance(0.08)) draft.add({ type: 'compaction_trigger' })
  return transcript
}
