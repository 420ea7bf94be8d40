import { findFormat } from '../../formats/index.ts'
import type { Loss } from '../../faults/loss.ts'
import { isRecord } from '../../json/is-record.ts'
import { repair } from '../../repair/repair.ts'
import { thinkingOf } from '../ai-sdk/thinking-of.ts'
import { encodeBytes } from '../ai-sdk/encode-bytes.ts'
import type { StepArgs } from './processor.ts'

export type Tools = Readonly<Record<string, unknown>>

/** The tools of the step; if it has none and its provider demands definitions, those that the stored messages call. */
export function demandedTools({ messages, model, tools = {} }: StepArgs): Tools {
  if (Object.keys(tools).length > 0) return tools
  const request = { provider: model.provider, model: model.modelId, tools }
  return findFormat('ai-sdk').rules(request).toolsDemanded ? definitionsOf(usedTools(messages)) : tools
}

/**
 * The thinking setting of this step: off when the running tool loop has lost the thinking that it must start with. Undefined when the
 * request does not set it, or when the list of messages does not show what will be sent.
 */
export function demandedThinking({ messageList, model, providerOptions, tools }: StepArgs, allow: Loss): unknown {
  const thinking = thinkingOf(providerOptions)
  const request = { provider: model.provider, model: model.modelId, tools: tools ?? {}, thinking }
  if (thinking === undefined || !findFormat('ai-sdk').rules(request).thinkingDemanded) return undefined
  try {
    const prompt = (messageList as ShowingList).get.all.aiV5.prompt()
    return repair(encodeBytes(prompt), { format: 'ai-sdk', request, allow }).request?.['thinking'] ?? thinking
  } catch {
    // The list is of another version; a refusal will tell.
    return undefined
  }
}

/** The part of the message list of `@mastra/core` that shows the prompt that will be made of it. */
interface ShowingList {
  readonly get: { readonly all: { readonly aiV5: { prompt(): readonly unknown[] } } }
}

/** Mastra recognises a plain JSON Schema by its `$schema`. */
const inputSchema = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: {} }

/** Minimal definitions, which cannot be executed. */
function definitionsOf(names: readonly string[]): Tools {
  return Object.fromEntries(names.map((name) => [name, { description: name, inputSchema }]))
}

/** Names of the tools that the stored messages call. */
function usedTools(messages: readonly unknown[]): readonly string[] {
  const names = messages.flatMap((message) => {
    const content = isRecord(message) ? message['content'] : undefined
    const parts = isRecord(content) && Array.isArray(content['parts']) ? content['parts'] : []
    return parts.map((part: unknown) =>
      isRecord(part) && isRecord(part['toolInvocation']) ? part['toolInvocation']['toolName'] : null,
    )
  })
  return [...new Set(names.filter((name): name is string => typeof name === 'string' && name !== ''))].sort()
}
