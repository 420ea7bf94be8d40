import { createRandom } from '../shared/random.ts'
import { createChatDraft } from './chat-draft.ts'
import { type ChatVendor, chatVendors, laws } from './laws.ts'
import { chatEnds, type ChatFeature, chatScenes, type ChatScene } from './scenes.ts'
import type { ChatTranscript } from './transcript.ts'

/** All kinds of content in generated conversations, as far as the vendor permits them. */
export const chatFeatures: readonly ChatFeature[] = Object.keys(chatScenes) as ChatFeature[]

/** Options of the generated transcript; the same options give the same bytes. */
export type GenerateChatOptions = {
  /** The number of the transcript: any whole number. */
  seed: number
  /** The vendor that the conversation is for; default: by the seed. */
  vendor?: ChatVendor
  /** Number of scenes, each of two to nine messages (default 1 to 6, by the seed). */
  turns?: number
  /** The kinds of content (default: all that the vendor permits). */
  features?: readonly ChatFeature[]
}

const tools = ['read_file', 'run_tests', 'search'].map((name) => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties: {} } },
}))

/** Google was added last and gets every sixteenth seed, so that other seeds still give the transcripts that records were made from. */
const drawn = chatVendors.filter((vendor) => vendor !== 'google')

/**
 * Writes a conversation that the vendor accepts, chosen by the seed alone: the same options always give the same bytes.
 *
 * @example generateOpenAIChatTranscript({ seed: 1, vendor: 'mistral', features: ['tools'] })
 */
export function generateOpenAIChatTranscript(options: GenerateChatOptions): ChatTranscript {
  const random = createRandom(options.seed)
  const vendor = options.vendor ?? (options.seed % 16 === 15 ? 'google' : random.pick(drawn))
  const law = laws[vendor]
  const request = { model: law.model, tools, ...(random.chance(0.2) && { thinking: { type: 'disabled' } }) }
  const transcript: ChatTranscript = { vendor, request, messages: [] }
  const draft = createChatDraft(random, transcript)
  const wanted = new Set<string>(options.features ?? chatFeatures)
  const usable = Object.entries<ChatScene>(chatScenes).flatMap(([name, scene]) =>
    wanted.has(name) && (scene.possible?.(law) ?? true) ? [scene] : [],
  )
  if (usable.length === 0) usable.push(chatScenes.chat)
  if (random.chance(0.7)) draft.say('system', 'You are careful.')
  const turns = options.turns ?? 1 + random.below(6)
  for (let turn = 0; turn < turns; turn += 1) random.pick(usable).write(draft)
  random.pick(chatEnds.filter(({ possible }) => possible?.(law) ?? true)).write(draft)
  return transcript
}
