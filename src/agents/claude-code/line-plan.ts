import type { Edit } from '../../transcript/edit.ts'
import type { RecordChange } from '../agent.ts'
import type { ActiveBranch } from './active-branch.ts'
import type { BuiltMessage } from './build-messages.ts'
import { blockField, blocksOf, type GraphNode } from './claude-record.ts'
import { insertedTimes } from './inserted-times.ts'
import { lineUuid } from './line-uuid.ts'
import { apiMessageOf, newLine } from './new-line.ts'
import type { ClaudeGraph } from './read-graph.ts'
import { splitMessage } from './split-message.ts'
import { straighten } from './straighten.ts'

/** Fields of a line that get another value; `undefined` removes the field. */
export type LinePatch = Readonly<Record<string, unknown>>

/** What happens to the lines of a transcript, by their byte offset. Lines that are not named keep their bytes. */
export interface LinePlan {
  readonly patched: ReadonlyMap<number, LinePatch>
  readonly removed: ReadonlySet<number>
  readonly before: ReadonlyMap<number, readonly Record<string, unknown>[]>
  readonly after: ReadonlyMap<number, readonly Record<string, unknown>[]>
  /** uuids of lines that go, and the nearest kept one above: for fields that point to them. */
  readonly replacedBy: ReadonlyMap<string, string | null>
  readonly changes: readonly RecordChange[]
}

