import { createRandom } from '../shared/random.ts'
import { createChatDraft } from './chat-draft.ts'
import { type ChatVendor, chatVendors, laws } from './laws.ts'
import { chatEnds, type ChatFeature, chatScenes, type ChatScene } from './scenes.ts'
import type { ChatTranscript } from './transcript.ts'

/** All that may occur in a generated conversation, as far as its vendor permits it. */
export const chatFeatures: readonly ChatFeature[] = Object.keys(chatScenes) as ChatFeature[]

/** What is generated; the same options give the same bytes. */
export type GenerateChatOptions = {
  /** Which one of all there are: any whole number. */
  seed: number
  /** Whom the conversation is for; by the seed when it is left out. */
  vendor?: ChatVendor
  /** Number of scenes, each of two to nine messages (default 1 to 6, by the seed). */
  turns?: number
  /** What may occur (default: everything that the vendor permits). */
  features?: readonly ChatFeature[]
}

const tools = ['read_file', 'run_tests', 'search'].map((name) => ({
  type: 'function',
  function: { name, parameters: { type: 'object', properties: {} } },
}))

/** Google came last and has every sixteenth seed: those of the others give what they gave before, which records are of. */
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
