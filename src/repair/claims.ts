import type { Draft } from '../lint/draft.ts'
import type { Block, Message } from '../transcript/transcript.ts'

/** Which blocks and messages the fixes of a pass have claimed: the first one wins, the next pass serves the others. */
export class Claims {
  readonly #blocks = new Set<Block>()
  readonly #whole = new Set<Message>()
  readonly #partly = new Set<Message>()

  /** Whether the fix gets all that it wants; else it gets nothing. */
  take({ homes, targets }: Draft): boolean {
    if ([...targets].some((target) => this.#isTaken(target)) || [...homes].some((home) => this.#whole.has(home)))
      return false
    for (const home of homes) this.#partly.add(home)
    for (const target of targets) {
      if (!('field' in target)) this.#whole.add(target)
      else {
        this.#blocks.add(target)
        this.#partly.add(target.message)
      }
    }
    return true
  }

  #isTaken(target: Block | Message): boolean {
    if ('field' in target) return this.#blocks.has(target) || this.#whole.has(target.message)
    return this.#whole.has(target) || this.#partly.has(target)
  }
}
