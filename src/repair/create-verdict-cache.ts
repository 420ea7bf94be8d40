import { asList, diagnose, settingsOf } from './diagnose.ts'
import type { DiagnoseOptions } from './repair-options.ts'
import type { Diagnosis } from './repair-result.ts'

/** A {@link diagnose} that remembers which histories it has found healthy. */
export interface VerdictCache {
  diagnose(messages: unknown, options: DiagnoseOptions): Diagnosis
}

/** A history that was found healthy: its messages, what they held, and where its last exchange begins. */
interface Settled {
  readonly rules: object
  readonly messages: readonly unknown[]
  readonly contents: readonly unknown[]
  readonly lengths: readonly number[]
  readonly end: number
}

/**
 * Makes a cache of verdicts for callers that see one history grow: after the first look, an appended turn costs the new
 * messages only. It knows a message by its identity, by that of its content, and by the number of blocks; whoever changes a
 * block in place must ask `diagnose` itself. It keeps a history for as long as its first message lives.
 *
 * @example
 * const cache = createVerdictCache()
 * cache.diagnose(messages, { format: 'anthropic-messages', request }) // reads all
 * messages.push(answer, question)
 * cache.diagnose(messages, { format: 'anthropic-messages', request }) // reads the last exchange
 */
export function createVerdictCache(): VerdictCache {
  const settled = new WeakMap<object, Settled>()
  return {
    diagnose(given, options) {
      const messages = asList(given, options.format)
      const [first] = messages
      const { format, rules: rulesOf } = settingsOf(options, messages)
      if (typeof first !== 'object' || first === null || format.screen === undefined) return diagnose(given, options)
      const rules = rulesOf(options.request ?? {})
      const known = settled.get(first)
      const end = known?.rules === rules && isPrefix(known, messages) ? known.end : 0
      // The exchanges before `end` are plain: nothing behind them can make them faulty, unless a stray result is found.
      const verdict = diagnose(end === 0 ? given : messages.slice(end), options)
      if (!verdict.ok) return end === 0 ? verdict : diagnose(given, options)
      const plain = new Uint8Array(messages.length)
      const last = format.screen(messages, rules, end, plain) ?? 0
      if (last > end && plain.lastIndexOf(0, last - 1) < end) settled.set(first, settle(rules, messages, last))
      return verdict
    },
  }
}

function settle(rules: object, messages: readonly unknown[], end: number): Settled {
  const contents = messages.slice(0, end).map(contentOf)
  return { rules, messages: messages.slice(0, end), contents, lengths: contents.map(lengthOf), end }
}

function isPrefix({ contents, end, lengths, messages }: Settled, list: readonly unknown[]): boolean {
  if (list.length <= end) return false
  for (let index = 0; index < end; index += 1) {
    if (list[index] !== messages[index]) return false
    const content = contentOf(list[index])
    if (content !== contents[index] || lengthOf(content) !== lengths[index]) return false
  }
  return true
}

function contentOf(message: unknown): unknown {
  return (message as { content?: unknown }).content
}

function lengthOf(content: unknown): number {
  return (content as { length?: number } | null)?.length ?? 0
}
