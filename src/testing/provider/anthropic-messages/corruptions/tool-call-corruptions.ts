import type { AnthropicTranscript, TestBlock } from '../transcript.ts'
import { type Corruption, ofType, onBlock, sites } from './corruption.ts'

const isCall = ofType('tool_use')

const setId =
  (id: string) =>
  ({ block }: { block: TestBlock }, copy: AnthropicTranscript): void => {
    const former = block['id']
    for (const { block: result } of sites(copy, ofType('tool_result')))
      if (result['tool_use_id'] === former) result['tool_use_id'] = id
    block['id'] = id
  }

const setInput = (name: string, input: unknown): Corruption =>
  onBlock(name, 'tool_call_input_invalid', isCall, ({ block }) => {
    block['input'] = structuredClone(input)
  })

const setName = (name: string, value: string): Corruption =>
  onBlock(name, 'tool_call_name_invalid', isCall, ({ block }) => {
    block['name'] = value
  })

/** Damage inside one client tool call. */
export const toolCallCorruptions: readonly Corruption[] = [
  onBlock('illegal-call-id', 'tool_call_id_invalid', isCall, setId('functions.read:0')),
  onBlock('empty-call-id', 'tool_call_id_invalid', isCall, setId('')),
  onBlock('missing-call-id', 'tool_call_id_invalid', isCall, ({ block }) => {
    delete block['id']
  }),
  setInput('input-as-json-text', '{"path":"a.ts"}'),
  setInput('input-null', null),
  setInput('input-cut-json', '{"path": "a.t'),
  setInput('input-list', ['a.ts']),
  setName('empty-tool-name', ''),
  setName('overlong-tool-name', 'x'.repeat(201)),
]
