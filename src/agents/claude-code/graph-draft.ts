import type { ActiveBranch } from './active-branch.ts'
import type { GraphNode } from './claude-record.ts'
import { lineUuid } from './line-uuid.ts'
import type { ClaudeGraph } from './claude-graph.ts'

/** The content of a line that a repair adds. */
export interface NewContent {
  readonly role: string
  readonly content: unknown
  /** Fields of the answer that it is a part of. */
  readonly apiMessage?: Record<string, unknown> | undefined
}

/** A line that was not there, and the one beside which it stands. */
export interface InsertedLine extends NewContent {
  readonly uuid: string
  readonly place: 'before' | 'after'
  readonly anchor: GraphNode
}

/** A graph under change: new parents, new contents, removed and inserted lines. */
export class GraphDraft {
  readonly contents: Map<GraphNode, Record<string, unknown>> = new Map()
  readonly inserted: InsertedLine[] = []
  /** Lines that go, by their uuid. */
  readonly #removed = new Map<string, GraphNode>()
  readonly #parents: Map<string, string | null>
  readonly #graph: ClaudeGraph
  readonly #branch: ActiveBranch

  constructor(graph: ClaudeGraph, branch: ActiveBranch) {
    this.#graph = graph
    this.#branch = branch
    this.#parents = new Map(branch.relinked)
  }

  get removed(): readonly GraphNode[] {
    return [...this.#removed.values()]
  }

  isRemoved(node: GraphNode): boolean {
    return this.#removed.has(node.uuid)
  }

  remove(node: GraphNode): void {
    this.#removed.set(node.uuid, node)
  }

  relink(uuid: string, parent: string | null): void {
    this.#parents.set(uuid, parent)
  }

  insert(place: 'before' | 'after', anchor: GraphNode, said: NewContent): void {
    const parents = this.#parents
    const parent = place === 'before' ? this.#parentOf(anchor) : anchor.uuid
    const uuid = this.#freeUuid(parent, said)
    if (place === 'before') parents.set(anchor.uuid, uuid)
    else {
      // A line inserted later at the same place goes between this one and the anchor's children.
      for (const node of this.#branch.nodes) if (this.#parentOf(node) === anchor.uuid) parents.set(node.uuid, uuid)
      for (const each of this.inserted) if (parents.get(each.uuid) === anchor.uuid) parents.set(each.uuid, uuid)
    }
    parents.set(uuid, parent)
    this.inserted.push({ uuid, place, anchor, ...said })
  }

  /** The line above which a line stands in the end: the nearest that is kept. */
  parentOf(node: GraphNode): string | null {
    return this.kept(this.#parentOf(node))
  }

  parentOfInserted(uuid: string): string | null {
    return this.kept(this.#parents.get(uuid) ?? null)
  }

  /** The line itself, or the nearest kept one above it. */
  kept(uuid: string | null): string | null {
    let at = uuid
    for (let steps = 0; at !== null && steps <= this.#graph.nodes.length; steps += 1) {
      const gone = this.#removed.get(at)
      if (!gone) return at
      at = this.#parentOf(gone)
    }
    return at
  }

  #parentOf({ parentUuid, uuid }: GraphNode): string | null {
    const parent = this.#parents.get(uuid)
    return parent === undefined ? parentUuid : parent
  }

  #freeUuid(parent: string | null, { content, role }: NewContent): string {
    for (let attempt = 0; ; attempt += 1) {
      const uuid = lineUuid([this.#graph.sessionId ?? '', parent, role, content, attempt])
      if (!this.#graph.byUuid.has(uuid) && !this.#parents.has(uuid)) return uuid
    }
  }
}
