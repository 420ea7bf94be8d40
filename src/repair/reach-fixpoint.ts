import { appendAll } from '../json/append-all.ts'
import type { RequestBody } from '../formats/format.ts'
import { applyDraft, placeAll, type Placed, type Removed } from '../lint/apply-draft.ts'
import type { Fixpoint } from './fixpoint.ts'
import { Draft } from '../lint/draft.ts'
import { type DraftChanges, noChanges } from '../lint/draft-changes.ts'
import { isAllowed, type Loss } from '../faults/loss.ts'
import {
  type ExcerptLint,
  lint,
  lintExcerpt,
  lintPlain,
  type LintResult,
  type LintSettings,
  type Suspicion,
  watchNameless,
} from './lint.ts'
import { Claims } from './claims.ts'
import { standIn } from './stand-in.ts'
import type { RepairInput } from './repair-input.ts'
import { leftOutBefore, wholeFixpoint } from './whole-fixpoint.ts'

/** A repair seldom needs more than four passes; the bound keeps two rules that disagree from looping (I9). */
const maxPasses = 12

/** Lints and fixes in turn until nothing is left that can be fixed. Origins always count in the list of the first pass. */
export function reachFixpoint(input: RepairInput, suspicion?: Suspicion): Fixpoint {
  const { list, request, settings } = input
  const linted = suspicion === undefined ? lintExcerpt(list, request, settings) : null
  const reached = linted && reachInExcerpt(input, linted)
  if (reached) return reached
  const relint: Relint = (placed, body) => lint(rawOf(placed), body, settings, { suspicion })
  return runPasses(input, relint(placeAll(list), request), relint)
}

/** Lints what a pass has left, with the request that it has left. */
type Relint = (placed: readonly Placed[], request: RequestBody) => LintResult

function rawOf(placed: readonly Placed[]): readonly unknown[] {
  return placed.map(({ raw }) => raw)
}

function runPasses(input: RepairInput, first: LintResult, relint: Relint, isWhole = true): Fixpoint {
  const { allow, request, settings } = input
  let last = first
  let placed = placeAll(input.list)
  const removed: Removed[] = []
  const changedRequest: Record<string, unknown> = {}
  const betas = new Set<string>()
  const requestLosses = new Set<Loss>()
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const changes = collect(last, { ...request, ...changedRequest }, settings, allow)
    if (changes === null) break
    const applied = applyDraft(last.transcript, changes, settings.format, placed)
    appendAll(removed, applied.removed)
    placed = isWhole && last.rules.listOptional !== true ? standIn(applied.placed, settings, allow) : applied.placed
    Object.assign(changedRequest, changes.request)
    for (const beta of changes.betas) betas.add(beta)
    for (const loss of changes.requestLosses) requestLosses.add(loss)
    last = relint(placed, { ...request, ...changedRequest })
  }
  return { first, last, placed, removed, gaps: [], request: changedRequest, betas, requestLosses }
}

/** Repairs an excerpt as the whole list would be; null when something reaches over what it leaves out. */
function reachInExcerpt(input: RepairInput, { excerpt, result }: ExcerptLint): Fixpoint | null {
  let isEnough = true
  const evidence = watchNameless(input.settings.evidence, () => (isEnough = false))
  const settings = { ...input.settings, evidence }
  const relint: Relint = (placed, body) => {
    const leftOut = leftOutBefore(placed, excerpt)
    if (leftOut === null) isEnough = false
    const { isLeftOut, otherIds } = excerpt
    const list = rawOf(placed)
    const linted =
      lintPlain(list, body, settings, isLeftOut) ??
      lint(list, body, settings, { otherIds, ...(leftOut && { leftOut }) })
    // Rounds were proven under the first rules.
    if (linted.rules !== result.rules || (linted.hasStrays && linted.rules.callIdsOptional)) isEnough = false
    return linted
  }
  const reached = runPasses({ ...input, list: excerpt.messages, settings }, result, relint, false)
  return isEnough ? wholeFixpoint(excerpt, reached) : null
}

/** Runs the fixes of one pass against one snapshot; null when none applies. */
function collect(linted: LintResult, request: RequestBody, settings: LintSettings, allow: Loss): DraftChanges | null {
  const { format, forms, kept } = settings
  const claims = new Claims()
  const changes = noChanges()
  let applied = 0
  const fixable = linted.found.flatMap(({ fault: { loss, type }, fix, reveals }) =>
    fix !== undefined && loss !== null && isAllowed(loss, allow) ? [{ cause: { type, loss }, fix, reveals }] : [],
  )
  const revealing = fixable.filter(({ reveals }) => reveals === true)
  for (const { cause, fix } of revealing.length > 0 ? revealing : fixable) {
    const body = { ...request, ...changes.request }
    const draft = new (forms?.draft ?? Draft)(linted.transcript, format, linted.rules, body, kept)
    fix(draft)
    if (!claims.take(draft)) continue
    draft.commit(changes, cause)
    applied += 1
  }
  return applied === 0 ? null : changes
}
