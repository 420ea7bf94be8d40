/** The parts of opencode's plugin interface that the plugin uses (@opencode-ai/plugin 1.18); nothing of it is imported. */

/** Fields of a message or a part, as opencode hands them out. */
export type OpencodeFields = Record<string, unknown> & { id: string }

/** One message with its parts, as `session.messages` and `messages.transform` give it. */
export interface OpencodeMessage {
  info: OpencodeFields
  parts: OpencodeFields[]
}

/** Every call resolves; a refusal (4xx) is in `error`. */
export interface OpencodeResult<Data> {
  readonly data?: Data
  readonly error?: unknown
}

type SessionPath = { readonly path: { readonly id: string } }
type RawRequest = {
  readonly url: string
  readonly path: Record<string, string>
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** The v1 client that plugins get. It has no methods for parts: those calls go through its inner client. */
export interface OpencodeClient {
  readonly session: {
    messages(options: SessionPath): Promise<OpencodeResult<OpencodeMessage[]>>
    abort(options: SessionPath): Promise<OpencodeResult<unknown>>
    promptAsync(options: SessionPath & { readonly body: Record<string, unknown> }): Promise<OpencodeResult<unknown>>
  }
  readonly tui?: { showToast(options: { readonly body: Record<string, unknown> }): Promise<unknown> }
  readonly _client: {
    patch(request: RawRequest): Promise<OpencodeResult<unknown>>
    delete(request: RawRequest): Promise<OpencodeResult<unknown>>
  }
}

/** An event of which the host informs a plugin. */
export interface OpencodeEvent {
  readonly type: string
  readonly properties?: Record<string, unknown>
}

/** The argument of a plugin. */
export interface OpencodePluginInput {
  readonly client: OpencodeClient
}

/** The hooks that the plugin implements. */
export interface OpencodeHooks {
  event(input: { readonly event: OpencodeEvent }): Promise<void>
  'experimental.chat.messages.transform'(input: unknown, output: { messages: OpencodeMessage[] }): Promise<void>
  dispose(): Promise<void>
}
