import { asText, isRecord, type JsonRecord } from '../shared/records.ts'
import { answeredBy } from './item-table.ts'
import { type HeldState, nothingHeld, type TestItem } from './transcript.ts'

/** What the emulated server keeps: responses, conversations, and every item of them. */
export type StoredResponses = {
  held: HeldState
  /** The items before a request: those of the previous response, or of the conversation. */
  earlier: (body: JsonRecord) => readonly TestItem[]
  keep: (
    body: JsonRecord,
    input: readonly TestItem[],
    response: JsonRecord & { id: string; output: TestItem[] },
  ) => void
  response: (id: string) => { response: JsonRecord; input: readonly TestItem[] } | undefined
  conversation: (id: string) => readonly TestItem[] | undefined
  createConversation: (id: string, items: readonly TestItem[]) => void
  forget: (id: string) => boolean
  forgetAll: () => void
}

const conversationId = (body: JsonRecord): string => {
  const conversation = body['conversation']
  return asText(isRecord(conversation) ? conversation['id'] : conversation)
}

const openCalls = (items: readonly TestItem[]): { type: string; call_id: string }[] =>
  items.flatMap((item) => {
    const type = asText(item['type'])
    const call_id = asText(type === 'mcp_approval_request' ? item['id'] : item['call_id'])
    if (!(type in answeredBy) || call_id === '') return []
    const isAnswered = items.some(
      (other) =>
        answeredBy[type]?.includes(asText(other['type'])) &&
        [other['call_id'], other['approval_request_id'], other['id']].includes(call_id),
    )
    return isAnswered ? [] : [{ type, call_id }]
  })

const idsOf = (items: readonly TestItem[]): string[] => items.map((item) => asText(item['id'])).filter(Boolean)

export function createStoredResponses(): StoredResponses {
  const held = nothingHeld()
  const responses = new Map<string, { response: JsonRecord; input: readonly TestItem[]; chain: readonly TestItem[] }>()
  const conversations = new Map<string, readonly TestItem[]>()
  const earlier = (body: JsonRecord): readonly TestItem[] =>
    responses.get(asText(body['previous_response_id']))?.chain ?? conversations.get(conversationId(body)) ?? []

  const keepConversation = (id: string, items: readonly TestItem[]): void => {
    conversations.set(id, items)
    held.conversations[id] = { openCalls: openCalls(items), items: idsOf(items) }
  }

  const keepItems = (output: readonly TestItem[]): void => {
    for (const [index, item] of output.entries()) {
      const before = output[index - 1]
      const reasoning = before?.['type'] === 'reasoning' ? { reasoning: asText(before['id']) } : {}
      const call = typeof item['call_id'] === 'string' ? { call_id: item['call_id'] } : {}
      held.items[asText(item['id'])] = { type: asText(item['type']), ...call, ...reasoning }
    }
  }

  return {
    held,
    earlier,
    keep: (body, input, response) => {
      const chain = [...earlier(body), ...input, ...response.output]
      if (conversationId(body) !== '') keepConversation(conversationId(body), chain)
      if (body['store'] === false) return
      keepItems(response.output)
      responses.set(response.id, { response, input, chain })
      held.responses[response.id] = { openCalls: openCalls(chain), items: idsOf(chain) }
    },
    response: (id) => responses.get(id),
    conversation: (id) => conversations.get(id),
    createConversation: keepConversation,
    forget: (id) => {
      delete held.responses[id]
      delete held.conversations[id]
      return responses.delete(id) || conversations.delete(id)
    },
    forgetAll: () => {
      responses.clear()
      conversations.clear()
      Object.assign(held, nothingHeld())
    },
  }
}
