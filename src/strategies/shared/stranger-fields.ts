import { marked } from '../../faults/synthetic-text.ts'
import type { Format } from '../../formats/format.ts'
import type { Rules } from '../../formats/rules.ts'
import { isRecord } from '../../json/is-record.ts'
import type { LintContext } from '../../lint/lint-context.ts'
import { mediaIn } from '../../transcript/media-in.ts'
import { sayingsIn } from '../../transcript/sayings-in.ts'
import type { Block, Message } from '../../transcript/transcript.ts'
import { checkInside } from './inside-block.ts'
import { lossOfWords } from './loss-of-words.ts'

/** What is said in fields that have to go, and whether more is lost with them. */
export type Reading = (
  strangers: readonly object[],
  message: Message,
  format: Format,
) => readonly [said: readonly string[], isMore: boolean]

export const plainly: Reading = (strangers, message, format) => [
  sayingsIn(strangers),
  losesMedia(strangers, message, format),
]

/** What has the fields: a block, or the object inside it. */
export interface Holder {
  readonly raw: Record<string, unknown>
  /** The fields that it may have; null: any. */
  readonly fields: ReadonlySet<string> | null
  /** A field that it cannot be without is refused elsewhere only. */
  isDemanded(field: string): boolean
  /** The block with a clean one in its place. */
  whole(clean: unknown): unknown
}

/** Fields of a block that it may not have, and of what it holds. */
export function checkBlock(
  block: Block,
  rules: Rules,
  context: LintContext,
  fields: ReadonlySet<string> | null = block.shape.fields,
  reading?: Reading,
): void {
  if (rules.refusedInside) checkInside(rules.refusedInside, block, context)
  const { raw, shape } = block
  if (!isRecord(raw)) return
  const isDemanded = (field: string): boolean => shape.required.some(([name]) => name === field)
  const holder = { raw, fields, isDemanded, whole: (clean: unknown) => clean }
  checkFields(block, holder, rules, context, reading)
}

/** Rules under which these fields are refused, in whatever they stand. */
export function refusing(names: readonly string[], { refusedFields }: Rules): Partial<Rules> {
  return { refusedFields: new Set([...refusedFields, ...names]) }
}

export function checkFields(
  block: Block,
  { fields, isDemanded, raw, whole }: Holder,
  { cacheMarks, refusedFields }: Rules,
  { format, report }: LintContext,
  reading: Reading = plainly,
): void {
  const names = Object.keys(raw).filter(
    (name) => fields?.has(name) === false || (name !== 'type' && refusedFields.has(name) && !isDemanded(name)),
  )
  // Cache marks have a strategy of their own; JSON leaves undefined out.
  const field = names.find((name) => name !== cacheMarks.field && raw[name] !== undefined)
  if (field === undefined) return
  // What a user or a tool has put into fields that have to go (I4): the words stay, media cannot.
  const isOwn = block.message.role === 'assistant' && block.kind !== 'tool_result'
  const strangers = isOwn ? [] : names.map((name) => ({ [name]: raw[name] }))
  const [words, isMore] = reading(strangers, block.message, format)
  const said = unsaid(words, [block])
  const clean = whole(names.reduce((left: unknown, name) => format.write.withField(left, name, undefined), raw))
  report({
    at: block,
    detail: { field },
    loss: isMore ? 'lossy' : lossOfWords(said, block.raw, clean),
    fix: (edit) => {
      // Beside the result of a tool they are the tool's, or the program's: bare they would be taken for the words of a person (I5).
      const label = block.kind === 'tool_result' ? `${marked('Noted beside the result of a tool call')}:\n` : ''
      const texts = said.map((saying) => edit.write.text(label + saying, block.message.role))
      edit.replaceBeside(block, clean, texts)
    },
  })
}

/** Whether media go that the message does not hold elsewhere (I4). */
export function losesMedia(strangers: readonly object[], { blocks }: Message, { media }: Format): boolean {
  const kept = new Set(blocks.flatMap((block) => media(block).map(({ data, url }) => data ?? url)))
  return mediaIn(strangers).some((medium) => typeof medium !== 'string' || !kept.has(medium))
}

/** @param gone the field of a message that goes with what it says */
export function unsaid(sayings: readonly string[], blocks: readonly Block[], gone?: string): readonly string[] {
  return sayings.filter((saying) => !blocks.some(({ field, text }) => field !== gone && text?.includes(saying)))
}
