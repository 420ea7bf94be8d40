import type { JsonRecord } from '../shared/records.ts'
import { typeOf } from './check-items.ts'
import { itemTable } from './item-table.ts'
import { verifiesContent } from './encrypted-content.ts'
import type { ResponsesRefusal } from './refusal.ts'
import type { HeldState } from './transcript.ts'

const notFound = (id: string, isStored: boolean): ResponsesRefusal => ({
  message: `Item with id '${id}' not found.${isStored ? '' : ' Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.'}`,
  status: 404,
  param: 'input',
})

/** References to stored items, duplicate ids, encrypted payloads, and the item that must follow reasoning. */
export function* checkServerState(
  input: readonly JsonRecord[],
  body: JsonRecord,
  held: HeldState,
  earlierItems: readonly string[],
  secret: string | undefined,
): Generator<ResponsesRefusal> {
  const seen = new Set<unknown>(earlierItems)
  for (const item of input) {
    const id = item['id']
    if (typeof id !== 'string' || typeOf(item) === 'local_shell_call_output') continue
    if (seen.has(id))
      yield {
        message: `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`,
        param: 'input',
      }
    seen.add(id)
  }
  for (const item of input) yield* checkFindable(item, body, held)
  for (const item of input) yield* checkEncrypted(item, secret)
  if (held.containersGone === true && input.some((item) => item['container_id'] !== undefined))
    yield { message: 'Container is expired.' }
  for (const [index, item] of input.entries()) {
    if (typeOf(item) === 'reasoning') yield* checkFollower(input, index)
    yield* checkRequiredReasoning(item, held, seen)
  }
  yield* checkTrigger(input)
}

function* checkFindable(item: JsonRecord, body: JsonRecord, held: HeldState): Generator<ResponsesRefusal> {
  const { id } = item
  const type = typeOf(item)
  if (typeof id !== 'string' || id in held.items) return
  const isBare =
    type === 'reasoning' &&
    typeof item['encrypted_content'] !== 'string' &&
    !(Array.isArray(item['content']) && item['content'].length > 0)
  if (type === 'item_reference' || isBare) yield notFound(id, body['store'] !== false)
}

function* checkEncrypted(item: JsonRecord, secret: string | undefined): Generator<ResponsesRefusal> {
  const value = item['encrypted_content']
  const type = typeOf(item)
  if ((type !== 'reasoning' && type !== 'compaction') || typeof value !== 'string' || verifiesContent(value, secret))
    return
  const name = typeof item['id'] === 'string' ? `for item ${item['id']}` : `${value.slice(0, 4)}...${value.slice(-4)}`
  yield {
    message: `The encrypted content ${name} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
    code: 'invalid_encrypted_content',
  }
}

const isSpoken = (item: JsonRecord): boolean => {
  const type = typeOf(item)
  if (type === 'message') return item['role'] === 'assistant'
  if (type === 'compaction_trigger' || type === 'additional_tools' || type === 'configuration_update') return false
  return type in itemTable && !/(?<!program|multi_agent_call)_output$|_response$/.test(type)
}

function* checkFollower(input: readonly JsonRecord[], index: number): Generator<ResponsesRefusal> {
  const id = input[index]?.['id']
  if (typeof id !== 'string') return
  let next = index + 1
  while (input[next] && typeOf(input[next] as JsonRecord) === 'reasoning') next += 1
  const follower = input[next]
  if (follower === undefined || !isSpoken(follower))
    yield {
      message: `Item '${id}' of type 'reasoning' was provided without its required following item.`,
      param: 'input',
    }
}

function* checkRequiredReasoning(
  item: JsonRecord,
  held: HeldState,
  seen: ReadonlySet<unknown>,
): Generator<ResponsesRefusal> {
  const type = typeOf(item)
  const required = held.items[String(item['id'])]?.reasoning
  if (required !== undefined && !seen.has(required))
    yield {
      message: `Item '${String(item['id'])}' of type '${type}' was provided without its required 'reasoning' item: '${required}'.`,
      param: 'input',
    }
}

function* checkTrigger(input: readonly JsonRecord[]): Generator<ResponsesRefusal> {
  for (const [index, item] of input.entries())
    if (typeOf(item) === 'compaction_trigger' && index < input.length - 1)
      yield { message: 'compaction_trigger item must be the last item in the input.', param: `input[${index}]` }
}
