import type { GraphNode } from './claude-record.ts'
import { messageOf } from './claude-record.ts'
import { apiMessageId } from './active-branch.ts'

/** A message as it is sent to the API, and the lines that it was built from. */
export interface BuiltMessage {
  readonly message: { readonly role: unknown; readonly content: unknown }
  /** In the order of their blocks. More than one for assistant messages, which have one line per block. */
  readonly sources: readonly MessageSource[]
}

export interface MessageSource {
  readonly node: GraphNode
  /** Number of blocks of the message that stand in this line; -1 when its content is not a list. */
  readonly blocks: number
}

interface Part {
  readonly message: BuiltMessage['message']
  readonly source: MessageSource
}

function apiBlockIndex(node: GraphNode): number {
  const index = node.value?.['apiBlockIndex']
  return typeof index === 'number' ? index : -1
}

/** Lines in the order in which the API sent their blocks; older releases do not number them, there the file's order holds. */
function inApiOrder(nodes: readonly GraphNode[]): GraphNode[] {
  return nodes.every((node) => apiBlockIndex(node) >= 0)
    ? nodes.toSorted((a, b) => apiBlockIndex(a) - apiBlockIndex(b) || a.order - b.order)
    : [...nodes]
}

function partOf(node: GraphNode): Part | undefined {
  const message = node.value && messageOf(node.value)
  if (!message) return undefined
  const { content, role } = message
  return { message: { role, content }, source: { node, blocks: Array.isArray(content) ? content.length : -1 } }
}

function buildOne(nodes: readonly GraphNode[]): BuiltMessage | undefined {
  const parts = nodes.flatMap((node) => partOf(node) ?? [])
  const [first] = parts
  if (!first) return undefined
  const sources = parts.map(({ source }) => source)
  if (parts.length === 1) return { message: first.message, sources }
  // Text content, or none, cannot be merged directly: it becomes a block, which the writer recognises by the index -1.
  const content = parts.flatMap(({ message }): unknown[] => {
    if (Array.isArray(message.content)) return message.content
    return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : []
  })
  return { message: { role: first.message.role, content }, sources }
}

/** Error notices of the client are shown to the user and never sent. */
function isSent(node: GraphNode): boolean {
  return node.value !== undefined && node.value['isApiErrorMessage'] !== true
}

/**
 * The messages of the active branch: assistant lines of one API message become one message at the place of the first;
 * every user line is a message of its own, the API joins neighbours.
 */
export function buildMessages(branch: readonly GraphNode[]): BuiltMessage[] {
  const groups = new Map<string, GraphNode[]>()
  /** In the order of the first line of each. */
  const messages: GraphNode[][] = []
  for (const node of branch) {
    if (!isSent(node)) continue
    const id = apiMessageId(node)
    const group = id === undefined ? undefined : groups.get(id)
    if (group) {
      group.push(node)
      continue
    }
    const opened = [node]
    messages.push(opened)
    if (id !== undefined) groups.set(id, opened)
  }
  const built: BuiltMessage[] = []
  for (const nodes of messages) {
    const message = buildOne(inApiOrder(nodes))
    if (message) built.push(message)
  }
  return built
}
