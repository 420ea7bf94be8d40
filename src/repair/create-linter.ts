import type { Detector } from '../detection/create-detector.ts'
import { OptionsError } from '../errors/options-error.ts'
import { TranscriptError } from '../transcript/transcript-error.ts'
import { diagnoseWith } from './diagnose-with.ts'
import type { LinterFormat } from './linter-format.ts'
import type { DiagnoseOptions, RepairOptions } from './repair-options.ts'
import type { Diagnosis, RepairResult } from './repair-result.ts'
import { repairWith } from './repair-with.ts'

/** What a linter is made of. */
export interface LinterOptions {
  /** The formats that it reads and repairs. Of the `rules` that a caller may give it knows those that they have. */
  readonly formats: readonly LinterFormat[]
  /** Reads what a provider said; without it `repair` takes no `error`. */
  readonly detectError?: Detector
}

/** `diagnose` and `repair` of some formats only. */
export interface Linter {
  /** As `diagnose`; formats that were not chosen are `unknown_format`. */
  diagnose(messages: unknown, options: DiagnoseOptions): Diagnosis
  /** As `repair`; throws an `OptionsError` for an `error` where no `detectError` was chosen. */
  repair(messages: unknown, options: RepairOptions): RepairResult
}

/**
 * A linter of the formats that are named, for programs that are bundled: what is not imported is not shipped.
 *
 * @throws {OptionsError} without a format
 * @example
 * const { repair } = createLinter({ formats: [anthropicMessages], detectError })
 * repair(body.messages, { format: 'anthropic-messages', request: body, error })
 */
export function createLinter(options: LinterOptions): Linter {
  // Callers in JavaScript: what they leave out is not there.
  const { formats, detectError } = Object(options) as Partial<LinterOptions>
  if (!formats?.length) throw new OptionsError('`formats` must name a format: [anthropicMessages].')
  const byName = new Map(formats.map((chosen) => [chosen.format.name, chosen]))
  const find = (asked: DiagnoseOptions): LinterFormat => {
    const name = asked?.format
    const chosen = byName.get(name)
    if (chosen) return chosen
    const known = [...byName.keys()].join(', ')
    throw new TranscriptError(
      'unknown_format',
      `This linter does not know the format ${JSON.stringify(name)}, only ${known}. Add it to \`formats\` of createLinter.`,
    )
  }
  const undetected: Detector = () => {
    throw new OptionsError('This linter cannot read an `error`. Pass `detectError` to createLinter.')
  }
  return {
    diagnose: (messages, options) => diagnoseWith(find(options), messages, options),
    repair: (messages, options) =>
      repairWith({ format: find(options), detectError: detectError ?? undetected }, messages, options),
  }
}
