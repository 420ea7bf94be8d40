import { findLinterFormat } from '../../src/repair/find-linter-format.ts'
import type { DetectedError } from '../../src/detection/detected-error.ts'
import type { RequestBody } from '../../src/formats/format.ts'
import type { Rules } from '../../src/formats/rules.ts'
import type { Strategy } from '../../src/lint/define-strategy.ts'
import { readTranscript } from '../../src/lint/read-transcript.ts'
import { detectError } from '../../src/repair/detect-error.ts'
import { settingsOf } from '../../src/repair/lint-settings.ts'
import type { FormatName } from '../../src/formats/format-name.ts'
import type { Message, Transcript } from '../../src/transcript/transcript.ts'
import { type Kit, kits, partsOf } from '../../src/testing.ts'

interface Ground {
  readonly format: FormatName
  readonly rules: Rules
  readonly request: RequestBody
  readonly transcript: Transcript
}

/** Of each format a conversation with many kinds of blocks, read once. */
const grounds: readonly Ground[] = Object.values(kits).map((kit: Kit<FormatName, unknown>): Ground => {
  const { messages, request = {}, dialect } = partsOf(kit, kit.generate({ seed: 3, turns: 8 }))
  const list = messages as readonly unknown[]
  const { format, rules: rulesOf } = settingsOf(
    findLinterFormat(kit.format),
    { format: kit.format, request, ...(dialect && { dialect }) },
    list,
  )
  const rules = rulesOf(request)
  return { format: kit.format, rules, request, transcript: readTranscript(list, format, rules) }
})

/** What an error counts, in any list: of the message itself a lesson reads no more than its role and its blocks. */
const countedMessage: Message = {
  index: 0,
  raw: { role: 'assistant' },
  role: 'assistant',
  content: 'none',
  blocks: [],
  turnIndex: 0,
}

/** Sets, maps and patterns as text; `JSON.stringify` knows none of them. */
const plain = (_key: string, value: unknown): unknown =>
  value === countedMessage
    ? 'the message that is counted'
    : value instanceof Set || value instanceof Map
      ? [...value]
      : value instanceof RegExp
        ? String(value)
        : value

function changedRules(rules: Rules, learnt: Partial<Rules>): string[] {
  return Object.entries(learnt).map(([name, value]) => {
    const [before, after] = [Reflect.get(rules, name) as unknown, value].map((one) => JSON.stringify(one, plain))
    return `${name}: ${before === after ? 'as before' : after}`
  })
}

const counted = (names: readonly string[]): string =>
  [...new Set(names)].map((name) => `${names.filter((other) => other === name).length} ${name}`).join(', ')

/** What one error teaches about one conversation. */
function lessonOf({ learn }: Strategy, error: DetectedError, { rules, request, transcript }: Ground): string {
  const named = error.messageIndex === undefined ? undefined : countedMessage
  const lesson = learn!({ ...error, rules, request, transcript, named, isLast: false })
  const blocks = transcript.messages.flatMap((message) => message.blocks)
  const suspected = lesson.suspects ? blocks.filter(lesson.suspects) : []
  const together = (from: number): number =>
    lesson.together && suspected.length > 0
      ? lesson.together([suspected.at(from)!], suspected, transcript).length
      : Number(suspected.length > 0)
  return [
    ...changedRules(rules, lesson.rules ?? {}),
    ...(suspected.length > 0 ? [`suspects ${counted(suspected.map(({ kind }) => kind))}`] : []),
    ...(lesson.together ? [`together ${together(0)} from the first, ${together(-1)} from the last`] : []),
    ...(lesson.certain ? ['certain'] : []),
  ].join('; ')
}

/** For each sentence what it teaches, formats of the same lesson on one line; and how many sentences there were. */
export function recordOfLessons(
  strategies: readonly Strategy[],
  wordings: (type: Strategy['type']) => readonly unknown[],
): { readonly text: string; readonly sentences: number } {
  const lines: string[] = []
  let sentences = 0
  for (const strategy of strategies)
    for (const wording of wordings(strategy.type)) {
      const detected = detectError(wording)
      if (strategy.learn === undefined || detected?.type !== strategy.type) continue
      sentences += 1
      lines.push(`${strategy.type}: ${typeof wording === 'string' ? wording.trim() : JSON.stringify(wording)}`)
      const byLesson = Map.groupBy(grounds, (ground) => lessonOf(strategy, detected, ground))
      for (const [lesson, alike] of byLesson)
        lines.push(`  ${alike.map(({ format }) => format).join(', ')} | ${lesson === '' ? 'nothing' : lesson}`)
    }
  return { text: `${lines.join('\n')}\n`, sentences }
}
