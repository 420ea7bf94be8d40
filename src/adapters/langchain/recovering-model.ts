import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages'
import { checkArgument, having } from '../../errors/check-options.ts'
import type { GuardedCall } from '../../recovery/calls/guarded-call.ts'
import { sendUntilAccepted } from '../../recovery/calls/send-until-accepted.ts'
import { openItems } from '../wire/open-items.ts'
import { saysEnd, tellsEnds } from './says-end.ts'
import { beginCall, type LangchainGuard, type LangchainOptions, langchainGuard, modelFor } from './model-call.ts'

/** The methods to which every chat model comes down: a whole answer, chunks, or events of the newer streaming protocol. */
const seams = { whole: '_generate', chunks: '_streamResponseChunks', events: '_streamChatModelEvents' } as const

type Whole = BaseChatModel[typeof seams.whole]
type Chunks = BaseChatModel[typeof seams.chunks]
type Events = BaseChatModel[typeof seams.events]
type CallOptions = Parameters<Whole>[1] & { readonly tools?: readonly unknown[] }

/**
 * A chat model like the given one whose requests are checked and repaired before they are sent, and after a structural refusal
 * within the budget; a stream never after its first chunk. It serves everywhere a model does: in a `StateGraph`, a chain,
 * `bindTools`, `withStructuredOutput`. The given model is not changed. What the graph keeps stays as it is: `repairState`
 * repairs that. The session is LangGraph's thread. A response that fails in a stream of OpenAI's Responses API is not seen:
 * LangChain ends that stream as if it were whole.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const model = recoveringModel(new ChatAnthropic({ model: 'claude-opus-5' }), { store }).bindTools(tools)
 */
export function recoveringModel<Model extends BaseChatModel>(model: Model, options: LangchainOptions = {}): Model {
  checkArgument('model', model, having('a chat model of LangChain', seams.whole))
  return recoveringWith(langchainGuard(options), model)
}

function recoveringWith<Model extends BaseChatModel>(guard: LangchainGuard, model: Model): Model {
  const recovering = Object.create(model) as Model
  const define = (name: keyof BaseChatModel, value: unknown): void =>
    void Object.defineProperty(recovering, name, { value, configurable: true, writable: true })

  // Called on the model itself, so that its inner calls are not guarded a second time.
  const whole: Whole = async (messages, callOptions, runManager) => {
    const call = await begin(guard, model, messages, callOptions)
    const { sent } = await sendUntilAccepted(call, {
      send: () =>
        modelFor(model, call, callOptions)[seams.whole](messagesOf(call), optionsOf(call, callOptions), runManager),
    })
    await call.accepted(sent.generations.slice(0, 1).map(({ message }) => message))
    return sent
  }
  define(seams.whole, whole)

  // LangChain takes a model for streaming when it overrides the method of the base class.
  if (isOverridden(model, seams.chunks)) {
    const chunks: Chunks = async function* (messages, callOptions, runManager) {
      const call = await begin(guard, model, messages, callOptions)
      const open = (): AsyncGenerator<Chunk> =>
        modelFor(model, call, callOptions)[seams.chunks](messagesOf(call), optionsOf(call, callOptions), runManager)
      yield* heard(guard, call, open, ({ message }) => message as AIMessageChunk)
    }
    define(seams.chunks, chunks)
  }
  if (isOverridden(model, seams.events)) {
    const events: Events = async function* (messages, callOptions, runManager) {
      const call = await begin(guard, model, messages, callOptions)
      const open = (): AsyncGenerator<Event> =>
        modelFor(model, call, callOptions)[seams.events](messagesOf(call), optionsOf(call, callOptions), runManager)
      yield* heard(guard, call, open)
    }
    define(seams.events, events)
  }

  // `ChatOpenAI` copies itself, for example in `bindTools`; the copy has to be guarded again.
  const withConfig: BaseChatModel['withConfig'] = (config) => {
    const configured = Reflect.apply(model.withConfig, recovering, [config])
    return isChatModel(configured) ? recoveringWith(guard, configured) : configured
  }
  define('withConfig', withConfig)
  return recovering
}

