import { textInputs } from '../formats/tool-inputs.ts'
import { textOrJson } from '../json/text-or-json.ts'
import type { ForeignTool } from '../transcript/foreign-tool.ts'
import type { Block } from '../transcript/transcript.ts'
import type { Speaker, ToolPart } from './tool-part.ts'
import { blockOf, contentOf, inOrder, type Rewritten, saidIn, ToolPlaces } from './tool-places.ts'

/** Places where calls have a list of their own or are items, results have a role of their own, or stand in the block of their call. */
export class ToolPlacesOfForms extends ToolPlaces {
  /** Calls that do not stand in the content. */
  readonly #calls: unknown[] = []

  override call(part: ToolPart): void {
    const isContent = this.write.withCalls === undefined && this.rules.results !== 'items'
    const outcome = part.tool.result ?? part.result?.tool
    const call = this.writeCall(part)
    const isOne = this.#isOneBlock && outcome !== undefined
    ;(isContent ? this.content : this.#calls).push(
      isOne ? this.write.result(blockOf(part, call), contentOf(outcome)) : call,
    )
    if (!this.#isOneBlock) this.answer(part, call)
  }

  override result(call: Block | ToolPart, tool: ForeignTool): void {
    if (!this.#isOneBlock) return super.result(call, tool)
    const content = contentOf(tool)
    // The call takes it with it.
    if ('tool' in call) {
      this.moved.push(content)
      return
    }
    const raw = this.write.result(call, content)
    this.answered.push([call, raw])
    this.moved.push(raw)
  }

  override messages(speaker: Speaker, rewritten: Rewritten): readonly unknown[] {
    const { resultRole, results: home } = this.rules
    const isTurns = home === 'next-turn'
    if (isTurns && resultRole === undefined && speaker === 'user') return super.messages(speaker, rewritten)
    const { content, results } = this
    const calls = this.#calls
    const { withCalls } = this.write
    const isListed = withCalls !== undefined && calls.length > 0
    const said = isListed
      ? [withCalls(rewritten(content), calls, content.length === 0)]
      : [...saidIn(content, rewritten), ...calls]
    const isMessage = isTurns && results.length > 0
    return inOrder(speaker, said, isMessage ? [this.write.message(resultRole ?? 'user', results)] : results)
  }

  protected override inputOf(payload: unknown): unknown {
    return textInputs.has(this.rules.toolInput) ? textOrJson(payload ?? {}) : super.inputOf(payload)
  }

  /** One block holds a call and its result. */
  get #isOneBlock(): boolean {
    return this.rules.results === 'same-block'
  }
}
