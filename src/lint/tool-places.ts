import type { FormatWriter, ResultContent } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import { isRecord } from '../json/is-record.ts'
import { parsedJson } from '../json/parsed-json.ts'
import { unknownShape } from '../transcript/block-shape.ts'
import { createBlock } from '../transcript/create-block.ts'
import type { ForeignTool } from '../transcript/foreign-tool.ts'
import type { Block } from '../transcript/transcript.ts'
import type { Speaker, ToolPart } from './tool-part.ts'

/** The message with another content. */
export type Rewritten = (content: readonly unknown[]) => unknown

/**
 * Where a message that is written anew puts its calls and results: calls into the content, results to the head of a turn of the user.
 * Where they go in other formats, `ToolPlacesOfForms` knows.
 */
export class ToolPlaces {
  /** What the message says, in order. */
  readonly content: unknown[] = []
  protected readonly results: unknown[] = []
  /** Calls of the format itself that get their results in their own block. */
  readonly answered: (readonly [Block, unknown])[] = []
  /** What stands in other messages instead. */
  readonly moved: unknown[] = []
  protected readonly write: FormatWriter
  protected readonly rules: Rules

  constructor(write: FormatWriter, rules: Rules) {
    this.write = write
    this.rules = rules
  }

  call(part: ToolPart): void {
    const raw = this.writeCall(part)
    this.content.push(raw)
    this.answer(part, raw)
  }

  /** A result that stands in the part of its call. */
  protected answer(part: ToolPart, call: unknown): void {
    const { result } = part.tool
    if (result) this.results.push(this.write.result(blockOf(part, call), contentOf(result)))
  }

  result(call: Block | ToolPart, tool: ForeignTool): void {
    this.results.push(this.write.result('tool' in call ? blockOf(call, undefined) : call, contentOf(tool)))
  }

  /** The messages that it becomes; `rewritten` is the one with a content that is not empty. */
  messages(speaker: Speaker, rewritten: Rewritten): readonly unknown[] {
    const { content, results } = this
    if (speaker === 'user') return saidIn([...results, ...content], rewritten)
    const answers = results.length > 0 ? [this.write.message('user', results)] : []
    return inOrder(speaker, saidIn(content, rewritten), answers)
  }

  protected writeCall({ id, tool }: ToolPart): unknown {
    return this.write.call({ id, name: tool.name, input: this.inputOf(tool.payload) })
  }

  /** As the format wants it, where it can be read; else `tool_call_input_invalid` keeps its text. */
  protected inputOf(payload: unknown): unknown {
    const parsed = typeof payload === 'string' ? parsedJson(payload) : undefined
    return isRecord(parsed) ? parsed : (payload ?? {})
  }
}

export function saidIn(content: readonly unknown[], rewritten: Rewritten): readonly unknown[] {
  return content.length === 0 ? [] : [rewritten(content)]
}

/** Results follow their calls. */
export function inOrder(speaker: Speaker, said: readonly unknown[], answers: readonly unknown[]): readonly unknown[] {
  return speaker === 'assistant' ? [...said, ...answers] : [...answers, ...said]
}

/** A call that is written beside what answers it. */
export function blockOf({ id, message, tool }: ToolPart, raw: unknown): Block {
  return createBlock(message, '', 0, raw, unknownShape).withCall(id, tool.name)
}

export function contentOf({ isError, payload }: ForeignTool): ResultContent {
  return { content: payload, isError }
}
