import { isCall, isMessage, ofType, onItem, type ResponsesCorruption } from './corruption.ts'

type Item = Record<string, unknown>

const isReasoning = ofType('reasoning')
const hasId = (item: Item): boolean => typeof item['id'] === 'string'
const isSpoken = (item: Item): boolean =>
  ofType('function_call', 'custom_tool_call', 'web_search_call')(item) ||
  (isMessage(item) && item['role'] === 'assistant')
const hasParts = (item: Item): boolean =>
  isMessage(item) && Array.isArray(item['content']) && item['content'].length > 0
const firstPart = (item: Item): Item => (item['content'] as Item[])[0]!

/** Damage to reasoning items, ids and what the server keeps. */
export const itemCorruptions: readonly ResponsesCorruption[] = [
  onItem(
    'demanded-id-missing',
    'item_id_invalid',
    ofType('computer_call', 'code_interpreter_call', 'mcp_call'),
    ({ item }) => {
      delete item['id']
    },
  ),
  onItem(
    'reasoning-last',
    'reasoning_item_unpaired',
    (item, at) => at > 0 && isReasoning(item) && hasId(item),
    ({ at, input }) => {
      input.splice(at + 1)
    },
  ),
  onItem(
    'follower-dropped',
    'reasoning_item_unpaired',
    (item, at, input) => {
      const next = input[at + 1]
      const after = input[at + 2]
      const stops = after === undefined || (isMessage(after) && after['role'] !== 'assistant')
      return isReasoning(item) && hasId(item) && next !== undefined && isMessage(next) && stops
    },
    ({ at, input }) => void input.splice(at + 1, 1),
  ),
  onItem(
    'reasoning-dropped',
    'reasoning_item_unpaired',
    isReasoning,
    ({ at, copy, input, item }) => {
      const isDemanded = Object.values(copy.held.items).some(({ reasoning }) => reasoning === item['id'])
      if (!isDemanded || !input.some((other) => copy.held.items[String(other['id'])]?.reasoning === item['id']))
        return false
      input.splice(at, 1)
    },
    { opaque: true },
  ),
  onItem(
    'encrypted-content-tampered',
    'thinking_signature_invalid',
    (item) => isReasoning(item) && typeof item['encrypted_content'] === 'string',
    ({ item }) => {
      item['encrypted_content'] = `${String(item['encrypted_content']).slice(0, -4)}AAAA`
    },
    { opaque: true },
  ),
  onItem(
    'all-reasoning-dropped',
    'reasoning_item_unpaired',
    isReasoning,
    ({ copy, input }) => {
      const demanding = input.filter((item) => copy.held.items[String(item['id'])]?.reasoning !== undefined)
      if (demanding.length < 2 || demanding.some(ofType('item_reference'))) return false
      input.splice(0, input.length, ...input.filter((item) => !isReasoning(item)))
    },
    { opaque: true },
  ),
  onItem(
    'all-encrypted-content-foreign',
    'thinking_signature_invalid',
    (item) => isReasoning(item) && typeof item['encrypted_content'] === 'string',
    ({ input }) => {
      for (const item of input)
        if (typeof item['encrypted_content'] === 'string') item['encrypted_content'] = 'gAAAAforeign'
    },
    { opaque: true },
  ),
  onItem(
    'compaction-tampered',
    'thinking_signature_invalid',
    ofType('compaction'),
    ({ item }) => {
      item['encrypted_content'] = 'gAAAAforeign'
    },
    { opaque: true },
  ),
  onItem(
    'encrypted-content-null',
    'reference_not_found',
    (item) => isReasoning(item) && hasId(item),
    ({ copy, item }) => {
      if (copy.request['store'] !== false) return false
      item['encrypted_content'] = null
    },
  ),
  onItem('summary-missing', 'thinking_block_empty', isReasoning, ({ item }) => {
    delete item['summary']
  }),
  onItem(
    'item-twice',
    'item_id_duplicate',
    (item) => hasId(item) && item['type'] !== 'local_shell_call_output',
    ({ at, input, item }) => {
      input.splice(at + 1, 0, structuredClone(item))
    },
  ),
  onItem('id-of-another-item', 'item_id_duplicate', isSpoken, ({ at, input, item }) => {
    const prefix = isMessage(item)
      ? 'msg'
      : item['type'] === 'web_search_call'
        ? 'ws'
        : item['type'] === 'function_call'
          ? 'fc'
          : 'ctc'
    const other = input.findIndex(
      (candidate, index) => index !== at && String(candidate['id']).startsWith(`${prefix}_`),
    )
    if (other < 0) return false
    item['id'] = input[other]!['id']
  }),
  onItem('call-id-as-item-id', 'item_id_invalid', ofType('function_call'), ({ item }) => {
    item['id'] = item['call_id']
  }),
  onItem('item-id-too-long', 'item_id_invalid', isSpoken, ({ item }) => {
    item['id'] =
      `${isMessage(item) ? 'msg' : item['type'] === 'web_search_call' ? 'ws' : item['type'] === 'function_call' ? 'fc' : 'ctc'}_${'a'.repeat(80)}`
  }),
  onItem(
    'item-id-with-colons',
    'item_id_invalid',
    (item) => isMessage(item) && item['role'] === 'assistant',
    ({ item }) => {
      item['id'] = 'msg_1:2:3'
    },
  ),
  onItem(
    'demanded-id-of-another-make',
    'item_id_invalid',
    ofType('computer_call', 'file_search_call', 'image_generation_call'),
    ({ item }) => {
      item['id'] = 'toolu_123'
    },
  ),
  onItem(
    'reference-gone',
    'reference_not_found',
    (item) => item['type'] === 'item_reference' && String(item['id']).startsWith('rs_'),
    ({ copy, input, item, at }) => {
      const gone = String(item['id'])
      delete copy.held.items[gone]
      // What the server holds together with that reasoning is lost too.
      for (const held of Object.values(copy.held.items)) if (held.reasoning === gone) delete held.reasoning
      return input[at] !== undefined
    },
    { opaque: true },
  ),
  onItem(
    'kept-items-gone',
    'reference_not_found',
    (item) => isReasoning(item) && hasId(item) && typeof item['encrypted_content'] !== 'string',
    ({ copy }) => {
      if (copy.request['store'] === false || (copy.input as Item[]).some(ofType('item_reference'))) return false
      copy.held.items = {}
    },
    { opaque: true },
  ),
  onItem(
    'trigger-in-the-middle',
    'compaction_block_invalid',
    (item) => isMessage(item) && item['role'] === 'user',
    ({ at, input }) => void input.splice(at, 0, { type: 'compaction_trigger' }),
  ),
  onItem('compaction-without-content', 'content_block_invalid', ofType('compaction'), ({ item }) => {
    delete item['encrypted_content']
  }),
  onItem('output-only-field', 'unknown_field', ofType('function_call'), ({ item }) => {
    item['parsed_arguments'] = { path: 'a.ts' }
  }),
  // As programs do that keep all kinds of turns in one table with a role.
  onItem('role-of-a-call', 'content_block_invalid', isCall, ({ item }) => {
    item['role'] = 'assistant'
  }),
  // As programs do that keep an answer together with its finish reason.
  onItem(
    'end-of-another-provider',
    'unknown_field',
    (item) => isMessage(item) && item['role'] === 'assistant',
    ({ item }) => {
      Object.assign(item, { stop_reason: 'end_turn', stop_sequence: null, finish_reason: 'stop' })
    },
  ),
  onItem(
    'unheard-of-field',
    'unknown_field',
    isCall,
    ({ item }) => {
      item['latency_ms'] = 12
    },
    { opaque: true },
  ),
  // Annotations that an MCP server puts on its own texts.
  onItem(
    'field-in-an-output',
    'unknown_field',
    ofType('function_call_output', 'custom_tool_call_output'),
    ({ item }) => {
      item['output'] = [{ type: 'input_text', text: 'What was read.', audience: 'assistant' }]
    },
    { opaque: true },
  ),
  onItem('container-missing', 'content_block_invalid', ofType('code_interpreter_call'), ({ item }) => {
    delete item['container_id']
  }),
  onItem(
    'container-expired',
    'reference_not_found',
    ofType('code_interpreter_call'),
    ({ copy }) => {
      copy.held.containersGone = true
    },
    { opaque: true },
  ),
  onItem('approval-of-another-make', 'item_id_invalid', ofType('mcp_approval_request'), ({ input, item }) => {
    const old = item['id']
    const id = `approval_${String(old).slice(5, 20)}`
    item['id'] = id
    for (const other of input) if (other['approval_request_id'] === old) other['approval_request_id'] = id
  }),
  onItem('web-search-other', 'content_block_invalid', ofType('web_search_call'), ({ item }) => {
    item['action'] = { type: 'other' }
  }),
  onItem('unknown-item', 'content_block_invalid', isMessage, ({ at, input }) => {
    input.splice(at, 0, { type: 'bogus_item', text: 'Something that was said.' })
  }),
  onItem('unknown-item-without-text', 'content_block_invalid', isMessage, ({ at, input }) => {
    input.splice(at, 0, { type: 'ghost_snapshot', ghost: { id: 1 } })
  }),
  onItem(
    'null-item',
    'content_block_invalid',
    () => true,
    ({ at, input }) => {
      input.splice(at, 0, null as unknown as Item)
    },
  ),
  onItem(
    'content-null',
    'empty_content_message',
    (item) => isMessage(item) && item['role'] === 'assistant',
    ({ at, input }) => {
      input.splice(at + 1, 0, { role: 'assistant', content: null })
    },
  ),
  onItem(
    'content-object',
    'content_block_invalid',
    (item) => isMessage(item) && item['role'] === 'user',
    ({ item }) => {
      item['content'] = { text: 'as an object' }
    },
  ),
  onItem('part-of-the-other-role', 'content_block_invalid', hasParts, ({ item }) => {
    const part = firstPart(item)
    if (typeof part['text'] !== 'string') return false
    firstPart(item)['type'] = item['role'] === 'assistant' ? 'input_text' : 'output_text'
  }),
  onItem(
    'chat-part',
    'content_block_invalid',
    (item) => isMessage(item) && item['role'] === 'user',
    ({ item }) => {
      item['content'] = [
        { type: 'text', text: 'In the words of chat.' },
        { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      ]
    },
  ),
  onItem(
    'image-taken-out',
    'media_invalid',
    (item) => isMessage(item) && item['role'] === 'user',
    ({ item }) => {
      item['content'] = [
        { type: 'input_text', text: 'See:' },
        { type: 'input_image', image_url: '' },
      ]
    },
  ),
  onItem(
    'role-tool',
    'role_invalid',
    (item) => isMessage(item) && item['role'] === 'user',
    ({ item }) => {
      item['role'] = 'tool'
    },
  ),
  onItem(
    'role-missing',
    'role_invalid',
    (item) => isMessage(item) && item['role'] === 'user',
    ({ item }) => {
      item['type'] = 'message'
      delete item['role']
    },
  ),
  onItem(
    'lone-surrogate',
    'invalid_unicode',
    (item) => isMessage(item) && typeof item['content'] === 'string',
    ({ item }) => {
      item['content'] = `${String(item['content'])} \ud83d`
    },
  ),
]
