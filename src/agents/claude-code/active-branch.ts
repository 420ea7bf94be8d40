import type { SessionFinding } from '../session-finding.ts'
import { blockField, blocksOf, conversationTypes, messageOf, type GraphNode } from './claude-record.ts'
import type { ClaudeGraph } from './claude-graph.ts'

/** The conversation that the host resumes: a path through the graph. */
export interface ActiveBranch {
  /** Root to leaf, with the records that hang beside the path but belong to its messages. */
  readonly nodes: readonly GraphNode[]
  /** Those of `nodes` that hang beside the path. */
  readonly beside: ReadonlySet<GraphNode>
  /** The last record of the path, to which the next record is attached. */
  readonly leaf: GraphNode | undefined
  /** Parents that must change to make the path whole: uuid of the record to uuid of its parent. */
  readonly relinked: ReadonlyMap<string, string | null>
  readonly findings: readonly SessionFinding[]
}

/** `message.id` of an assistant line: the lines of one API message share it. */
export function apiMessageId(node: GraphNode): string | undefined {
  const id = node.type === 'assistant' && node.value ? messageOf(node.value)?.['id'] : undefined
  return typeof id === 'string' ? id : undefined
}

export function resultIds(node: GraphNode): string[] {
  return node.type === 'user' && node.value
    ? blocksOf(node.value).flatMap((block) => blockField(block, 'tool_result', 'tool_use_id') ?? [])
    : []
}

function callIds(node: GraphNode): string[] {
  return node.value ? blocksOf(node.value).flatMap((block) => blockField(block, 'tool_use', 'id') ?? []) : []
}

/** The nearest earlier record in the file that can be the parent: the host's previous write. */
function predecessor(nodes: readonly GraphNode[], node: GraphNode): string | null {
  for (let index = nodes.length - 1; index >= 0; index -= 1)
    if (nodes[index]!.order < node.order && nodes[index]!.sidechain === node.sidechain) return nodes[index]!.uuid
  return null
}

/** Walks from the leaf to the root; at a broken or circular link it continues with the preceding record. */
function walk(
  graph: ClaudeGraph,
  leaf: GraphNode,
): { path: GraphNode[]; relinked: Map<string, string | null>; findings: SessionFinding[] } {
  const relinked = new Map<string, string | null>()
  const findings: SessionFinding[] = []
  const parentOf = (node: GraphNode): string | null =>
    relinked.has(node.uuid) ? relinked.get(node.uuid)! : node.parentUuid
  let path: GraphNode[] = []
  // A path that only leads backwards in the file has no circle, so visited records are collected from the first forward step on.
  let visited: Set<GraphNode> | undefined
  let node: GraphNode | undefined = leaf
  while (node) {
    if (visited?.has(node)) {
      // Every circle has a record whose parent comes later in the file, so it was not written in this form.
      const circle = path.slice(path.indexOf(node))
      const forward = circle.find((each) => graph.byUuid.get(parentOf(each)!)!.order >= each.order)!
      findings.push({
        code: 'cycle',
        severity: 'error',
        line: forward.line,
        detail: { uuid: forward.uuid, length: circle.length },
      })
      relinked.set(forward.uuid, predecessor(graph.nodes, forward))
      const cut = path.indexOf(forward)
      path = path.slice(0, cut + 1)
      visited = new Set(path)
      node = graph.byUuid.get(relinked.get(forward.uuid) ?? '')
      continue
    }
    visited?.add(node)
    path.push(node)
    const parent = parentOf(node)
    if (parent === null) break
    let next = graph.byUuid.get(parent)
    if (!next) {
      const healed = predecessor(graph.nodes, node)
      relinked.set(node.uuid, healed)
      findings.push({
        code: 'broken_chain',
        severity: 'error',
        line: node.line,
        detail: { uuid: node.uuid, parentUuid: parent, active: true },
      })
      next = healed === null ? undefined : graph.byUuid.get(healed)
    }
    if (next && next.order >= node.order) visited ??= new Set(path)
    node = next
  }
  return { path: path.reverse(), relinked, findings }
}

