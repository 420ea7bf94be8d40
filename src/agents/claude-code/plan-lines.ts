import type { Edit } from '../../transcript/edit.ts'
import type { ActiveBranch } from './active-branch.ts'
import { assembleLines } from './assemble-lines.ts'
import type { BuiltMessage } from './build-messages.ts'
import { blockField, blocksOf, type GraphNode } from './claude-record.ts'
import type { LinePatch, LinePlan } from './line-plan.ts'
import { GraphDraft, type NewContent } from './graph-draft.ts'
import { apiMessageOf } from './new-line.ts'
import type { ClaudeGraph } from './claude-graph.ts'
import { splitMessage } from './split-message.ts'
import { straighten } from './straighten.ts'

/** A message of an edit, as far as it is one. */
interface Said {
  readonly role?: unknown
  readonly content?: unknown
}

/** Whether lines come or go with this edit, or a line beside the path stops being the answer that it was. */
function changesPath(built: readonly BuiltMessage[], branch: ActiveBranch, edit: Edit): boolean {
  const message = built[edit.index]
  if (edit.op !== 'replace' || !message) return true
  const { lines, added } = splitMessage(message, edit.after as Said)
  const touched = lines.some(
    (line, index) => line === 'gone' || (line !== 'same' && branch.beside.has(message.sources[index]!.node)),
  )
  return touched || added.length > 0
}

/** Turns edits of messages into changes of lines, and keeps the graph whole: no parent may be a removed line. */
export function planLines(
  graph: ClaudeGraph,
  branch: ActiveBranch,
  built: readonly BuiltMessage[],
  edits: readonly Edit[],
): LinePlan {
  const draft = new GraphDraft(graph, branch)
  // A message inserted before an index must precede everything that replaces the message at that index.
  const inOrder = edits.toSorted((a, b) => a.index - b.index || Number(b.op === 'insert') - Number(a.op === 'insert'))
  for (const edit of inOrder)
    if (changesPath(built, branch, edit))
      for (const [uuid, parent] of straighten(branch, built, edit.op === 'insert' ? edit.index - 0.5 : edit.index))
        draft.relink(uuid, parent)

  const appended: NewContent[] = []
  for (const edit of inOrder) {
    const message = built[edit.index]
    if (edit.op === 'insert') {
      const after = edit.after as Said
      const said = { role: typeof after.role === 'string' ? after.role : 'user', content: after.content }
      const first = message?.sources[0]?.node
      if (first) draft.insert('before', first, said)
      else appended.push(said)
    } else if (message && edit.op === 'remove') for (const { node } of message.sources) draft.remove(node)
    else if (message && edit.op === 'replace') replace(draft, message, edit.after as Said)
  }
  if (branch.leaf) for (const said of appended.toReversed()) draft.insert('after', branch.leaf, said)
  return assembleLines(graph, draft)
}

function replace(draft: GraphDraft, message: BuiltMessage, after: Said): void {
  const { added, lines } = splitMessage(message, after)
  const role = typeof after.role === 'string' ? after.role : String(message.message.role)
  const roleChanged = after.role !== undefined && after.role !== message.message.role
  for (const [index, line] of lines.entries()) {
    const { node } = message.sources[index]!
    if (line === 'gone') draft.remove(node)
    else if (line !== 'same' || roleChanged) {
      const old = node.value?.['message'] as Record<string, unknown>
      const fresh = { ...old, role, ...(line !== 'same' && { content: line.content }) }
      draft.contents.set(node, {
        message: fresh,
        ...(roleChanged && { type: role === 'assistant' ? 'assistant' : 'user' }),
        ...(!isResult(fresh) && fieldsOfResult(node)),
      })
    }
  }
  const insert = (place: 'before' | 'after', anchor: GraphNode, content: unknown): void =>
    draft.insert(place, anchor, { role, content, apiMessage: role === 'assistant' ? apiMessageOf(anchor) : undefined })
  // Backwards: each is placed right behind the same line, before those added earlier.
  for (const { after: line, content } of added.toReversed())
    if (line >= 0) insert('after', message.sources[line]!.node, content)
  for (const { after: line, content } of added) if (line < 0) insert('before', message.sources[0]!.node, content)
}

function isResult(message: Record<string, unknown>): boolean {
  return blocksOf({ message }).some((block) => blockField(block, 'tool_result', 'tool_use_id') !== undefined)
}

/** A line's fields about its result are removed with the result. */
function fieldsOfResult({ value }: GraphNode): LinePatch {
  return value && 'toolUseResult' in value ? { toolUseResult: undefined, sourceToolAssistantUUID: undefined } : {}
}