function isChatModel<Candidate extends object>(candidate: Candidate): candidate is BaseChatModel & Candidate {
  return seams.whole in candidate
}

type Chunk = ReturnType<Chunks> extends AsyncGenerator<infer Item> ? Item : never
type Event = ReturnType<Events> extends AsyncGenerator<infer Item> ? Item : never

async function begin(
  guard: LangchainGuard,
  model: BaseChatModel,
  messages: BaseMessage[],
  callOptions: CallOptions,
): Promise<GuardedCall> {
  // A node runs inside LangGraph's context, whose config is not in the call options.
  const { AsyncLocalStorageProviderSingleton } = await import('@langchain/core/singletons')
  const run: unknown = AsyncLocalStorageProviderSingleton.getRunnableConfig()
  return beginCall(guard, { messages, run, model, callOptions, tools: toolsOf(model, callOptions) })
}

/** The tools of the call, or of the model's defaults, where `ChatOpenAI` keeps its bound tools. */
function toolsOf(model: BaseChatModel, { tools }: CallOptions): readonly unknown[] {
  const { defaultOptions } = model as { defaultOptions?: CallOptions }
  return tools ?? defaultOptions?.tools ?? []
}

function messagesOf(call: GuardedCall): BaseMessage[] {
  return call.messages as BaseMessage[]
}

/** The caller's options, with the tools that a repair has added. */
function optionsOf<Options extends CallOptions>(call: GuardedCall, callOptions: Options): Options {
  const tools = call.body['tools'] as readonly unknown[]
  return tools === callOptions.tools || tools.length === 0 ? callOptions : { ...callOptions, tools }
}

/** Opens a stream until it is accepted, passes it on, and records the answer at its end. */
async function* heard<Item extends Chunk | Event>(
  { options }: LangchainGuard,
  call: GuardedCall,
  open: () => AsyncGenerator<Item>,
  messageOf?: (item: Item) => AIMessageChunk,
): AsyncGenerator<Item> {
  const { accepted, sent } = await sendUntilAccepted(call, {
    send: () => openItems(open(), (item) => !leavesOpen(item), options.clock),
    errorOf: async ({ error }) => error,
    discard: ({ items }) => items.return(),
  })
  // Items before a refusal or a broken connection are passed on as without a guard.
  if (!accepted) return yield* sent.items
  const said: AIMessageChunk[] = []
  let isWhole = false
  let hasEnded = !tellsEnds(call)
  try {
    for await (const item of sent.items) {
      if (messageOf) said.push(messageOf(item))
      hasEnded ||= 'event' in item || saysEnd(item.message, item.generationInfo)
      call.heard(said.length, () => together(said))
      yield item
    }
    isWhole = hasEnded
  } finally {
    const answer = together(said)
    await call.accepted(isWhole ? answer : [], isWhole ? {} : { partial: answer })
  }
}

/** The chunks as one message; an empty list for no chunks. */
function together(said: readonly AIMessageChunk[]): AIMessageChunk[] {
  return said.length === 0 ? [] : [said.reduce((before, chunk) => before.concat(chunk))]
}

/** Whether a refusal may still follow this chunk or event: the first one only names the provider. */
function leavesOpen(item: Chunk | Event): boolean {
  if ('event' in item) return item.event === 'message-start' || item.event === 'provider'
  const { additional_kwargs: more, content, tool_call_chunks: calls = [] } = item.message as AIMessageChunk
  return content.length === 0 && calls.length === 0 && !more['reasoning_content']
}

/** Whether a model overrides the method of the base class. */
function isOverridden(model: object, name: string): boolean {
  const owners = prototypesOf(model).filter((prototype) => Object.hasOwn(prototype, name))
  return owners.length > 1
}

function prototypesOf(model: object): object[] {
  const above: object | null = Object.getPrototypeOf(model)
  return above === null ? [] : [above, ...prototypesOf(above)]
}
