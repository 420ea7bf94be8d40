import type { Format, RequestBody } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import { type Evidence, noEvidence } from '../transcript/evidence.ts'
import type { Strategy } from '../lint/define-strategy.ts'
import type { FoundFault } from '../lint/fault.ts'
import type { KeptItems } from '../lint/pairing/kept-items.ts'
import type { ResultForms } from '../lint/result-forms.ts'
import type { Purpose } from '../lint/lint-context.ts'
import { LintPass } from '../lint/lint-pass.ts'
import { pairCalls } from '../lint/pair-calls.ts'
import { readTranscript } from '../lint/read-transcript.ts'
import { areIdsUnique } from '../lint/screen-rounds.ts'
import type { AsSent } from '../transcript/as-sent.ts'
import type { Transcript } from '../transcript/transcript.ts'
import { compileWalk, walk, type WalkTable } from '../lint/walk.ts'
import { type Excerpt, ExcerptSource, type Forms } from './excerpt.ts'
import { isPlainRequest } from './is-plain-request.ts'

/** What stays the same over all passes of one diagnosis or repair. */
export interface LintSettings extends Forms {
  /** What can be wrong, in the order of precedence. */
  readonly strategies: readonly Strategy[]
  /** What is to be known of items that a server keeps. */
  readonly kept?: KeptItems | undefined
  /** What is to be known of results elsewhere than at the head of the next turn. */
  readonly forms?: ResultForms | undefined
  /** The rules depend on the request, and a repair may change it. */
  rules(request: RequestBody): Rules
  readonly evidence: Evidence
  readonly purpose: Purpose
  /** What is sent of the messages. */
  readonly sent: AsSent
}

/** Raw blocks that a provider's error may mean, and the fault that it reported. */
export interface Suspicion {
  readonly type: RecoveryErrorType
  readonly blocks: ReadonlySet<unknown>
}

/** A linted transcript. */
export interface LintResult {
  readonly rules: Rules
  readonly transcript: Transcript
  readonly found: readonly FoundFault[]
  /** Results stood where no call could own them, wherever they went then. */
  readonly hasStrays: boolean
}

/** The lint of an excerpt, which tells all about the whole list. */
export interface ExcerptLint {
  readonly excerpt: Excerpt
  readonly result: LintResult
}

/** What is known beside the list: what the provider's error may mean, and how an excerpt lies in the whole. */
export interface Surroundings {
  readonly suspicion?: Suspicion | undefined
  readonly leftOut?: readonly number[]
  readonly otherIds?: () => readonly string[]
}

/** One table for each list of strategies: a program has few. */
const tables = new WeakMap<readonly Strategy[], WalkTable>()

function tableOf(strategies: readonly Strategy[]): WalkTable {
  let table = tables.get(strategies)
  if (table === undefined) tables.set(strategies, (table = compileWalk(strategies)))
  return table
}

/** Finds all faults of a list; what is plainly right in it is never read into a view. */
export function findFaults(
  messages: readonly unknown[],
  request: RequestBody,
  settings: LintSettings,
): readonly FoundFault[] {
  return (lintExcerpt(messages, request, settings)?.result ?? lint(messages, request, settings)).found
}

/** Lints what of a list is not plainly right; null when that would not tell all. */
export function lintExcerpt(
  messages: readonly unknown[],
  request: RequestBody,
  settings: LintSettings,
): ExcerptLint | null {
  if (settings.evidence.originalOf !== undefined) return null
  const rules = settings.rules(request)
  const source = ExcerptSource.of(messages, request, settings, rules)
  if (source === null) return null
  if (source.isPlain && isPlainRequest(request, settings.bound, rules))
    return { excerpt: noExcerpt, result: nothingFound(settings.bound, rules) }
  if (!source.isLong) return null
  const known = { ...settings, rules: () => rules }
  const brief = lintCut(source.opener(), request, known)
  if (brief !== null && isHealthy(brief.result)) return brief
  const first = lintCut(source.cut(), request, known)
  if (first === null || source.isCutLinked || isHealthy(first.result)) return told(first)
  const linked = source.cutLinked()
  // No round that was left out shares an id with those that were read: nothing else would be found.
  return told(linked === undefined ? first : lintCut(linked, request, known))
}

