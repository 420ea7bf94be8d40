import { isAllowed, worseLoss } from '../faults/loss.ts'
import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import type { Detector } from '../detection/create-detector.ts'
import type { DetectedError } from '../detection/detected-error.ts'
import { allOrNamed } from '../lint/all-or-named.ts'
import { type Lesson, type Rung, rungs } from '../lint/define-strategy.ts'
import type { Refusal } from '../lint/refusal.ts'
import type { RequestBody } from '../formats/format.ts'
import { applyEdits } from '../transcript/apply-edits.ts'
import { AsSent } from '../transcript/as-sent.ts'
import { carryBinding } from './carry-binding.ts'
import { collectEdits } from './collect-edits.ts'
import type { Edit } from '../transcript/edit.ts'
import { asList, settingsOf } from './lint-settings.ts'
import { reachFixpoint } from './reach-fixpoint.ts'
import type { LinterFormat } from './linter-format.ts'
import type { LintSettings, Suspicion } from './lint.ts'
import { countedIndex, namedMessages } from './named-messages.ts'
import { readable } from '../transcript/readable.ts'
import { readTranscript } from '../lint/read-transcript.ts'
import type { RepairInput } from './repair-input.ts'
import type { RepairOptions } from './repair-options.ts'
import type { RepairResult } from './repair-result.ts'
import { untoldLosses } from './untold-losses.ts'
import { withoutForeignIndex } from './without-foreign-index.ts'
import type { Block, Message } from '../transcript/transcript.ts'

/** Who reads the messages, and who reads what the provider said of them. */
export interface RepairMeans {
  readonly format: LinterFormat
  readonly detectError: Detector
}

/** `repair`, in a format that is at hand. */
export function repairWith(means: RepairMeans, messages: unknown, options: RepairOptions): RepairResult {
  const sent = new AsSent(means.format.format.isRead)
  // What nothing was changed in is the caller's own, also where it was read as it is sent (I6).
  return readable(messages, options.request, () =>
    sent.given(climb(asList(messages, means.format.format, sent), messages, means, options, sent)),
  )
}

/** Repairs what the transcript shows; with an error, what the error means too, reaching further until something changes. */
function climb(
  list: readonly unknown[],
  messages: unknown,
  { detectError, format }: RepairMeans,
  options: RepairOptions,
  sent: AsSent,
): RepairResult {
  const said = options.error === undefined ? null : detectError(options.error)
  const settings = settingsOf(format, options, list, sent, said?.text)
  const request = options.request ?? {}
  const input: RepairInput = { list, request, settings, allow: options.allow ?? 'synthesised' }
  let result = attempt(input, messages)
  const learn = said && settings.strategies.find(({ type }) => type === said.type)?.learn
  if (!learn) return result
  const rules = settings.rules(request)
  const told = options.index !== undefined && { messageIndex: options.index }
  // At the place that it names in this list, or else that the caller has told.
  const detected: DetectedError = { ...told, ...withoutForeignIndex(said, rules) }
  const transcript = readTranscript(list, settings.format, rules)
  const named = transcript.messages[detected.messageIndex ?? -1]
  const reach = rungs.slice(rungs.indexOf(options.rung ?? 'place'), rungs.indexOf(options.upTo ?? 'all') + 1)
  for (const rung of reach) {
    const isLast = rung === 'all' && result.faults.length === 0
    const refusal: Refusal = { ...detected, rules, request, transcript, named, isLast }
    const lesson = learn(refusal)
    const taught = { ...settings, rules: (body: RequestBody) => ({ ...settings.rules(body), ...lesson.rules }) }
    result = attempt({ ...input, settings: taught }, messages, suspicionOf(lesson, refusal, rung, settings))
    if (result.changed) return result
  }
  return result
}

function attempt(input: RepairInput, given: unknown, suspicion?: Suspicion): RepairResult {
  const { allow, list, request, settings } = input
  const reached = reachFixpoint(input, suspicion)
  const faults = reached.first.found.map(({ fault }) => fault)
  const before: RepairResult = {
    ok: faults.length === 0,
    changed: false,
    messages: given as readonly unknown[],
    edits: [],
    faults,
    remaining: faults,
    loss: 'none',
  }
  const bound = reached.last.found.length < faults.length ? carryBinding(input, reached) : null
  if (bound === null) return before
  const planned = collectEdits(list, bound)
  const rules = settings.rules(request)
  const readAt = (index: number): Message => settings.format.read(list[index], index, rules)
  const messages = planned.length > 0 ? applyEdits(list, planned) : before.messages
  const listAfter = (): readonly unknown[] => messages.map((raw) => settings.sent.read(raw))
  const untold = untoldLosses(planned, readAt, listAfter, bound.request, elsewhereOf(settings))
  if (![...untold.values()].every((loss) => isAllowed(loss, allow))) return before
  const edits = planned.map((edit): Edit => {
    const loss = untold.get(edit)
    return loss === undefined ? edit : { ...edit, loss }
  })
  const remaining = bound.last.found.map(({ fault }) => fault)
  const changedRequest = Object.keys(bound.request).length > 0
  return {
    ok: remaining.length === 0,
    changed: edits.length > 0 || changedRequest,
    messages,
    ...(changedRequest && { request: bound.request }),
    ...(bound.betas.size > 0 && { betas: [...bound.betas] }),
    edits,
    faults,
    remaining,
    loss: [...edits.map(({ loss }) => loss), ...bound.requestLosses].reduce(worseLoss, bound.bindingLoss ?? 'none'),
  }
}

/** Fault types whose fixes take away only what stands elsewhere. */
function elsewhereOf({ strategies }: LintSettings): ReadonlySet<RecoveryErrorType> {
  return new Set(strategies.filter(({ elsewhere }) => elsewhere === true).map(({ type }) => type))
}

/** The blocks that an error may mean, as far as this rung reaches. */
function suspicionOf(lesson: Lesson, refusal: Refusal, rung: Rung, settings: LintSettings): Suspicion | undefined {
  if (!lesson.suspects) return undefined
  const { blockIndex, rules, transcript, type } = refusal
  const named = namedMessages(refusal, settings)
  const namedTurns = new Set([...named].map((message) => message.turnIndex))
  const inReach: Record<Rung, (block: Block) => boolean> = {
    place: (block) =>
      named.has(block.message) &&
      (blockIndex === undefined || countedIndex(block, transcript, rules, settings) === blockIndex),
    turn: (block) => namedTurns.has(block.message.turnIndex),
    all: () => true,
  }
  const makerOf = (block: Block): string | undefined => settings.evidence.makerOf?.(block)
  const suspected = transcript.messages.flatMap((message) => message.blocks).filter(lesson.suspects)
  const reached = suspected.filter((block) => inReach[rung](block))
  // What cannot be read of one maker cannot be read of it anywhere: one refusal is enough to know.
  const makers = new Set(reached.map(makerOf))
  const related = suspected.filter((block) => makerOf(block) && makers.has(makerOf(block)))
  const isRequest = settings.purpose === 'request'
  // Where a maker is known, nothing has to be guessed: who is asked can read what it has made itself.
  const unknown = suspected.filter((block) => makerOf(block) === undefined)
  const isGuessed = makers.size === 1 && makers.has(undefined) && (isRequest || lesson.certain === true)
  // What a store gives up is gone for good: there the first of a maker must be named, for the provider has passed those before.
  const known = isRequest ? related : allOrNamed(reached, related)
  const together = isGuessed ? (lesson.together?.(reached, unknown, transcript) ?? []) : known
  return { type, blocks: new Set([...reached, ...together].map(({ raw }) => raw)) }
}
