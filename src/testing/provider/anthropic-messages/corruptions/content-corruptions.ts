import { judgedModel } from '../models.ts'
import { tinyPng } from '../../shared/tiny-images.ts'
import type { TestMessage } from '../transcript.ts'
import { type Corruption, corruption, ofType, onBlock, sites, textBlock } from './corruption.ts'

const spoken = (block: { type: string }, message: TestMessage): boolean =>
  block.type === 'text' && message.role !== 'system'

/** A message whose content is replaced as a whole. */
const onMessage = (
  name: string,
  faultType: string,
  matches: (message: TestMessage, at: number, all: readonly TestMessage[]) => boolean,
  change: (message: TestMessage) => void,
): Corruption =>
  corruption(name, faultType, (copy, pick) => {
    const message = pick(copy.messages.filter(matches))
    if (!message) return false
    change(message)
  })

const isLoneUser = ({ role }: TestMessage, at: number, all: readonly TestMessage[]): boolean =>
  role === 'user' && all[at - 1]?.role !== 'user' && all[at + 1]?.role !== 'user'

const setContent =
  (content: unknown) =>
  (message: TestMessage): void => {
    message.content = content as string
  }

const always = (): boolean => true

/** Damage to texts, and to the shape of messages and blocks. */
export const contentCorruptions: readonly Corruption[] = [
  corruption('texts-all-blank', 'blank_text', (copy) => {
    for (const message of copy.messages) if (typeof message.content === 'string') message.content = ' '
    for (const { block } of sites(copy, spoken)) block['text'] = ' '
  }),
  onBlock('blank-text', 'blank_text', spoken, ({ block }) => {
    block['text'] = ' \n\t'
  }),
  onBlock('empty-text', 'blank_text', spoken, ({ block }) => {
    block['text'] = ''
  }),
  onMessage('blank-string-content', 'blank_text', ({ role }) => role !== 'system', setContent('  ')),
  onMessage('null-content', 'empty_content_message', always, setContent(null)),
  onMessage('missing-content', 'empty_content_message', always, setContent(undefined)),
  onMessage('empty-user-message', 'empty_content_message', isLoneUser, setContent([])),
  onMessage('content-as-object', 'content_block_invalid', always, setContent({ type: 'text', text: 'x' })),
  corruption('trailing-whitespace', 'trailing_whitespace', (copy) => {
    const last = copy.messages.at(-1)
    if (!judgedModel(copy.request.model).prefill || !last || last.role === 'system') return false
    // A prefill with thinking on would be refused for its missing thinking first.
    copy.request['thinking'] = { type: 'disabled' }
    if (last.role === 'assistant' && last.content.length > 0) return false
    copy.messages.push({ role: 'assistant', content: 'The answer is \n' })
  }),
  onBlock('unknown-block-type', 'content_block_invalid', spoken, ({ block }) => {
    block.type = 'input_text'
  }),
  onBlock('block-without-type', 'content_block_invalid', spoken, ({ block }) => {
    delete (block as { type?: string }).type
  }),
  onBlock('block-as-string', 'content_block_invalid', always, ({ content, index }) => {
    content[index] = 'just text' as unknown as (typeof content)[number]
  }),
  onBlock(
    'image-in-assistant',
    'content_block_invalid',
    (_, { role }) => role === 'assistant',
    ({ content }) => {
      const { mediaType, data } = tinyPng()
      content.push({ type: 'image', source: { type: 'base64', media_type: mediaType, data } })
    },
  ),
  onBlock('result-of-foreign-parts', 'tool_result_content_invalid', ofType('tool_result'), ({ block }) => {
    block['content'] = [
      { type: 'text', text: 'said', annotations: { audience: ['user'] } },
      { type: 'resource', resource: { uri: 'file:///a', text: 'a file' } },
    ]
  }),
  onBlock('error-without-words', 'tool_result_content_invalid', ofType('tool_result'), ({ block }) => {
    Object.assign(block, { is_error: true, content: '' })
  }),
  onBlock('error-with-picture', 'tool_result_content_invalid', ofType('tool_result'), ({ block }) => {
    const { mediaType, data } = tinyPng()
    const picture = { type: 'image', source: { type: 'base64', media_type: mediaType, data } }
    Object.assign(block, { is_error: true, content: [{ type: 'text', text: 'It failed.' }, picture] })
  }),
  corruption('message-of-another-format', 'empty_content_message', (copy, pick) => {
    const message = pick(copy.messages.filter(({ role }) => role === 'user'))
    if (!message) return false
    copy.messages.splice(copy.messages.indexOf(message), 0, {
      role: 'user',
      parts: [{ text: 'Said in another form.' }],
    } as unknown as TestMessage)
  }),
  onBlock('mark-without-type', 'cache_control_invalid', spoken, ({ block }) => {
    block['cache_control'] = {}
  }),
  onBlock('unknown-block-field', 'unknown_field', always, ({ block }) => {
    block['index'] = 0
  }),
  onBlock('output-only-field', 'unknown_field', ofType('tool_use', 'server_tool_use'), ({ block }) => {
    block['partial_json'] = '{}'
  }),
  onMessage('unknown-message-field', 'unknown_field', always, (message) => {
    message['id'] = 'msg_01'
  }),
  corruption('system-blank', 'blank_text', (copy) => {
    const { system } = copy.request
    if (!Array.isArray(system)) return false
    system.unshift(textBlock(' '))
  }),
  onBlock('search-result-of-nothing', 'content_block_invalid', ofType('search_result'), ({ block }) => {
    block['content'] = []
  }),
  onBlock('bytes-in-place-of-an-address', 'content_block_invalid', ofType('image'), ({ block }) => {
    const { data, mediaType } = tinyPng()
    block['source'] = { type: 'url', url: `data:${mediaType};base64,${data}` }
  }),
  onBlock('half-a-head-before-bytes', 'media_invalid', ofType('image'), ({ block }) => {
    const { data, mediaType } = tinyPng()
    block['source'] = { type: 'base64', media_type: mediaType, data: `${mediaType};base64,${data}` }
  }),
  corruption('nothing-but-blank-text', 'blank_text', (copy) => {
    copy.messages = [
      { role: 'user', content: [textBlock(' ')] },
      { role: 'assistant', content: [textBlock('\n')] },
      { role: 'user', content: [textBlock(''), textBlock(' ')] },
    ]
  }),
  corruption('message-as-string', 'content_block_invalid', (copy, pick) => {
    const at = copy.messages.indexOf(pick(copy.messages) ?? ({} as TestMessage))
    copy.messages.splice(Math.max(at, 0), 1, 'Hello' as unknown as TestMessage)
  }),
  corruption('text-in-the-wrong-field', 'content_block_invalid', (copy, pick) => {
    const message = pick(copy.messages.filter(({ role }) => role === 'user'))
    if (!message) return false
    const block = { ...textBlock('x'), content: 'x' }
    delete (block as { text?: string }).text
    message.content = [block]
  }),
]
