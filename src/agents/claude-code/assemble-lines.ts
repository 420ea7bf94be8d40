import type { RecordChange } from '../agent.ts'
import { blockField, blocksOf } from './claude-record.ts'
import type { GraphDraft } from './graph-draft.ts'
import { insertedTimes } from './inserted-times.ts'
import type { LinePatch, LinePlan } from './line-plan.ts'
import { newLine } from './new-line.ts'
import type { ClaudeGraph } from './claude-graph.ts'

type NewLines = Map<number, readonly Record<string, unknown>[]>

/** The line changes of a transcript that realise the draft of its graph. */
export function assembleLines(graph: ClaudeGraph, draft: GraphDraft): LinePlan {
  const { changes, patched } = changedLines(graph, draft)
  const { after, before, inserted } = newLines(graph, draft)
  const removed = draft.removed
  return {
    patched,
    removed: new Set(removed.map(({ offset }) => offset)),
    before,
    after,
    replacedBy: new Map(removed.map(({ uuid }) => [uuid, draft.kept(uuid)])),
    changes: [...changes, ...inserted],
  }
}

function changedLines(graph: ClaudeGraph, draft: GraphDraft): Pick<LinePlan, 'changes' | 'patched'> {
  const patched = new Map<number, LinePatch>()
  const changes: RecordChange[] = []
  for (const node of graph.nodes) {
    const record = { line: node.line, id: node.uuid }
    if (draft.isRemoved(node)) {
      changes.push({ op: 'removed', record, why: 'content' })
      continue
    }
    const parent = draft.parentOf(node)
    const content = draft.contents.get(node)
    const patch = { ...content, ...(parent !== node.parentUuid && { parentUuid: parent }) }
    if (Object.keys(patch).length === 0) continue
    patched.set(node.offset, patch)
    changes.push({ op: 'replaced', record, why: content ? 'content' : 'parent' })
  }
  return { changes, patched }
}

function newLines(
  graph: ClaudeGraph,
  draft: GraphDraft,
): { readonly before: NewLines; readonly after: NewLines; readonly inserted: RecordChange[] } {
  const callLines = callLinesOf(graph, draft)
  const placed = draft.inserted.map((line) => ({ ...line, parentUuid: draft.parentOfInserted(line.uuid) }))
  const times = insertedTimes(
    placed.map(({ anchor, parentUuid, place, uuid }) => ({
      uuid,
      parentUuid,
      next: place === 'before' ? anchor : undefined,
    })),
    graph,
  )
  const lines = { before: new Map() as NewLines, after: new Map() as NewLines }
  for (const { anchor, apiMessage, content, parentUuid, place, role, uuid } of placed) {
    const timestamp = times.get(uuid)
    const line = newLine({
      role,
      content,
      uuid,
      parentUuid,
      neighbour: anchor,
      ...(timestamp !== undefined && { timestamp }),
      apiMessage,
      callLine: (id) => callLines.get(id),
    })
    const beside = lines[place].get(anchor.offset) ?? []
    // The last one that was put behind an anchor stands nearest to it.
    lines[place].set(anchor.offset, place === 'before' ? [...beside, line] : [line, ...beside])
  }
  const inserted = placed.map(({ anchor, uuid }): RecordChange => ({
    op: 'inserted',
    record: { line: anchor.line, id: uuid },
    why: 'content',
  }))
  return { ...lines, inserted }
}

/** The line of each call that stays. */
function callLinesOf(graph: ClaudeGraph, draft: GraphDraft): ReadonlyMap<string, string> {
  const lines = new Map<string, string>()
  for (const node of graph.nodes)
    if (node.value && !draft.isRemoved(node))
      for (const block of blocksOf(node.value)) {
        const id = blockField(block, 'tool_use', 'id')
        if (id !== undefined) lines.set(id, node.uuid)
      }
  return lines
}
