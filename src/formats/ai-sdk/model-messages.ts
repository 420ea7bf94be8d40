import { isRecord } from '../../json/is-record.ts'
import type { Block } from '../../transcript/transcript.ts'
import type { Format } from '../format.ts'
import { approvalProblem, isApprovalGiven } from './approvals.ts'
import { definedTools } from './change-request.ts'
import { isReasoningFileData } from './file-data.ts'
import { isNamelessItem, itemIdIn } from './item-id.ts'
import { canonicalPart, meantFields } from './meant-part.ts'
import { readMedia } from './media.ts'
import { modelMessageReader } from './model-screen.ts'
import { readModelMessage } from './read-model-message.ts'
import { aiSdkModelRules } from './rules.ts'
import { carriesReasoning } from './reasoning-seal.ts'
import { isBlankText } from '../result-parts.ts'
import { isServerOutput, notOfTool, serverToolName } from './server-output.ts'
import { contentItems, isTypedOutput } from './tool-output.ts'
import { modelMessageWriter } from './write-model-message.ts'
import { reasoningProblem } from './reasoning-problem.ts'

/** ModelMessages of AI SDK 5 to 7, and the prompts that a language model middleware sees. */
export const modelMessages: Format = {
  name: 'ai-sdk',
  contentField: 'content',
  listField: 'messages',
  hasSystemField: true,
  reasoningField: null,
  roleName: (role) => role,
  rules: aiSdkModelRules,
  toolNames: definedTools,
  read: readModelMessage,
  reader: modelMessageReader,
  canonical: canonicalPart,
  meantFields,
  references: () => [],
  definitions: () => [],
  media: readMedia,
  isDirective: () => false,
  isEmptyThinking: ({ raw, text = '' }) => text.trim() === '' && !(isRecord(raw) && carriesReasoning(raw)),
  isErrorResult: ({ payload }) => isRecord(payload) && String(payload['type']).startsWith('error'),
  resultProblem: (result, { blankInResults, serverResultsAs }) => {
    const { output } = result.raw as { output?: unknown }
    if (!isTypedOutput(output)) return 'the output is not typed'
    if (blankInResults === true && contentItems(output).some(isBlankText)) return 'blank text'
    if (serverResultsAs !== 'json' || !result.shape.server) return null
    return isServerOutput(result.name, output) ? null : notOfTool
  },
  serverToolName,
  blockProblem: (block, transcript) =>
    reasoningProblem(block) ?? drawingProblem(block) ?? approvalProblem(block, transcript),
  isSettledByClient: isApprovalGiven,
  // The client's own result is no item of OpenAI's, although `ai` records the id of its call's item beside it.
  itemId: ({ message, raw }) => (isRecord(message.raw) && message.raw['role'] === 'tool' ? undefined : itemIdIn(raw)),
  isNamelessItem: ({ raw }) => isNamelessItem(raw),
  wholeText: (raw) => (isRecord(raw) ? textOf(raw['content']) : undefined),
  write: modelMessageWriter,
}

function drawingProblem({ raw, shape }: Block): string | null {
  if (shape.type !== 'reasoning-file' || isReasoningFileData((raw as { data?: unknown }).data)) return null
  return 'data is no file'
}

/** The text of content that has the wrong form; undefined when parts of it are no text. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content
  const parts = Array.isArray(content) ? content : [content]
  const texts = parts.flatMap((part) => (isRecord(part) && typeof part['text'] === 'string' ? [part['text']] : []))
  return texts.length === parts.length ? texts.join('\n') : undefined
}