/** The lint of a repaired excerpt in which nothing can be wrong any more, without views; null where it takes them to tell. */
export function lintPlain(
  messages: readonly unknown[],
  request: RequestBody,
  settings: LintSettings,
  isLeftOut: (id: string) => boolean,
): LintResult | null {
  const rules = settings.rules(request)
  // Bound thinking is compared in the views.
  if (rules.thinkingBound) return null
  const source = ExcerptSource.of(messages, request, settings, rules)
  if (source?.isPlain !== true || !isPlainRequest(request, settings.bound, rules)) return null
  // Ids that must be unique in the list must be so beside what is left out, too.
  if (areIdsUnique(rules) && source.rounds.ids.some(isLeftOut)) return null
  return nothingFound(settings.bound, rules)
}

/** None of the messages is needed where nothing can be wrong in them. */
const noExcerpt: Excerpt = { messages: [], places: [], gaps: [], otherIds: () => [], isLeftOut: () => true }

function nothingFound(format: Format, rules: Rules): LintResult {
  return { rules, transcript: readTranscript([], format, rules), found: [], hasStrays: false }
}

function lintCut(excerpt: Excerpt | null, request: RequestBody, settings: LintSettings): ExcerptLint | null {
  if (excerpt === null) return null
  const { messages, otherIds, places } = excerpt
  const leftOut = places.map((place, index) => place - index)
  let isEnough = true
  const evidence = watchNameless(settings.evidence, () => (isEnough = false))
  const result = lint(messages, request, { ...settings, evidence }, { leftOut, otherIds })
  return isEnough ? { excerpt, result } : null
}

/** Calls without an id are counted over the whole list. */
export function watchNameless(evidence: Evidence, onNameless: () => void): Evidence {
  if (evidence === noEvidence) return evidence
  return {
    resultOf: (callId, occurrence) => {
      if (callId === '') onNameless()
      return evidence.resultOf(callId, occurrence)
    },
    openBeside: (callId) => evidence.openBeside?.(callId) ?? [],
  }
}

function isHealthy({ found, hasStrays }: LintResult): boolean {
  return found.length === 0 && !hasStrays
}

/** Where ids are optional, a stray may name a call in any round. */
function told(linted: ExcerptLint | null): ExcerptLint | null {
  return linted?.result.hasStrays && linted.result.rules.callIdsOptional ? null : linted
}

/** Reads and lints a list of raw messages: one walk, all strategies. */
export function lint(
  messages: readonly unknown[],
  request: RequestBody,
  settings: LintSettings,
  { leftOut, otherIds, suspicion }: Surroundings = {},
): LintResult {
  const { evidence, format, forms, purpose } = settings
  const table = tableOf(settings.strategies)
  const rules = settings.rules(request)
  const transcript = readTranscript(messages, format, rules, leftOut)
  const pairing = pairCalls(transcript, rules, settings.kept, forms)
  const pass = new LintPass({ format, forms, rules, request, evidence, purpose, transcript, pairing }, otherIds)
  if (suspicion) visitSuspects(table, pass, suspicion)
  walk(table, pass)
  return { rules, transcript, found: pass.found, hasStrays: pairing.hasStrays }
}

function visitSuspects(table: WalkTable, pass: LintPass, suspicion: Suspicion): void {
  const listener = table.suspect.get(suspicion.type)
  if (listener === undefined) return
  const context = pass.contextOf(listener)
  for (const message of pass.transcript.messages) {
    for (const block of message.blocks) if (suspicion.blocks.has(block.raw)) listener.visit(block, context)
  }
}
