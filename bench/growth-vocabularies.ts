import type { FormatName } from '../src/formats/format-name.ts'

/** How a format says what the scenes of growth are made of. */
export interface Vocabulary {
  /** A word of the user. */
  readonly asked: object
  /** Calls of these ids, in one message where the format has messages. */
  readonly calls: (ids: readonly string[]) => readonly object[]
  /** Their results, in one message where results share one. */
  readonly results: (ids: readonly string[]) => readonly object[]
}

const said = (role: string, content: unknown): object => ({ role, content })
const output = (id: string): string => `out ${id}`
const name = 'f'

/** Every format in its own words. */
export const vocabularies: readonly (Vocabulary & { readonly format: FormatName })[] = [
  {
    format: 'anthropic-messages',
    asked: said('user', 'a'),
    calls: (ids) => [
      said(
        'assistant',
        ids.map((id) => ({ type: 'tool_use', id, name, input: {} })),
      ),
    ],
    results: (ids) => [
      said(
        'user',
        ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: output(id) })),
      ),
    ],
  },
  {
    format: 'openai-chat',
    asked: said('user', 'a'),
    calls: (ids) => [
      {
        ...said('assistant', null),
        tool_calls: ids.map((id) => ({ id, type: 'function', function: { name, arguments: '{}' } })),
      },
    ],
    results: (ids) => ids.map((id) => ({ role: 'tool', tool_call_id: id, content: output(id) })),
  },
  {
    format: 'openai-responses',
    asked: said('user', 'a'),
    calls: (ids) => ids.map((id) => ({ type: 'function_call', call_id: id, name, arguments: '{}' })),
    results: (ids) => ids.map((id) => ({ type: 'function_call_output', call_id: id, output: output(id) })),
  },
  {
    format: 'gemini',
    asked: { role: 'user', parts: [{ text: 'a' }] },
    calls: (ids) => [{ role: 'model', parts: ids.map((id) => ({ functionCall: { id, name, args: {} } })) }],
    results: (ids) => [
      {
        role: 'user',
        parts: ids.map((id) => ({ functionResponse: { id, name, response: { output: output(id) } } })),
      },
    ],
  },
  {
    format: 'bedrock-converse',
    asked: said('user', [{ text: 'a' }]),
    calls: (ids) => [
      said(
        'assistant',
        ids.map((id) => ({ toolUse: { toolUseId: id, name, input: {} } })),
      ),
    ],
    results: (ids) => [
      said(
        'user',
        ids.map((id) => ({ toolResult: { toolUseId: id, content: [{ text: output(id) }] } })),
      ),
    ],
  },
  {
    format: 'ai-sdk',
    asked: said('user', 'a'),
    calls: (ids) => [
      said(
        'assistant',
        ids.map((id) => ({ type: 'tool-call', toolCallId: id, toolName: name, input: {} })),
      ),
    ],
    results: (ids) => [
      said(
        'tool',
        ids.map((id) => ({
          type: 'tool-result',
          toolCallId: id,
          toolName: name,
          output: { type: 'text', value: output(id) },
        })),
      ),
    ],
  },
  {
    format: 'langchain',
    asked: { type: 'human', content: 'a' },
    calls: (ids) => [
      { type: 'ai', content: '', tool_calls: ids.map((id) => ({ id, name, args: {}, type: 'tool_call' })) },
    ],
    results: (ids) => ids.map((id) => ({ type: 'tool', tool_call_id: id, content: output(id), name })),
  },
]
