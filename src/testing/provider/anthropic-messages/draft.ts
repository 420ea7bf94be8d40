import type { Random } from '../shared/random.ts'
import type { JsonRecord } from '../shared/records.ts'
import { beginnings, sentence as anySentence } from '../shared/sentence.ts'
import { isThinking, readConversation } from './conversation.ts'
import { type JudgedModel, judgedModel } from './models.ts'
import { prefixHashes } from './prefix-hash.ts'
import { mintSeal, openSeal, type SealFacts } from './seals.ts'
import type { AnthropicTranscript, TestBlock, TestMessage } from './transcript.ts'

/** A transcript under construction, with helpers for the scenes that write it. */
export type Draft = {
  random: Random
  model: JudgedModel
  transcript: AnthropicTranscript
  say: (role: TestMessage['role'], content: TestMessage['content'], extra?: JsonRecord) => void
  /** Thinking for an assistant message, behind the blocks `before` in it; or none, as the thinking mode of the request requires. */
  thinking: (force?: boolean, before?: readonly TestBlock[]) => TestBlock[]
  seal: (facts: SealFacts) => string
  toolId: () => string
  serverToolId: () => string
  beta: (value: string) => void
}

const more = beginnings.toSpliced(-1, 0, 'see src/index.ts:42', 'résumé of the findings')

export const sentence = (random: Random): string => anySentence(random, more)

export const textBlock = (text: string): TestBlock => ({ type: 'text', text })

/** The signature of the thinking that would come next in this conversation. */
export function mintThinking(
  transcript: { request: JsonRecord; messages: readonly TestMessage[] },
  model: string,
  thinking: { kind: 'thinking' | 'redacted'; content: string },
  secret?: string,
): string {
  const judged = judgedModel(model)
  const conversation = readConversation(transcript.messages)
  const before = conversation.blocks.findLast(isThinking)
  const last = before
    ? (openSeal(before.value['signature'], 'thinking', secret) ?? openSeal(before.value['data'], 'redacted', secret))
    : null
  const prefix = judged.preservedThinking ? prefixHashes(transcript.request, conversation).get('next') : undefined
  return mintSeal({ ...thinking, family: judged.family, prefix: prefix ?? '', previous: last?.id ?? '' }, secret)
}

type ThinkingWriter = (draft: {
  mint: (kind: 'thinking' | 'redacted', content: string) => string
  random: Random
}) => TestBlock

const thinkingWriters: readonly ThinkingWriter[] = [
  ({ mint, random }) => {
    const thinking = sentence(random)
    return { type: 'thinking', thinking, signature: mint('thinking', thinking) }
  },
  // Signed thinking with empty text: display omitted (provider-errors.md §4).
  ({ mint }) => ({ type: 'thinking', thinking: '', signature: mint('thinking', '') }),
  ({ mint, random }) => ({ type: 'redacted_thinking', data: mint('redacted', random.hex(8)) }),
]

export function createDraft(random: Random, transcript: AnthropicTranscript): Draft {
  const model = judgedModel(transcript.request.model)
  const mode = (transcript.request['thinking'] as JsonRecord | undefined)?.['type']
  const usedIds: string[] = []
  const minting =
    (before: readonly TestBlock[]) =>
    (kind: 'thinking' | 'redacted', content: string): string => {
      const messages = [...transcript.messages, { role: 'assistant' as const, content: [...before] }]
      return mintThinking({ ...transcript, messages }, transcript.request.model, { kind, content })
    }
  return {
    random,
    model,
    transcript,
    say: (role, content, extra = {}) => void transcript.messages.push({ role, content, ...extra }),
    thinking: (force = false, before = []) => {
      const wanted = mode === 'enabled' || (mode === 'adaptive' && (force || random.chance(0.6)))
      const writer = random.chance(0.7) ? thinkingWriters[0] : random.pick(thinkingWriters)
      return wanted && writer ? [writer({ mint: minting(before), random })] : []
    },
    seal: (facts) => mintSeal(facts),
    toolId: () => {
      // Ids are legally reused across turns; a caller that needs several in one turn asks again for a duplicate.
      if (usedIds.length > 0 && random.chance(0.15)) return random.pick(usedIds)
      const id = `toolu_${random.hex(24)}`
      usedIds.push(id)
      return id
    },
    serverToolId: () => `srvtoolu_${random.hex(24)}`,
    beta: (value) => {
      if (!transcript.betas.includes(value)) transcript.betas.push(value)
    },
  }
}
