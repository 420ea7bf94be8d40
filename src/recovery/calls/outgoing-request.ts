import type { Format, KnownTarget, RequestBody } from '../../formats/format.ts'
import type { RepairResult } from '../../repair/repair-result.ts'
import { composeEdits } from '../../transcript/compose-edits.ts'
import type { Edit } from '../../transcript/edit.ts'
import type { StandingRequest } from '../../storage/standing-request.ts'
import { withStanding } from './standing-request.ts'
import { withoutList } from './without-list.ts'

/** The call as it began: its caller's own list, and the same with earlier repairs laid over it. */
interface GivenRequest {
  readonly format: Format
  readonly target: KnownTarget
  readonly body: RequestBody
  readonly given: readonly unknown[]
  readonly messages: readonly unknown[]
  readonly standing?: StandingRequest | undefined
}

/** What of a call goes out now: the caller's own body until something is changed, then the repaired one. */
export class OutgoingRequest {
  readonly #start: GivenRequest
  #fields: RequestBody
  #betas: readonly string[]
  #messages: readonly unknown[]
  #edits: readonly Edit[] = []
  #asksToDrop = false

  constructor(start: GivenRequest) {
    const { body, format, messages, standing, target } = start
    this.#start = start
    this.#messages = messages
    const mayAsk = standing !== undefined && format.rules(body, target).dropStaleThinking !== null
    this.#fields = mayAsk ? withStanding(body, standing.request) : body
    this.#betas = mayAsk ? standing.betas : []
  }

  /** Whether anything differs from what the caller handed over. */
  get isChanged(): boolean {
    return this.#messages !== this.#start.given || this.#fields !== this.#start.body
  }

  /** The caller's own object while nothing is changed (I1). */
  get body(): RequestBody {
    return this.isChanged ? { ...this.#fields, [this.#start.format.listField]: this.#messages } : this.#start.body
  }

  /** The fields of the body; the list among them is the caller's. */
  get fields(): RequestBody {
    return this.#fields
  }

  get rest(): RequestBody {
    return withoutList(this.#fields, this.#start.format)
  }

  get messages(): readonly unknown[] {
    return this.#messages
  }

  get betas(): readonly string[] {
    return this.#betas
  }

  /** What has been changed since the call began, as far as it can be laid over the caller's next list. */
  get edits(): readonly Edit[] {
    return this.#edits
  }

  /** A repair asks the provider to drop thinking that it cannot read any more. */
  get asksToDrop(): boolean {
    return this.#asksToDrop
  }

  /** A repair of the messages that were to be sent. */
  take(result: RepairResult): void {
    this.#messages = result.messages
    if (result.request) this.#fields = { ...this.#fields, ...result.request }
    this.#addBetas(result)
    this.#edits = composeEdits(this.#start.messages, result.messages, [...this.#edits, ...result.edits])
  }

  /** A repair of the whole conversation, which goes out in place of what named it. */
  replay(request: RequestBody, result: RepairResult): void {
    this.#fields = { ...request, ...result.request }
    this.#messages = result.messages
    this.#addBetas(result)
  }

  #addBetas({ betas }: RepairResult): void {
    if (betas === undefined) return
    this.#betas = [...new Set([...this.#betas, ...betas])]
    this.#asksToDrop = true
  }
}
