import { createRandom, type Random } from '../../shared/random.ts'
import type { AnthropicTranscript, TestBlock, TestMessage } from '../transcript.ts'

/** Which of the possible places is damaged. */
export type Where = 'first' | 'last' | 'random'

/** One kind of damage that real sessions show. `apply` never changes its input; null means: not applicable here. */
export type Corruption = {
  name: string
  /** The fault type that it causes, by the catalogue (`RecoveryErrorType`). */
  faultType: string
  apply: (transcript: AnthropicTranscript, random?: Random, where?: Where) => AnthropicTranscript | null
}

/** A place in a private copy of the transcript. */
export type Site = { message: TestMessage; at: number; block: TestBlock; index: number; content: TestBlock[] }

export type Damage = (copy: AnthropicTranscript, pick: Pick, random: Random) => boolean | void

export type Pick = <Item>(items: readonly Item[]) => Item | undefined

/** Wraps a change of a private copy: `false` means that there was nothing to damage. */
export function corruption(name: string, faultType: string, damage: Damage): Corruption {
  return {
    name,
    faultType,
    apply(transcript, random = createRandom(1), where = 'random') {
      const copy = structuredClone(transcript)
      const pick: Pick = (items) => {
        if (items.length === 0) return undefined
        return where === 'first' ? items[0] : where === 'last' ? items.at(-1) : random.pick(items)
      }
      return damage(copy, pick, random) === false ? null : copy
    },
  }
}

/** The blocks of all messages that have a list of them; string contents have damage of their own. */
export function sites(
  { messages }: AnthropicTranscript,
  matches: (block: TestBlock, message: TestMessage) => boolean,
): Site[] {
  return messages.flatMap((message, at) => {
    const { content } = message
    if (!Array.isArray(content)) return []
    return content.flatMap((block, index) => (matches(block, message) ? [{ message, at, block, index, content }] : []))
  })
}

export const ofType =
  (...types: string[]) =>
  (block: TestBlock): boolean =>
    types.includes(block.type)

/** Damages one block of a type; `change` may return false when this place will not do. */
export const onBlock = (
  name: string,
  faultType: string,
  matches: (block: TestBlock, message: TestMessage) => boolean,
  change: (site: Site, copy: AnthropicTranscript) => boolean | void,
): Corruption =>
  corruption(name, faultType, (copy, pick) => {
    const site = pick(sites(copy, matches))
    return site === undefined ? false : change(site, copy)
  })

/** Removes a block, and its message when nothing is left in it. */
export function removeBlock({ messages }: AnthropicTranscript, { message, content, index }: Site): void {
  content.splice(index, 1)
  if (content.length === 0) messages.splice(messages.indexOf(message), 1)
}

export const textBlock = (text: string): TestBlock => ({ type: 'text', text })
