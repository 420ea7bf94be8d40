import type { BaseMessage } from '@langchain/core/messages'
import { isEqual } from '../../json/is-equal.ts'
import { isRecord } from '../../json/is-record.ts'
import type { AdapterOptions } from '../../recovery/calls/call-options.ts'
import { CallGuard } from '../../recovery/calls/call-guard.ts'
import type { GuardedCall } from '../../recovery/calls/guarded-call.ts'
import { historyElsewhere } from '../shared/history-elsewhere.ts'
import { makerOfModel } from '../wire/maker-of-model.ts'

/** What a call to the model is about, for the `session` option: its messages, and LangGraph's thread when there is one. */
export interface LangchainCall {
  readonly messages: readonly BaseMessage[]
  readonly threadID: string | undefined
}

/** Options of every guard for LangChain: those that all adapters share. The session is LangGraph's thread by default. */
export type LangchainOptions = AdapterOptions<LangchainCall>

/** Guards calls to the models of LangChain. */
export type LangchainGuard = CallGuard<LangchainCall>

/** @throws {OptionsError} when an option does not fit */
export function langchainGuard(options: LangchainOptions): LangchainGuard {
  return new CallGuard<LangchainCall>({ session: ({ threadID }) => threadID, ...options })
}

/**
 * The classes of messages. Importing them takes a second, so they are loaded with the first call, when the program has loaded them anyway.
 */
export const loadClasses = (): Promise<typeof import('@langchain/core/messages')> => import('@langchain/core/messages')

/** A call with what is known beside its messages. `tools` and `model` are absent when they are unknown. */
export interface ModelCall {
  readonly messages: readonly BaseMessage[]
  readonly tools?: readonly unknown[] | undefined
  readonly model?: unknown
  /** Options of this one call, which the model's own parameters may depend on. */
  readonly callOptions?: object
  /** The run that the call is part of: LangGraph's runtime, or its config. */
  readonly run?: unknown
}

/** Begins a guarded call with the rules that are certain for the provider behind the model. */
export async function beginCall(guard: LangchainGuard, call: ModelCall): Promise<GuardedCall> {
  const { messages, tools, model, callOptions = {}, run } = call
  const threadID = threadOf(run)
  const { AIMessage: ai, HumanMessage: human, SystemMessage: system, ToolMessage: tool } = await loadClasses()
  const messageClasses = { human, ai, system, tool }
  const told = { ...(tools && { tools }), ...providerOf(model, callOptions, tools) }
  return guard.begin({
    format: 'langchain',
    body: { messages, messageClasses, ...told },
    request: { messages, threadID },
    ...historyElsewhere(callOptions),
    maker: makerOfModel(model),
    signal: signalOf(callOptions) ?? signalOf(run),
  })
}

function signalOf(holder: unknown): AbortSignal | undefined {
  const signal = isRecord(holder) ? holder['signal'] : undefined
  return signal instanceof AbortSignal ? signal : undefined
}

/** The thread of a runtime or a config of LangGraph. */
function threadOf(runtime: unknown): string | undefined {
  const configurable = isRecord(runtime) ? runtime['configurable'] : undefined
  const thread = isRecord(configurable) ? configurable['thread_id'] : undefined
  return typeof thread === 'string' ? thread : undefined
}

/** The method by which `ChatOpenAI` chooses between its two APIs. */
const asksResponses = '_useResponsesApi'

/** The methods by which a chat model describes itself: provider and model for LangSmith, and the parameters that it will send. */
interface TellingModel {
  getLsParams?(options: object): { readonly ls_provider?: string; readonly ls_model_name?: string }
  invocationParams?(options: object): unknown
  [asksResponses]?(options: object): boolean
}

/**
 * The model as the repaired body demands it: one that does not think, where the running loop of tools has lost the thinking that it
 * must start with. The given one is not changed.
 */
export function modelFor<Model extends object>(model: Model, call: GuardedCall, callOptions: object = {}): Model {
  const { thinking } = call.body
  if (thinking === undefined || isEqual(thinking, providerOf(model, callOptions)['thinking'])) return model
  const { bound } = model as { bound?: object }
  return bound === undefined ? derive(model, { thinking }) : derive(model, { bound: derive(bound, { thinking }) })
}

/** An object that inherits from the given one and has fields of its own. */
function derive<Base extends object>(base: Base, fields: object): Base {
  return Object.assign(Object.create(base) as Base, fields)
}

function providerOf(model: unknown, callOptions: object, tools?: readonly unknown[]): Record<string, unknown> {
  // A model with bound tools is a runnable around it.
  const { bound } = (isRecord(model) ? model : {}) as { bound?: unknown }
  const telling = (bound ?? model) as TellingModel | undefined
  try {
    const traits = telling?.getLsParams?.(callOptions)
    const sent = telling?.invocationParams?.(callOptions)
    const { ls_provider: provider, ls_model_name: name } = traits ?? {}
    const isOfResponses = telling?.[asksResponses]?.({ ...callOptions, ...(tools && { tools }) })
    const api = isOfResponses === undefined ? undefined : isOfResponses ? 'responses' : 'chat'
    const thinking = isRecord(sent) ? sent['thinking'] : undefined
    return {
      ...(provider && { provider }),
      ...(name && { model: name }),
      ...(api !== undefined && { api }),
      ...(isRecord(thinking) && { thinking }),
    }
  } catch {
    // A model that throws here is guarded as an unknown one.
    return {}
  }
}
