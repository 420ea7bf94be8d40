import type { Damage } from './damage.ts'
import type { Kit, KitOptions } from './kit.ts'
import type { JsonRecord } from './records.ts'

/** The kit of a framework: its transcript is the list of messages, and the library refuses before anything is sent. */
export function listKit<Name extends string>(
  format: Name,
  generate: (options: KitOptions) => JsonRecord[],
  corruptions: readonly Damage<JsonRecord[]>[],
  refuse: (messages: unknown) => string | null,
): Kit<Name, JsonRecord[]> {
  return {
    format,
    list: null,
    generate,
    corruptions,
    judge(messages) {
      const wording = refuse(messages)
      return wording === null ? null : { status: 400, wording }
    },
  }
}
