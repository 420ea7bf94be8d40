import type { LogEntry } from '../../record-log/log-entry.ts'
import { isRecord } from '../../json/is-record.ts'
import { stringOf } from '../../json/string-of.ts'
import { SecondLook } from '../jsonl/second-look.ts'
import type { SessionFinding } from '../session-finding.ts'
import type { ClaudeGraph } from './claude-graph.ts'
import { conversationTypes, type GraphNode } from './claude-record.ts'

/** The records of a transcript, as one pass over it meets them. */
export class GraphRecords {
  readonly findings: SessionFinding[] = []
  readonly #byUuid = new Map<string, GraphNode>()
  readonly #repeated = new Set<number>()
  readonly #former: SecondLook
  #order = 0
  #version: string | undefined
  #sessionId: string | undefined
  #model: string | undefined
  #timestamp: string | undefined

  constructor(path: string) {
    this.#former = new SecondLook(path)
  }

  /** The time of the last record that has one. */
  get timestamp(): string | undefined {
    return this.#timestamp
  }

  /** Returns a promise only for a repeated uuid, for which the file is read again. */
  take(entry: LogEntry, value: Record<string, unknown>): Promise<void> | undefined {
    const uuid = stringOf(value['uuid'])
    const type = stringOf(value['type'])
    if (uuid === undefined || type === undefined) return undefined
    this.#learn(entry, uuid, type, value)
    const node: GraphNode = {
      uuid,
      parentUuid: stringOf(value['parentUuid']) ?? null,
      type,
      line: entry.line,
      offset: entry.offset,
      size: entry.bytes.length,
      order: this.#order,
      sidechain: value['isSidechain'] === true,
      value: conversationTypes.has(type) ? value : undefined,
    }
    this.#order += 1
    const first = this.#byUuid.get(uuid)
    if (first) return this.#takeAgain(entry, node, first)
    this.#byUuid.set(uuid, node)
    return undefined
  }

  read(): Omit<ClaudeGraph, 'lenient' | 'crlf'> {
    return {
      // In the order of the file: one that is set anew keeps its place.
      nodes: [...this.#byUuid.values()],
      byUuid: this.#byUuid,
      repeated: this.#repeated,
      findings: this.findings,
      version: this.#version,
      sessionId: this.#sessionId,
      model: this.#model,
    }
  }

  close(): Promise<void> {
    return this.#former.close()
  }

  /** Takes facts about the whole session from a record. */
  #learn({ line }: LogEntry, uuid: string, type: string, value: Record<string, unknown>): void {
    this.#version = stringOf(value['version']) ?? this.#version
    this.#timestamp = stringOf(value['timestamp']) ?? this.#timestamp
    const session = stringOf(value['sessionId'])
    if (session !== undefined && this.#sessionId !== undefined && session !== this.#sessionId)
      this.findings.push({ code: 'session_mismatch', severity: 'info', line, detail: { uuid, sessionId: session } })
    this.#sessionId ??= session
    const message = type === 'assistant' ? value['message'] : undefined
    const model = isRecord(message) ? stringOf(message['model']) : undefined
    if (model !== undefined && model !== '<synthetic>') this.#model = model
  }

  async #takeAgain({ bytes, line, offset }: LogEntry, node: GraphNode, first: GraphNode): Promise<void> {
    const identical = await this.#former.isSame(first, bytes)
    const { uuid } = node
    const detail = { uuid, identical, firstLine: first.line }
    this.findings.push({ code: 'duplicate_uuid', severity: 'warning', line, detail })
    if (identical) this.#repeated.add(offset)
    // The host's map keeps the last one; its place in the file stays that of the first.
    else this.#byUuid.set(uuid, { ...node, order: first.order })
  }
}
