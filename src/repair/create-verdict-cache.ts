import { AsSent } from '../transcript/as-sent.ts'
import { settledOf } from './settled-of.ts'
import { readable } from '../transcript/readable.ts'
import { diagnose } from './diagnose.ts'
import { findLinterFormat } from './find-linter-format.ts'
import { asList, settingsOf } from './lint-settings.ts'
import { ExcerptSource } from './excerpt.ts'
import type { DiagnoseOptions } from './repair-options.ts'
import type { Diagnosis } from './repair-result.ts'

/** A {@link diagnose} that remembers which histories it has found healthy. */
export interface VerdictCache {
  diagnose(messages: unknown, options: DiagnoseOptions): Diagnosis
}

/** A history that was found healthy: its messages, what they held, and where its last round begins. */
interface Settled {
  readonly rules: object
  readonly messages: readonly unknown[]
  readonly contents: readonly unknown[]
  readonly lengths: readonly (number | undefined)[]
  readonly end: number
  /** Messages before `end` that a verdict on what follows still needs. */
  readonly needed: readonly unknown[]
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
 * cache.diagnose(messages, { format: 'anthropic-messages', request }) // reads the last round
 */
export function createVerdictCache(): VerdictCache {
  const settled = new WeakMap<object, Settled>()
  return {
    diagnose(given, options) {
      const found = findLinterFormat(options.format)
      const sent = new AsSent(found.format.isRead)
      const messages = readable(given, undefined, () => asList(given, found.format, sent))
      const [first] = messages
      if (typeof first !== 'object' || first === null) return diagnose(given, options)
      const settings = settingsOf(found, options, messages, sent)
      const request = options.request ?? {}
      const rules = settings.rules(request)
      const known = settled.get(first)
      const isKnown = known?.rules === rules && isPrefix(known, messages)
      // What is settled is plain: nothing behind it can make it faulty, unless a stray result is found.
      const open = isKnown ? [...known.needed, ...messages.slice(known.end)] : messages
      const verdict = diagnose(isKnown ? open : given, options)
      if (!verdict.ok) return isKnown ? diagnose(given, options) : verdict
      const source = ExcerptSource.of(open, request, settings, rules)
      const next = source && settledOf(source)
      if (next) settled.set(first, settle(rules, messages, messages.length - open.length + next.end, next.needed))
      return verdict
    },
  }
}

function settle(rules: object, messages: readonly unknown[], end: number, needed: readonly unknown[]): Settled {
  const contents = messages.slice(0, end).map(contentOf)
  return { rules, messages: messages.slice(0, end), contents, lengths: contents.map(lengthOf), end, needed }
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
  const { content, parts } = message as { content?: unknown; parts?: unknown }
  return content ?? parts
}

function lengthOf(content: unknown): number | undefined {
  return (content as { length?: number } | null)?.length
}