/** The records that are not on a path, which holds none twice. */
function nodesOff(path: readonly GraphNode[], nodes: readonly GraphNode[]): readonly GraphNode[] {
  if (path.length === nodes.length) return []
  const onPath = new Set(path)
  return nodes.filter((node) => !onPath.has(node))
}

/**
 * Parallel tool calls fork the graph: each result hangs on the line of its own call, so that the path to the leaf passes
 * only one of them. These are the lines of the same API message, and the results that nothing on the path replaces, which
 * hang beside the path: real output, late or parallel, is part of the conversation (I5).
 */
function besidePath(path: readonly GraphNode[], others: readonly GraphNode[]): Map<GraphNode, GraphNode[]> {
  const children = new Map<string, GraphNode[]>()
  for (const node of others) {
    if (node.parentUuid === null || !node.value) continue
    const siblings = children.get(node.parentUuid)
    if (siblings) siblings.push(node)
    else children.set(node.parentUuid, [node])
  }
  if (!path.some(({ uuid }) => children.has(uuid))) return new Map()
  const found = new Map<GraphNode, GraphNode[]>()
  const answered = new Set(path.flatMap(resultIds))
  const called = new Set(path.flatMap(callIds))
  for (const node of path) {
    const id = apiMessageId(node)
    const beside: GraphNode[] = []
    const queue = [...(children.get(node.uuid) ?? [])]
    for (let child = queue.shift(); child; child = queue.shift()) {
      const results = resultIds(child)
      const sameMessage =
        id !== undefined &&
        apiMessageId(child) === id &&
        callIds(child).length > 0 &&
        callIds(child).every((call) => !called.has(call))
      const answer = results.length > 0 && results.every((each) => !answered.has(each))
      if (!sameMessage && !answer) continue
      for (const each of results) answered.add(each)
      for (const each of callIds(child)) called.add(each)
      beside.push(child)
      queue.push(...(children.get(child.uuid) ?? []))
    }
    if (beside.length > 0) found.set(node, beside)
  }
  return found
}

/** The last thing said: the leaf from which the host resumes. */
function findLeaf(nodes: readonly GraphNode[], subagent: boolean): GraphNode | undefined {
  return nodes.findLast((node) => conversationTypes.has(node.type) && (subagent || !node.sidechain))
}

/**
 * Finds the active branch. Sub-agent files consist of one sidechain, and there it counts as the main line. A compact
 * boundary has no parent: what lies before it is summarised after it, and is not sent any more.
 */
export function findActiveBranch(graph: ClaudeGraph): ActiveBranch {
  const subagent = graph.nodes.every((node) => node.sidechain)
  const leaf = findLeaf(graph.nodes, subagent)
  if (!leaf)
    return {
      nodes: [],
      beside: new Set(),
      leaf,
      relinked: new Map(),
      // A file of summaries, snapshots or queued prompts is ordinary, and so is an empty one; one with damage has lost something.
      findings: [{ code: 'no_conversation', severity: graph.findings.length > 0 ? 'error' : 'info', detail: {} }],
    }
  const { path, relinked, findings } = walk(graph, leaf)
  const others = nodesOff(path, graph.nodes)
  for (const node of others)
    if (node.parentUuid !== null && !graph.byUuid.has(node.parentUuid))
      findings.push({
        code: 'broken_chain',
        severity: 'info',
        line: node.line,
        detail: { uuid: node.uuid, parentUuid: node.parentUuid, active: false },
      })
  const beside = besidePath(path, others)
  return {
    nodes: beside.size === 0 ? path : path.flatMap((node) => [node, ...(beside.get(node) ?? [])]),
    beside: new Set([...beside.values()].flat()),
    leaf,
    relinked,
    findings,
  }
}
