import type { Message } from '../../transcript/transcript.ts'

/**
 * The message of Chat Completions into which items of the assistant go, as the converter of `@openai/agents-openai` writes it
 * (`itemsToMessages`): all join until it has words, and from then on only calls do.
 */
export class MessageOfItems {
  #says = false
  /** It has calls. */
  asks = false

  /** Takes the next item; true where it begins what cannot stand between calls and their results. */
  add({ blocks }: Message, isAssistant: boolean): boolean {
    const asks = blocks.some(({ kind }) => kind === 'tool_call')
    const begins = !isAssistant || (this.#says && !asks)
    if (begins) this.#says = this.asks = false
    if (!isAssistant) return blocks.every(({ kind }) => kind !== 'tool_result')
    if (asks) this.asks = true
    else if (blocks.every(({ kind }) => kind !== 'thinking')) this.#says = true
    return begins
  }
}
