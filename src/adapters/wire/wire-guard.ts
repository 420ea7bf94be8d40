import { decodedComponent } from '../../json/decoded-component.ts'
import { listOf } from '../../json/list-of.ts'
import type { RequestBody } from '../../formats/format.ts'
import { findFormat } from '../../formats/index.ts'
import { serverStateOf } from '../../formats/server-state-of.ts'
import { isRecord } from '../../json/is-record.ts'
import type { AdapterOptions } from '../../recovery/calls/call-options.ts'
import type { Clock } from '../../recovery/clock.ts'
import { Caller } from '../../recovery/calls/caller.ts'
import { CallGuard } from '../../recovery/calls/call-guard.ts'
import { FormerMessages } from '../../recovery/sessions/former-messages.ts'
import type { GuardedCall } from '../../recovery/calls/guarded-call.ts'
import { partOf, type RequestText } from '../../recovery/sessions/request-text.ts'
import { type Answered, type Sender, sendUntilAccepted } from '../../recovery/calls/send-until-accepted.ts'
import { messageDigest } from '../../storage/prefix-digests.ts'
import { settleMessages } from '../../storage/settled-messages.ts'
import { accountOf } from './account-of.ts'
import { type AnswerTap, answerTap } from './answer-tap.ts'
import { type Endpoint, findEndpoint } from './endpoints.ts'
import { UnsentCall } from './unsent-call.ts'
import { findUnsentEndpoint, type UnsentEndpoint } from './unsent-endpoints.ts'
import { wireText } from './wire-text.ts'

/** A request on the wire. */
export interface WireRequest {
  readonly method: string
  /** Absolute. Its query is never kept: it may hold a key. */
  readonly url: URL
  readonly headers: Headers
  readonly text: RequestText
  /** The signal by which the sender may give up. */
  readonly signal?: AbortSignal | null | undefined
  /** Gets the body of a call before anything is reported about it. */
  readonly onRead?: (body: RequestBody) => void
}

/** Guards calls that are known only as bytes: finds the endpoint, reads the body, writes the repaired one. */
export class WireGuard {
  readonly #guard: CallGuard<RequestBody>
  /** Answers that are still being recorded, each with the opener of its conversation. */
  readonly #recordings: Map<Promise<unknown>, string | undefined> = new Map()
  readonly #former = new FormerMessages()

  constructor(options: AdapterOptions<RequestBody> = {}) {
    this.#guard = new CallGuard(options)
  }

  get clock(): Clock {
    return this.#guard.options.clock
  }

