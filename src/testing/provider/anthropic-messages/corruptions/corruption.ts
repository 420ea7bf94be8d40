import { type Damage, damage } from '../../shared/damage.ts'
import type { AnthropicTranscript, TestBlock, TestMessage } from '../transcript.ts'

/** One kind of damage to a conversation of the Messages API. */
export type Corruption = Damage<AnthropicTranscript>

/** A place in a private copy of the transcript. */
export type Site = { message: TestMessage; at: number; block: TestBlock; index: number; content: TestBlock[] }

/** Wraps a change of a private copy; the change returns `false` when it finds nothing to damage. */
export const corruption: typeof damage<AnthropicTranscript> = damage

/** All blocks in messages with a list of blocks; string contents have corruptions of their own. */
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

/** Damages one block of a type; `change` may return false when a place is unsuitable. */
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
