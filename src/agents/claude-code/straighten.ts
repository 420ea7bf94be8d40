import { appendAll } from '../../json/append-all.ts'
import type { ActiveBranch } from './active-branch.ts'
import type { BuiltMessage } from './build-messages.ts'
import type { GraphNode } from './claude-record.ts'

type ParentOf = (node: GraphNode) => string | null

/** All records of the branch in the order of the messages; records without a message stay before the one that follows them. */
function messageOrder(branch: ActiveBranch, built: readonly BuiltMessage[], parentOf: ParentOf): GraphNode[] {
  const byUuid = new Map(branch.nodes.map((node) => [node.uuid, node]))
  const inMessages = new Set(built.flatMap(({ sources }) => sources.map(({ node }) => node)))
  const order: GraphNode[] = []
  const placed = new Set<GraphNode>()
  for (const node of inMessages) {
    const above: GraphNode[] = []
    for (
      let at = byUuid.get(parentOf(node) ?? '');
      at && !inMessages.has(at) && !placed.has(at);
      at = byUuid.get(parentOf(at) ?? '')
    ) {
      placed.add(at)
      above.push(at)
    }
    appendAll(order, above.reverse())
    order.push(node)
  }
  return order
}

/**
 * Parallel results hang beside the path. They count only as answers to the call they hang on, and nothing can be inserted
 * below them. These are the parents that make the fork around one message a straight chain in the order of the messages,
 * from its assistant message to the next one; empty where there is no fork. `messageIndex` may lie between two messages.
 */
export function straighten(
  branch: ActiveBranch,
  built: readonly BuiltMessage[],
  messageIndex: number,
): Map<string, string> {
  const parents = new Map<string, string>()
  const isAssistant = ({ message }: BuiltMessage): boolean => message.role === 'assistant'
  const head = built.findLastIndex((each, index) => index <= messageIndex && isAssistant(each))
  const next = built.findIndex((each, index) => index > messageIndex && isAssistant(each))
  const region = built.slice(Math.max(0, head), next < 0 ? built.length : next + 1)
  if (!region.some(({ sources }) => sources.some(({ node }) => branch.beside.has(node)))) return parents
  const parentOf: ParentOf = (node) => branch.relinked.get(node.uuid) ?? node.parentUuid
  const order = messageOrder(branch, built, parentOf)
  const first = order.indexOf(region[0]!.sources[0]!.node)
  const last = order.indexOf(region.at(-1)!.sources[0]!.node)
  for (let index = first + 1; index <= last; index += 1) parents.set(order[index]!.uuid, order[index - 1]!.uuid)
  return parents
}
