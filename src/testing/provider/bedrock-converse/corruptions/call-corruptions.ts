import { damage } from '../../shared/damage.ts'
import { foreignPairs } from '../../shared/foreign-tools.ts'
import type { ConverseTranscript } from '../transcript.ts'
import { isCall, isResult, inner, sites, onBlock, renameId, type ConverseCorruption } from './corruption.ts'

export const callCorruptions: readonly ConverseCorruption[] = [
  onBlock('call-id-too-long', 'tool_call_id_invalid', isCall, ({ block }, copy) => {
    renameId(copy, inner(block, 'toolUse')['toolUseId'], `call_${'x'.repeat(70)}`)
  }),
  onBlock('call-id-illegal', 'tool_call_id_invalid', isCall, ({ block }, copy) => {
    renameId(copy, inner(block, 'toolUse')['toolUseId'], 'functions/search 0')
  }),
  onBlock('call-name-illegal', 'tool_call_name_invalid', isCall, ({ block }) => {
    inner(block, 'toolUse')['name'] = 'mcp/search now'
  }),
  onBlock('call-name-empty', 'tool_call_name_invalid', isCall, ({ block }) => {
    inner(block, 'toolUse')['name'] = ''
  }),
  onBlock('input-is-text', 'tool_call_input_invalid', isCall, ({ block }) => {
    inner(block, 'toolUse')['input'] = '{"path":"a"'
  }),
  onBlock('input-missing', 'tool_call_input_invalid', isCall, ({ block }) => {
    delete inner(block, 'toolUse')['input']
  }),
  onBlock('result-json-is-list', 'tool_result_content_invalid', isResult, ({ block }) => {
    inner(block, 'toolResult')['content'] = [{ json: [1, 2] }]
  }),
  onBlock('result-is-text', 'tool_result_content_invalid', isResult, ({ block }) => {
    inner(block, 'toolResult')['content'] = 'plain text'
  }),
  onBlock('result-of-strings', 'tool_result_content_invalid', isResult, ({ block }) => {
    inner(block, 'toolResult')['content'] = ['plain text']
  }),
  onBlock('result-with-foreign-status', 'content_block_invalid', isResult, ({ block }) => {
    inner(block, 'toolResult')['status'] = 'failed'
  }),
  onBlock('error-without-content', 'tool_result_content_invalid', isResult, ({ block }) => {
    Object.assign(inner(block, 'toolResult'), { content: [], status: 'error' })
  }),
  damage('tools-missing', 'tool_definitions_missing', (copy) => {
    if (sites(copy, isCall).length === 0) return false
    delete copy.request['toolConfig']
  }),
]

export const foreignCorruptions: readonly ConverseCorruption[] = foreignPairs<ConverseTranscript>(
  ['messages', 'gemini', 'responses', 'aiSdk'],
  (copy) =>
    sites(copy, isCall).map(({ block, index, message }) => {
      const { input, name, toolUseId: id } = inner(block, 'toolUse')
      const result = sites(copy, isResult).find((site) => inner(site.block, 'toolResult')['toolUseId'] === id)
      return {
        pair: { id: String(id), name: String(name), input },
        call: (written) => void (message.content[index] = written),
        result: result && ((written) => void (result.message.content[result.index] = written)),
      }
    }),
)
