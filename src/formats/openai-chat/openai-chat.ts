import { isRecord } from '../../json/is-record.ts'
import type { Block } from '../../transcript/transcript.ts'
import type { Format, RequestBody } from '../format.ts'
import type { Rules } from '../rules.ts'
import { canonical } from './canonical.ts'
import { openAIChatRules } from './rules.ts'
import { readMedia } from './media.ts'
import { meantFields } from './message-mends.ts'
import { readMessage } from './read-message.ts'
import { resultParts } from './result-parts.ts'
import { openAIChatWriter } from './write-message.ts'
import { isFunctionAnswer, unnamedResult } from './unnamed-result.ts'
import { chatReader } from './screen.ts'

/** Chat Completions of OpenAI, and of every vendor with a dialect of it. */
export const openAIChat: Format = {
  name: 'openai-chat',
  contentField: 'content',
  listField: 'messages',
  hasSystemField: false,
  reasoningField: 'reasoning_content',
  callsField: 'tool_calls',
  roleName: (role) => role,
  rules: openAIChatRules,
  toolNames,
  read: readMessage,
  reader: chatReader,
  canonical,
  meantFields,
  references: () => none,
  definitions: () => none,
  media: readMedia,
  isDirective: () => false,
  functionAnswer: (raw) => (isFunctionAnswer(raw) ? raw : undefined),
  unnamedResult,
  // Reasoning without text but with a signature can be read by its provider.
  isEmptyThinking: ({ signature, text = '' }) => text.trim() === '' && !signature,
  resultProblem,
  write: openAIChatWriter,
}

const none: readonly string[] = []

function toolNames(request: RequestBody): ReadonlySet<string> | null {
  const { tools } = request
  if (!Array.isArray(tools)) return null
  return new Set(
    tools.flatMap((tool) => {
      const inner = isRecord(tool) ? (tool['function'] ?? tool['custom']) : undefined
      return isRecord(inner) && typeof inner['name'] === 'string' ? [inner['name']] : []
    }),
  )
}

/** A tool message holds text, or parts of text; media in it are left to the media strategies. */
function resultProblem(result: Block, rules: Rules): string | null {
  const content = result.payload
  if (typeof content === 'string') return rules.blankInResults === true && content.trim() === '' ? 'blank text' : null
  if (!Array.isArray(content)) return content === undefined ? 'missing' : 'neither text nor parts'
  if (content.length === 0) return rules.emptyLists === 'refused' ? 'no parts' : null
  return content.every(resultParts.isPart) ? null : 'parts of an unknown shape'
}
