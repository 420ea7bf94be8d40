import { isAllowed } from '../../faults/loss.ts'
import { encodeBytes } from '../ai-sdk/encode-bytes.ts'
import { isCut } from '../ai-sdk/is-cut.ts'
import type { AdapterOptions } from '../../recovery/calls/call-options.ts'
import { CallGuard } from '../../recovery/calls/call-guard.ts'
import type { GuardedCall } from '../../recovery/calls/guarded-call.ts'
import { thinkingOf, withThinking } from '../ai-sdk/thinking-of.ts'
import { historyElsewhere } from '../shared/history-elsewhere.ts'
import { makerOfModel } from '../wire/maker-of-model.ts'
import { knownThread, type Lesson, type TaughtRepair } from './known-threads.ts'
import type { Chunk, ErrorArgs, MastraProcessor, RequestArgs, ResponseArgs } from './processor.ts'
import { demandedThinking, demandedTools, type Tools } from './step-settings.ts'

/** Options of the processor: those that all adapters share. */
export type MastraOptions = AdapterOptions<readonly unknown[]>

interface Step {
  /** The settings as they were given. */
  readonly settings: { readonly tools: Tools; readonly thinking?: unknown }
  /** The history that the provider holds before the prompt. */
  readonly elsewhere: ReturnType<typeof historyElsewhere>
}

/**
 * Processor for agents of `@mastra/core`: the prompt of every model call is checked and repaired as the last thing before it is
 * sent, and after a structural refusal it is repaired and sent again, plain and streaming. Pass the same object as input and as
 * error processor.
 *
 * Definitions of tools that the history calls and the agent no longer has are added where the provider demands them.
 *
 * What Mastra does not allow: a processor sees the prompt, not the provider's request, and Mastra itself has dropped calls
 * without a result by then, and thrown at messages that it cannot read (`repairModelMessages` of `session-recovery/ai-sdk` before
 * `generate` serves both); what its memory stores is for `recoveringMemory` to repair. Retries count against the agent's `maxProcessorRetries`,
 * which must not be 0, and against `maxSteps`, which must be more than 1: with 1 Mastra ends the run after the refusal, without an error
 * and without a text, although the report says `recovered`. There, and for turns that are durable before they leave, wrap the model in
 * place of the processor: `wrapLanguageModel({ model, middleware: sessionRecovery() })` with the middleware of
 * `session-recovery/ai-sdk`.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const recovery = sessionRecovery()
 * new Agent({ ..., inputProcessors: [recovery], errorProcessors: [recovery], maxProcessorRetries: 3 })
 */
export function sessionRecovery(options: MastraOptions = {}): MastraProcessor {
  const guard = new CallGuard<readonly unknown[]>(options)
  /** Calls under way: the error hook finds its call by the list of messages, the answer hook by its state. */
  const byList = new WeakMap<object, GuardedCall>()
  const byState = new WeakMap<object, GuardedCall>()
  /** Calls that were refused and repaired: their next prompt is ready. */
  const repaired = new WeakSet<GuardedCall>()
  /** Calls that failed after part of their answer was shown: a second attempt would show that part twice. */
  const shown = new WeakSet<GuardedCall>()
  /** What is stored of a thread is repaired when the repaired request was accepted, not before (I17). */
  const lessons = new WeakMap<GuardedCall, Lessons>()

  const mayAdd = guard.options.mode === 'repair' && isAllowed('synthesised', guard.options.allow)
  /** The step that a prompt belongs to: the check of the prompt reports the changed settings. */
  const stepOf = new WeakMap<object, Step>()

  return {
    id: 'session-recovery',

    processInputStep(args) {
      const { messageList, providerOptions, state } = args
      const former = byList.get(messageList)
      const again = former && repaired.has(former) ? former.body : {}
      // Behind the prompt only a prompt can be given back: definitions and thinking go in here.
      const tools = (again['tools'] as Tools | undefined) ?? (mayAdd ? demandedTools(args) : {})
      const demanded = mayAdd ? demandedThinking(args, guard.options.allow) : undefined
      const options = withThinking(providerOptions, again['thinking'] ?? demanded)
      const told = demanded === undefined ? {} : { thinking: thinkingOf(providerOptions) }
      const elsewhere = historyElsewhere(...Object.values(providerOptions ?? {}))
      stepOf.set(state, { settings: { tools: args.tools ?? {}, ...told }, elsewhere })
      return {
        ...(tools !== args.tools && Object.keys(tools).length > 0 && { tools: { ...tools } }),
        ...(options !== providerOptions && { providerOptions: options as never }),
      }
    },

    async processLLMRequest<Message>({ abortSignal: signal, prompt, model, messageList, state }: RequestArgs<Message>) {
      const former = messageList && byList.get(messageList)
      if (former && repaired.delete(former)) {
        byState.set(state, former)
        return { prompt: promptOf<Message>(former) }
      }
      const { modelId, provider, specificationVersion: specification } = model
      const { elsewhere, settings } = stepOf.get(state) ?? {}
      const body = { messages: encodeBytes(prompt), provider, model: modelId, specification, ...settings }
      const known = { ...elsewhere, maker: makerOfModel(model), signal }
      const call = await guard.begin({ format: 'ai-sdk', body, request: prompt, ...known })
      if (messageList) byList.set(messageList, call)
      byState.set(state, call)
      const repair = messageList && knownThread(messageList)
      if (repair) lessons.set(call, lessonsFor(repair, { provider, model: modelId }))
      await call.leaving()
      return call.changed ? { prompt: promptOf<Message>(call) } : undefined
    },

    async processAPIError({ error, messageList }: ErrorArgs) {
      const call = byList.get(messageList)
      if (call === undefined) return { retry: false }
      const retry = !shown.has(call) && (await call.refused(error))
      // This hook does not learn whether the agent retries, so the session is released meanwhile.
      if (retry) {
        await call.released()
        repaired.add(call)
        lessons.get(call)?.errors.push(error)
      } else await call.ended(false)
      return { retry }
    },

    /** Also called after a refusal, then with an error or nothing. The answer itself is recorded with the next prompt. */
    async processLLMResponse({ chunks, fromCache, state }: ResponseArgs) {
      const call = byState.get(state)
      const has = (types: RegExp): boolean => chunks.some(({ type }) => types.test(type))
      if (has(failed)) {
        if (call && has(spoken)) shown.add(call)
      } else if (call && !fromCache && chunks.length > 0) {
        await call.accepted([], chunks.some(isWhole) ? {} : { partial: [] })
        if (call.changed) await lessons.get(call)?.apply()
        lessons.delete(call)
      }
    },
  }
}

/** What a call learns of its thread: whom it is sent to, and what that has refused. */
interface Lessons {
  readonly errors: unknown[]
  apply(): Promise<void>
}

function lessonsFor(repair: TaughtRepair, asked: Lesson): Lessons {
  const errors: unknown[] = []
  return {
    errors,
    async apply() {
      await repair(asked)
      for (const error of errors) await repair({ ...asked, error })
    },
  }
}

const finished = /^(?:step-)?finish$/
const failed = /^error$/
const spoken = /^(?:text|reasoning|tool|file)/

/** Whether a chunk ends an answer that is complete. */
function isWhole({ payload, type }: Chunk): boolean {
  const { rawReason, reason } = payload?.stepResult ?? {}
  return finished.test(type) && !isCut(reason, rawReason)
}

function promptOf<Message>(call: GuardedCall): Message[] {
  return [...call.messages] as Message[]
}
