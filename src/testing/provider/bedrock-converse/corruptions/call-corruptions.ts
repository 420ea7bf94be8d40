import { damage } from '../../shared/damage.ts'
import { tinyPng } from '../../shared/tiny-images.ts'
import { foreignPairs } from '../../shared/foreign-tools.ts'
import type { ConverseTranscript } from '../transcript.ts'
import { isCall, isResult, inner, modelOf, sites, onBlock, renameId, type ConverseCorruption } from './corruption.ts'

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
  onBlock('result-of-two-members', 'tool_result_content_invalid', isResult, ({ block }) => {
    inner(block, 'toolResult')['content'] = [{ text: 'Found.', json: { lines: 2 } }]
  }),
  onBlock('image-in-result', 'media_unsupported', isResult, ({ block }, copy) => {
    if (modelOf(copy).resultImages || !modelOf(copy).mixedTurns) return false
    const { data } = tinyPng()
    inner(block, 'toolResult')['content'] = [{ text: 'Found.' }, { image: { format: 'png', source: { bytes: data } } }]
  }),
  onBlock('image-in-error', 'media_unsupported', isResult, ({ block }, copy) => {
    if (modelOf(copy).family !== 'claude') return false
    const { data } = tinyPng()
    const content = [{ text: 'It broke.' }, { image: { format: 'png', source: { bytes: data } } }]
    Object.assign(inner(block, 'toolResult'), { content, status: 'error' })
  }),
  damage('tools-of-another-model', 'tool_definitions_missing', (copy, pick) => {
    const at = pick([...copy.messages.keys()].filter((index) => copy.messages[index]!.role === 'assistant'))
    if (modelOf(copy).tools || at === undefined) return false
    const toolUseId = 'tooluse_before'
    copy.messages.splice(
      at,
      0,
      { role: 'assistant', content: [{ toolUse: { toolUseId, name: 'search', input: { path: 'a' } } }] },
      { role: 'user', content: [{ toolResult: { toolUseId, content: [{ text: 'Found.' }] } }] },
    )
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
