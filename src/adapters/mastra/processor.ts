/**
 * The part of the processors of `@mastra/core` 1 that is used here, in shapes of our own: its types bring those of four
 * generations of the AI SDK with them. A prompt is that of a language model of the AI SDK.
 */
export interface RequestArgs<Message> {
  readonly prompt: readonly Message[]
  readonly model: PromptedModel
  readonly messageList?: object
  /** The same object for all hooks around one model call. */
  readonly state: object
  readonly abortSignal?: AbortSignal | undefined
}

interface PromptedModel {
  readonly provider: string
  readonly modelId: string
  readonly specificationVersion?: string
}

/** The arguments before a prompt is made: the stored messages, and the settings of the request. */
export interface StepArgs {
  readonly messages: readonly unknown[]
  readonly messageList: object
  readonly model: { readonly provider: string; readonly modelId: string }
  readonly tools?: Readonly<Record<string, unknown>>
  readonly providerOptions?: Readonly<Record<string, unknown>>
  readonly state: object
}

/** Settings that replace the given ones. */
export interface StepSettings {
  tools?: Record<string, unknown>
  providerOptions?: Record<string, Record<string, never>>
}

export interface ErrorArgs {
  readonly error: unknown
  readonly messageList: object
}

/** A chunk of an answer; the last one gives the reason why the answer ended. */
export interface Chunk {
  readonly type: string
  readonly payload?: { readonly stepResult?: { readonly reason?: unknown; readonly rawReason?: unknown } }
}

export interface ResponseArgs {
  readonly chunks: readonly Chunk[]
  readonly fromCache: boolean
  readonly state: object
}

/** An input processor and an error processor of an agent in one. */
export interface MastraProcessor {
  readonly id: 'session-recovery'
  processInputStep(args: StepArgs): StepSettings
  processLLMRequest<Message>(args: RequestArgs<Message>): Promise<{ prompt: Message[] } | undefined>
  processAPIError(args: ErrorArgs): Promise<{ retry: boolean }>
  processLLMResponse(args: ResponseArgs): Promise<void>
}
