import type { Loss } from '../faults/loss.ts'
import type { FormatName } from '../formats/format-name.ts'
import type { RequestBody } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import type { Rung } from '../lint/define-strategy.ts'
import type { Evidence } from '../transcript/evidence.ts'
import type { Purpose } from '../lint/lint-context.ts'

/** Options of {@link diagnose}. */
export interface DiagnoseOptions {
  /** The wire format of the messages, for example `anthropic-messages`. */
  readonly format: FormatName
  /** The rest of the request body (model, thinking, tools, system...), without the list of messages. */
  readonly request?: RequestBody
  /** `request` (default): about to be sent. `stored`: lies in a store, a live last tool call stays open; `resumed`: the user speaks next. */
  readonly purpose?: Purpose
  /** Which dialect of the format the endpoint speaks (`deepseek`, `mistral`, `vllm`...); else guessed from `baseURL` and the model. */
  readonly dialect?: string
  /** The address of the API, for example `https://api.deepseek.com/v1`. */
  readonly baseURL?: string
  /** Rules that the caller knows better: a dialect, a model that is newer than this library. */
  readonly rules?: Partial<Rules>
}

/** Options of {@link repair}. */
export interface RepairOptions extends DiagnoseOptions {
  /** Whatever the client threw: what it says of the transcript is repaired even where the transcript cannot show it. */
  readonly error?: unknown
  /** Index of the message that the error means, where the caller can tell it and the error does not say it. */
  readonly index?: number | undefined
  /** What the part store knows of the tool calls. */
  readonly evidence?: Evidence
  /** The greatest loss that a repair may cost; default `synthesised`. */
  readonly allow?: Loss
  /** Where the escalation starts for what only the error shows; default `place` (I9). */
  readonly rung?: Rung
  /** Where it ends; default `all`: an error that names no place may mean everything of its kind. */
  readonly upTo?: Rung
}
