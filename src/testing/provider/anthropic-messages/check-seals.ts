import { asList, asText, isRecord, type JsonRecord } from '../shared/records.ts'
import { type Conversation, isThinking, nestedBlocks, type PlacedBlock } from './conversation.ts'
import type { JudgedModel } from './models.ts'
import { prefixHashes } from './prefix-hash.ts'
import type { Refusal } from './refusal.ts'
import { openSeal, type Seal, type SealKind, seals } from './seals.ts'

/** Thinking that the API dropped or let pass, as it reports under `thinking-binding-controls-2026-08-01`. */
export type InputTransformation = {
  type: 'thinking_dropped' | 'thinking_mismatch_allowed'
  path: string
  reason: 'model_binding_mismatch' | 'prefix_binding_mismatch'
}

export type BindingPolicy = 'error' | 'drop_block' | 'allow'

export type SealContext = {
  body: JsonRecord
  model: JudgedModel
  secret: string
  policy: BindingPolicy
  hasBindingBeta: boolean
}

export const bindingBeta = 'thinking-binding-controls-2026-08-01'

const invalid = (block: PlacedBlock): Refusal => {
  const field = block.type === 'thinking' ? 'signature' : 'data'
  return { message: `${block.path}: Invalid \`${field}\` in \`${block.type}\` block` }
}

const sealOf = (block: PlacedBlock, secret: string): Seal | null =>
  block.type === 'thinking'
    ? openSeal(block.value['signature'], 'thinking', secret)
    : openSeal(block.value['data'], 'redacted', secret)

const isUnread = (seal: Seal, model: JudgedModel): boolean => model.preservedThinking && seal.family !== model.family

/** Content changes under a genuine signature: worded by whether the block belongs to the latest assistant message. */
function* checkUnchanged(conversation: Conversation, context: SealContext): Generator<Refusal> {
  const latest = conversation.turns.findLast((turn) => turn.role === 'assistant')
  for (const block of conversation.blocks.filter(isThinking)) {
    const seal = sealOf(block, context.secret)
    if (!seal) {
      yield invalid(block)
      continue
    }
    const isOwn = seal.family === context.model.family
    if (!isOwn && !context.model.preservedThinking) yield invalid(block)
    if (block.type !== 'thinking' || seals(seal, asText(block.value['thinking']))) continue
    const isLatest = latest?.blocks.includes(block) === true
    yield isLatest
      ? {
          message: `${block.path}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
        }
      : invalid(block)
  }
}

const bound = (block: PlacedBlock, hasBeta: boolean): Refusal => ({
  message:
    `${invalid(block).message}. The block is bound to a different conversation. ` +
    'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".' +
    (hasBeta ? '' : ` That setting requires the \`${bindingBeta}\` value in the \`anthropic-beta\` header.`),
})

/**
 * Preserved thinking (provider-errors.md §7): blocks of unreadable models are dropped in silence; the others must stand
 * behind an unchanged prefix and form an unbroken run of the original sequence of thinking blocks.
 */
function* checkBinding(
  conversation: Conversation,
  context: SealContext,
  transformations: InputTransformation[],
): Generator<Refusal> {
  if (!context.model.preservedThinking) return
  const hashes = prefixHashes(context.body, conversation)
  let previous: Seal | null = null
  let isDropping = false
  for (const block of conversation.blocks.filter(isThinking)) {
    const seal = sealOf(block, context.secret)
    if (!seal) continue
    if (isUnread(seal, context.model)) {
      transformations.push({ type: 'thinking_dropped', path: block.path, reason: 'model_binding_mismatch' })
      previous = seal
      continue
    }
    const isSound = seal.prefix === hashes.get(block) && (previous === null || seal.previous === previous.id)
    previous = seal
    if (isSound && !isDropping) continue
    if (context.policy === 'error') yield bound(block, context.hasBindingBeta)
    const isAllowed = context.policy === 'allow'
    isDropping = !isAllowed
    transformations.push({
      type: isAllowed ? 'thinking_mismatch_allowed' : 'thinking_dropped',
      path: block.path,
      reason: 'prefix_binding_mismatch',
    })
  }
}

type Sealed = { kind: SealKind; value: unknown; content: string; refusal: Refusal }

function sealedParts(block: PlacedBlock): Sealed[] {
  const content = block.value['content']
  const search = asList(content)
    .filter((item) => isRecord(item) && item['type'] === 'web_search_result')
    .map((item): Sealed => {
      const result = item as JsonRecord
      return {
        kind: 'search',
        value: result['encrypted_content'],
        content: asText(result['url']),
        refusal: { message: `${block.path}: Invalid \`encrypted_content\` in \`search_result\` block` },
      }
    })
  const citations = asList(block.value['citations'])
    .filter((item) => isRecord(item) && item['type'] === 'web_search_result_location')
    .map((item): Sealed => {
      const citation = item as JsonRecord
      return {
        kind: 'citation',
        value: citation['encrypted_index'],
        content: asText(citation['url']),
        refusal: { message: `${block.path}: Invalid \`encrypted_index\` in \`text\` block` },
      }
    })
  const advice: Sealed[] =
    isRecord(content) && content['type'] === 'advisor_redacted_result'
      ? [
          {
            kind: 'advisor',
            value: content['encrypted_content'],
            content: '',
            refusal: { message: 'Advisor tool result content could not be processed' },
          },
        ]
      : []
  return [...(block.type === 'web_search_tool_result' ? search : []), ...citations, ...advice]
}

/** Encrypted parts of server tool results (corpus: search_result_encrypted_invalid, server_tool_result_invalid). */
function* checkEncrypted({ blocks }: Conversation, secret: string): Generator<Refusal> {
  for (const block of nestedBlocks(blocks))
    for (const part of sealedParts(block)) {
      const seal = openSeal(part.value, part.kind, secret)
      if (!seal || !seals(seal, part.content)) yield part.refusal
    }
}

export function* checkSeals(
  conversation: Conversation,
  context: SealContext,
  transformations: InputTransformation[],
): Generator<Refusal> {
  yield* checkUnchanged(conversation, context)
  // Encrypted parts before thinking must be readable before the prefix can be compared with the one that the thinking is bound to.
  yield* checkEncrypted(conversation, context.secret)
  yield* checkBinding(conversation, context, transformations)
}