interface Inserted {
  readonly uuid: string
  readonly place: 'before' | 'after'
  readonly anchor: GraphNode
  readonly role: string
  readonly content: unknown
  readonly neighbour: GraphNode
  readonly apiMessage: Record<string, unknown> | undefined
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** Whether lines come or go with this edit, or a line beside the path stops being the answer that it was. */
function changesPath(built: readonly BuiltMessage[], branch: ActiveBranch, edit: Edit): boolean {
  const message = built[edit.index]
  if (edit.op !== 'replace' || !message) return true
  const { lines, added } = splitMessage(message, edit.after as { role?: unknown; content?: unknown })
  const touched = lines.some(
    (line, index) => line === 'gone' || (line !== 'same' && branch.beside.has(message.sources[index]!.node)),
  )
  return touched || added.length > 0
}

/** Turns edits of the messages into changes of lines and keeps the graph whole: nobody points to a line that is gone. */
export function planLines(
  graph: ClaudeGraph,
  branch: ActiveBranch,
  built: readonly BuiltMessage[],
  edits: readonly Edit[],
): LinePlan {
  const parents = new Map<string, string | null>(branch.relinked)
  const contents = new Map<GraphNode, Record<string, unknown>>()
  const removed = new Set<GraphNode>()
  const inserted: Inserted[] = []
  const parentOf = (node: GraphNode): string | null =>
    parents.has(node.uuid) ? parents.get(node.uuid)! : node.parentUuid

  const insert = (
    place: 'before' | 'after',
    anchor: GraphNode,
    role: string,
    content: unknown,
    apiMessage?: Record<string, unknown>,
  ): void => {
    const parent = place === 'before' ? parentOf(anchor) : anchor.uuid
    let uuid = ''
    for (let attempt = 0; uuid === '' || graph.byUuid.has(uuid) || parents.has(uuid); attempt += 1)
      uuid = lineUuid([graph.sessionId ?? '', parent, role, content, attempt])
    if (place === 'before') parents.set(anchor.uuid, uuid)
    else for (const node of branch.nodes) if (parentOf(node) === anchor.uuid) parents.set(node.uuid, uuid)
    // A later line at the same place goes between this one and the anchor's children.
    if (place === 'after')
      for (const each of inserted) if (parents.get(each.uuid) === anchor.uuid) parents.set(each.uuid, uuid)
    parents.set(uuid, parent)
    inserted.push({ uuid, place, anchor, role, content, neighbour: anchor, apiMessage })
  }

  const replace = (message: BuiltMessage, after: { role?: unknown; content?: unknown }): void => {
    const { lines, added } = splitMessage(message, after)
    const role = typeof after.role === 'string' ? after.role : String(message.message.role)
    const roleChanged = after.role !== undefined && after.role !== message.message.role
    for (const [index, line] of lines.entries()) {
      const { node } = message.sources[index]!
      if (line === 'gone') removed.add(node)
      else if (line !== 'same' || roleChanged) {
        const old = node.value?.['message'] as Record<string, unknown>
        const fresh = { ...old, role, ...(line !== 'same' && { content: line.content }) }
        contents.set(
          node,
          roleChanged ? { message: fresh, type: role === 'assistant' ? 'assistant' : 'user' } : { message: fresh },
        )
        const stillResult = blocksOf({ message: fresh }).some(
          (block) => blockField(block, 'tool_result', 'tool_use_id') !== undefined,
        )
        if (!stillResult && node.value && 'toolUseResult' in node.value)
          contents.set(node, { ...contents.get(node), toolUseResult: undefined, sourceToolAssistantUUID: undefined })
      }
    }
    // From the back: each goes right behind the same line, before those that were added earlier.
    for (const { after: line, content } of added.toReversed()) {
      const anchor = message.sources[Math.max(0, line)]!.node
      const api = role === 'assistant' ? apiMessageOf(anchor) : undefined
      if (line >= 0) insert('after', anchor, role, content, api)
    }
    for (const { after: line, content } of added) {
      const anchor = message.sources[0]!.node
      if (line < 0) insert('before', anchor, role, content, role === 'assistant' ? apiMessageOf(anchor) : undefined)
    }
  }

  // What is inserted before a message stands before all that the message itself becomes.
  const inOrder = edits.toSorted((a, b) => a.index - b.index || Number(b.op === 'insert') - Number(a.op === 'insert'))
  for (const edit of inOrder)
    if (changesPath(built, branch, edit))
      for (const [uuid, parent] of straighten(branch, built, edit.op === 'insert' ? edit.index - 0.5 : edit.index))
        parents.set(uuid, parent)

  const appended: { role: string; content: unknown }[] = []
  for (const edit of inOrder) {
    const message = built[edit.index]
    if (edit.op === 'insert') {
      const after = edit.after as { role?: unknown; content?: unknown }
      const role = typeof after.role === 'string' ? after.role : 'user'
      const first = message?.sources[0]?.node
      if (first) insert('before', first, role, after.content)
      else appended.push({ role, content: after.content })
    } else if (message && edit.op === 'remove') for (const { node } of message.sources) removed.add(node)
    else if (message && edit.op === 'replace') replace(message, edit.after as { role?: unknown; content?: unknown })
  }
  if (branch.leaf) for (const { role, content } of appended.toReversed()) insert('after', branch.leaf, role, content)

  const removedUuids = new Set([...removed].map(({ uuid }) => uuid))
  const resolve = (uuid: string | null): string | null => {
    let at = uuid
    for (let steps = 0; at !== null && removedUuids.has(at) && steps <= graph.nodes.length; steps += 1)
      at = parentOf(graph.byUuid.get(at)!)
    return at
  }
  return assemble(graph, { parents, contents, removed, inserted, resolve, removedUuids })
}

interface Decisions {
  readonly parents: ReadonlyMap<string, string | null>
  readonly contents: ReadonlyMap<GraphNode, Record<string, unknown>>
  readonly removed: ReadonlySet<GraphNode>
  readonly inserted: readonly Inserted[]
  readonly resolve: (uuid: string | null) => string | null
  readonly removedUuids: ReadonlySet<string>
}

function assemble(
  graph: ClaudeGraph,
  { parents, contents, removed, inserted, resolve, removedUuids }: Decisions,
): LinePlan {
  const patched = new Map<number, LinePatch>()
  const changes: RecordChange[] = []
  for (const node of graph.nodes) {
    const record = { line: node.line, id: node.uuid }
    if (removed.has(node)) {
      changes.push({ op: 'removed', record, why: 'content' })
      continue
    }
    const parent = resolve(parents.has(node.uuid) ? parents.get(node.uuid)! : node.parentUuid)
    const content = contents.get(node)
    const patch = { ...content, ...(parent !== node.parentUuid && { parentUuid: parent }) }
    if (Object.keys(patch).length === 0) continue
    patched.set(node.offset, patch)
    changes.push({ op: 'replaced', record, why: content ? 'content' : 'parent' })
  }
  const callLines = new Map<string, string>()
  for (const node of graph.nodes)
    if (node.value && !removed.has(node))
      for (const block of blocksOf(node.value)) {
        const id = blockField(block, 'tool_use', 'id')
        if (id !== undefined) callLines.set(id, node.uuid)
      }
  const before = new Map<number, Record<string, unknown>[]>()
  const after = new Map<number, Record<string, unknown>[]>()
  const times = insertedTimes(
    inserted.map(({ anchor, place, uuid }) => {
      return { uuid, parentUuid: resolve(parents.get(uuid) ?? null), next: place === 'before' ? anchor : undefined }
    }),
    graph,
  )
  for (const { uuid, place, anchor, role, content, neighbour, apiMessage } of inserted) {
    const parentUuid = resolve(parents.get(uuid) ?? null)
    const timestamp = times.get(uuid)
    const line = newLine({
      role,
      content,
      uuid,
      parentUuid,
      neighbour,
      ...(timestamp !== undefined && { timestamp }),
      apiMessage,
      callLine: (id) => callLines.get(id),
    })
    if (place === 'before') push(before, anchor.offset, line)
    // The last one that was put behind an anchor stands nearest to it.
    else after.set(anchor.offset, [line, ...(after.get(anchor.offset) ?? [])])
    changes.push({ op: 'inserted', record: { line: anchor.line, id: uuid }, why: 'content' })
  }
  return {
    patched,
    removed: new Set([...removed].map(({ offset }) => offset)),
    before,
    after,
    replacedBy: new Map([...removedUuids].map((uuid) => [uuid, resolve(uuid)])),
    changes,
  }
}
