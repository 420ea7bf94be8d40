import { findFormat } from '../../formats/index.ts'
import { isRecord } from '../../json/is-record.ts'
import type { StepArgs } from './processor.ts'

export type Tools = Readonly<Record<string, unknown>>

/** The tools of the step; where it has none and its provider will demand them, those that the stored messages call. */
export function demandedTools({ messages, model, tools = {} }: StepArgs): Tools {
  if (Object.keys(tools).length > 0) return tools
  const request = { provider: model.provider, model: model.modelId, tools }
  return findFormat('ai-sdk').rules(request).toolsDemanded ? definitionsOf(usedTools(messages)) : tools
}

/** A draft of JSON Schema is how Mastra knows a schema that no library has made. */
const inputSchema = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties: {} }

/** Minimal definitions, without anything to execute. */
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
