import type { Format, RequestBody } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import { strategies } from '../strategies/index.ts'
import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import type { Evidence } from '../transcript/evidence.ts'
import type { FoundFault } from '../lint/fault.ts'
import { LintPass, type Purpose } from '../lint/lint-context.ts'
import { pairCalls } from '../lint/pair-calls.ts'
import { readTranscript } from '../lint/read-transcript.ts'
import type { Transcript } from '../transcript/transcript.ts'
import { compileWalk, walk, type WalkTable } from '../lint/walk.ts'

/** What stays the same over all passes of one diagnosis or repair. */
export interface LintSettings {
  readonly format: Format
  /** The rules depend on the request, and a repair may change it. */
  rules(request: RequestBody): Rules
  readonly evidence: Evidence
  readonly purpose: Purpose
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
}

let compiled: WalkTable | undefined

/** Reads and lints a list of raw messages: one walk, all strategies. */
export function lint(
  messages: readonly unknown[],
  request: RequestBody,
  settings: LintSettings,
  suspicion?: Suspicion,
): LintResult {
  const rules = settings.rules(request)
  if (suspicion !== undefined || settings.evidence.originalOf !== undefined) {
    return lintViews(readTranscript(messages, settings.format, rules), rules, request, settings, suspicion)
  }
  const { end, plain, settled } = screened(messages, rules, settings.format)
  if (settled && (!rules.toolsDemanded || (settings.format.toolNames(request)?.size ?? 0) > 0)) {
    const last = readTranscript(messages.slice(end), settings.format, rules)
    if (lintViews(last, rules, request, settings).found.length === 0) {
      return new HealthyResult(messages, rules, settings.format)
    }
  }
  return lintViews(readTranscript(messages, settings.format, rules, plain), rules, request, settings)
}

interface Screened {
  readonly plain: Uint8Array | null
  /** Where the last exchange begins; everything before it is plain when it is settled. */
  readonly end: number
  readonly settled: boolean
}

function screened(messages: readonly unknown[], rules: Rules, format: Format): Screened {
  const plain = new Uint8Array(messages.length)
  const end = format.screen?.(messages, rules, 0, plain) ?? 0
  return end === 0 ? { plain: null, end, settled: false } : { plain, end, settled: plain.lastIndexOf(0, end - 1) < 0 }
}

/** Nothing was found; the view of the messages is made only when someone asks for it. */
class HealthyResult implements LintResult {
  readonly rules: Rules
  readonly found: readonly FoundFault[] = []
  readonly #messages: readonly unknown[]
  readonly #format: Format

  constructor(messages: readonly unknown[], rules: Rules, format: Format) {
    this.rules = rules
    this.#messages = messages
    this.#format = format
  }

  get transcript(): Transcript {
    return readTranscript(this.#messages, this.#format, this.rules)
  }
}

function lintViews(
  transcript: Transcript,
  rules: Rules,
  request: RequestBody,
  settings: LintSettings,
  suspicion?: Suspicion,
): LintResult {
  compiled ??= compileWalk(strategies)
  const pairing = pairCalls(transcript, rules)
  const { evidence, format, purpose } = settings
  const pass = new LintPass({ format, rules, request, evidence, purpose, transcript, pairing })
  if (suspicion) visitSuspects(compiled, pass, suspicion)
  walk(compiled, pass)
  return { rules, transcript, found: pass.found }
}

function visitSuspects(table: WalkTable, pass: LintPass, suspicion: Suspicion): void {
  const listener = table.suspect.get(suspicion.type)
  if (listener === undefined) return
  const context = pass.contextOf(listener)
  for (const message of pass.scope.transcript.messages) {
    for (const block of message.blocks) if (suspicion.blocks.has(block.raw)) listener.visit(block, context)
  }
}
