import { isRecord } from '../../json/is-record.ts'
import type { Block, Message, Transcript } from '../../transcript/transcript.ts'
import type { Format } from '../format.ts'
import { readMedia } from './media.ts'
import { modelMessages } from './model-messages.ts'
import { readUiMessage } from './read-ui-message.ts'
import { aiSdkUiRules } from './rules.ts'
import { isServerOutput, notOfTool } from './server-output.ts'
import { typedOutput } from './tool-output.ts'
import { canonicalUiPart, meantUiFields } from './ui-meant-part.ts'
import { hasGivenBack, isToolPart } from './ui-part-shapes.ts'
import { uiMessageReader } from './ui-screen.ts'
import { uiMessageWriter } from './write-ui-message.ts'
import { reasoningProblem } from './reasoning-problem.ts'

/** UIMessages of AI SDK 5 to 7, as chats store them. */
export const uiMessages: Format = {
  ...modelMessages,
  contentField: 'parts',
  canonical: canonicalUiPart,
  meantFields: meantUiFields,
  rules: aiSdkUiRules,
  read: readUiMessage,
  reader: uiMessageReader,
  media: (block) => (block.kind === 'media' ? readMedia(block) : []),
  resultProblem: ({ name, raw, shape }, { serverResultsAs }) => {
    const { errorText, output } = raw as Record<string, unknown>
    if (serverResultsAs !== 'json' || !shape.server || errorText !== undefined) return null
    return isServerOutput(name, typedOutput(output)) ? null : notOfTool
  },
  blockProblem: (block) => reasoningProblem(block) ?? addressProblem(block),
  isSettledByClient,
  isLeftOut,
  wholeText: (raw) => (isRecord(raw) ? contentText(raw['parts'] ?? raw['content']) : undefined),
  write: uiMessageWriter,
}

/** `convertToModelMessages` parses addresses as URLs and throws on anything else. */
function addressProblem(block: Block): string | null {
  if (block.kind !== 'media' && (block.raw as { type?: unknown } | null)?.type !== 'reasoning-file') return null
  const { providerReference, url } = block.raw as Record<string, unknown>
  return typeof url === 'string' && !URL.canParse(url) && !isRecord(providerReference) ? 'the address is no URL' : null
}

/**
 * `convertToModelMessages` omits an approval request that a later user message has passed over, and `ai` itself runs the calls that were
 * approved in the last step of the last message.
 */
function isSettledByClient(call: Block, { messages }: Transcript): boolean {
  const raw = call.raw as Record<string, unknown>
  const { approval, state } = raw
  // No version accepts a part with both an open approval and an output.
  if (!isRecord(approval) || hasGivenBack(raw)) return false
  if (state === 'approval-requested')
    return (messages.findLast(({ role }) => role === 'user')?.index ?? -1) > call.message.index
  if (state !== 'approval-responded' || messages.at(-1) !== call.message) return false
  return call.message.blocks.every(
    (block) => block.index <= call.index || !isRecord(block.raw) || block.raw['type'] !== 'step-start',
  )
}

/** `convertToModelMessages` sends nothing of parts that are still streaming or are only displayed. */
function isLeftOut({ blocks, content, role }: Message): boolean {
  if (role !== 'assistant' || (content !== 'empty' && content !== 'blocks')) return false
  return blocks.every(({ kind, raw }) => kind === 'other' && isRecord(raw) && isOnlyShown(raw))
}

function isOnlyShown(part: Record<string, unknown>): boolean {
  return isToolPart(part) || /^(?:data-|source-|step-start$)/.test(String(part['type']))
}

function contentText(content: unknown): string | undefined {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  const texts = content.flatMap((part) => (isRecord(part) && typeof part['text'] === 'string' ? [part['text']] : []))
  return texts.length === content.length ? texts.join('\n') : undefined
}