  /** The call of this request; null when it cannot be checked and must pass untouched. */
  async open({ method, url, headers, text, onRead, signal }: WireRequest): Promise<WireCall | null> {
    const endpoint = mayGuard(method, url, headers)
    const body = endpoint && this.#read(text, endpoint)
    if (!endpoint || !body) return null
    onRead?.(body)
    const opener = this.#openerOf(body, endpoint)
    await new Caller(this.clock, signal).waitFor(this.#formerTurns(opener), 'at once')
    const named = modelOf(endpoint, url.pathname)
    const model = named === undefined || 'model' in body ? {} : { model: named }
    const start = { format: endpoint.format, body: { ...body, ...model }, request: body, isParsed: true }
    const target = { baseURL: url.origin + url.pathname }
    const account = accountOf(headers, url)
    const maker = { endpoint: url.origin, ...(account !== undefined && { account }) }
    const call = await this.#guard.begin({ ...start, target, maker, signal })
    const follow = async (recording: Promise<unknown>): Promise<void> => {
      this.#recordings.set(recording, opener)
      await recording
      this.#recordings.delete(recording)
    }
    return new WireCall(call, endpoint, Object.keys(model), follow)
  }

  #read(text: RequestText, { format, markField }: Endpoint): RequestBody | null {
    const { listField } = findFormat(format)
    const body = parseBody(() => this.#former.parse(text, listField))
    const isMarked = body !== null && (markField === undefined || typeof body[markField] === 'string')
    if (!isMarked || !(listField in body)) return null
    const list = body[listField]
    if (Array.isArray(list)) settleMessages(list)
    return body
  }

  /** Waits for the turn before while it is still being recorded. A conversation with another opener does not wait. */
  async #formerTurns(opener: string | undefined): Promise<void> {
    const former = [...this.#recordings].filter(([, begun]) => opener === undefined || (begun ?? opener) === opener)
    await Promise.all(former.map(([recording]) => recording))
  }

  /** The first message of a conversation; undefined when it may belong to any: the session is named, or the server holds the beginning. */
  #openerOf(body: RequestBody, { format }: Endpoint): string | undefined {
    const { listField } = findFormat(format)
    const list = body[listField]
    if (this.#guard.options.session !== undefined || serverStateOf(format)?.continues(body) !== undefined)
      return undefined
    try {
      return Array.isArray(list) && list.length > 0 ? messageDigest(list[0]) : undefined
    } catch {
      // Too deeply nested for a hash; the call itself reports that it cannot be recorded.
      return undefined
    }
  }

  /** The call of a request that no model answers; null when it cannot be checked. */
  async openUnsent({ method, url, headers, text, signal }: WireRequest): Promise<UnsentCall | null> {
    const endpoint = mayRepairUnsent(method, url, headers)
    const body = endpoint && parseBody(() => JSON.parse(partOf(text, 0)))
    return endpoint && body && UnsentCall.open(body, endpoint, { ...this.#guard.options, signal })
  }

  /** Resolves when every answer that has passed is in the store. */
  async settled(): Promise<void> {
    await Promise.all(this.#recordings.keys())
  }
}

/** The endpoint of a request that can be guarded, found without reading the body. */
export function mayGuard(method: string, url: URL, headers: Headers): Endpoint | null {
  return mayChange(method, headers) ? findEndpoint(url.pathname) : null
}

/** As {@link mayGuard}, for endpoints that take a conversation without letting a model answer it. */
export function mayRepairUnsent(method: string, url: URL, headers: Headers): UnsentEndpoint | null {
  return mayChange(method, headers) ? findUnsentEndpoint(url.pathname) : null
}

/** AWS signatures cover the body: a changed one would be refused. Bearer keys of Bedrock do not. */
function mayChange(method: string, headers: Headers): boolean {
  return method.toUpperCase() === 'POST' && headers.get('authorization')?.startsWith('AWS4-') !== true
}

/** One call on the wire. */
export class WireCall {
  readonly #call: GuardedCall
  readonly #endpoint: Endpoint
  /** Fields that the path holds instead of the body. */
  readonly #notInBody: readonly string[]
  readonly #follow: (recording: Promise<unknown>) => Promise<void>

  constructor(
    call: GuardedCall,
    endpoint: Endpoint,
    notInBody: readonly string[],
    follow: (recording: Promise<unknown>) => Promise<void>,
  ) {
    this.#call = call
    this.#endpoint = endpoint
    this.#notInBody = notInBody
    this.#follow = follow
  }

  /** The body to send instead of the caller's; null when the caller's is to be sent unchanged. */
  get text(): string | null {
    if (!this.#call.changed) return null
    const { body, betas } = this.#call
    const { betaField } = this.#endpoint
    const asked = betaField === undefined ? [] : [...listOf(body[betaField]), ...betas]
    const entries = Object.entries(body).filter(([field]) => !this.#notInBody.includes(field))
    if (asked.length > 0) entries.push([betaField!, [...new Set(asked)]])
    return wireText(Object.fromEntries(entries))
  }

  /** Header values that the repaired body needs. */
  get addedHeaders(): readonly (readonly [name: string, values: readonly string[]])[] {
    const { betaHeader } = this.#endpoint
    return betaHeader === undefined || this.#call.betas.length === 0 ? [] : [[betaHeader, this.#call.betas]]
  }

  /** Sends the call until it is accepted or nothing is left to try. */
  send<Sent>(sender: Sender<Sent>): Promise<Answered<Sent>> {
    return sendUntilAccepted(this.#call, sender)
  }

  /** Listens to the accepted answer. */
  tap(contentType: string): AnswerTap {
    const tap = answerTap(this.#call, this.#endpoint.answers, contentType)
    return {
      push: (chunk) => tap.push(chunk),
      end: () => {
        const ended = tap.end()
        // A caller that has left waits for nothing, but the next turn must find the recording.
        void this.#follow(ended.then(() => this.#call.settled))
        return ended
      },
    }
  }
}

function parseBody(parse: () => unknown): RequestBody | null {
  try {
    const body = parse()
    return isRecord(body) ? body : null
  } catch {
    // The body is no JSON; the API will report that itself.
    return null
  }
}

function modelOf(endpoint: Endpoint, path: string): string | undefined {
  const model = endpoint.path.exec(path)?.groups?.['model']
  // A model name with broken percent-encoding is for the API to refuse.
  return model === undefined ? undefined : (decodedComponent(model) ?? model)
}
