import type { ModelMessage, UIMessage } from 'ai'
import { demandObject } from '../../errors/check-options.ts'
import { reportOf } from '../../recovery/report-of.ts'
import { tell } from '../../recovery/tell.ts'
import type { Purpose } from '../../lint/lint-context.ts'
import type { RepairOptions } from '../../repair/repair-options.ts'
import { repair } from '../../repair/repair.ts'
import type { AdapterOptions } from '../../recovery/calls/call-options.ts'

/** Options of {@link repairUIMessages} and {@link repairModelMessages}. */
export interface RepairMessagesOptions
  extends Pick<AdapterOptions, 'mode' | 'allow' | 'onRepair'>, Pick<RepairOptions, 'evidence' | 'request'> {
  /** `request` (default): about to be sent. `stored`: lies in a store, the last tool call may still be running. */
  readonly purpose?: Purpose
  /** Whatever an earlier call with these messages threw. */
  readonly error?: unknown
}

/**
 * Repairs the messages of a stored chat, before `convertToModelMessages`. Healthy messages come back as the same array.
 *
 * They are those of AI SDK 7, which leaves out an approval that a later message has passed over. Version 6 throws at its call:
 * `request: { specification: 'v3' }` tells that the chat is one of 6, as its language models do.
 *
 * @example
 * const messages = await convertToModelMessages(repairUIMessages(await loadChat(id)))
 */
export function repairUIMessages<Message extends UIMessage>(
  messages: Message[],
  options: RepairMessagesOptions = {},
): Message[] {
  return repaired(messages, true, options)
}

/**
 * Repairs ModelMessages before a call, or between the steps of one. Healthy messages come back as the same array.
 *
 * @example
 * generateText({ model, messages: repairModelMessages(history), prepareStep: ({ messages }) => ({ messages: repairModelMessages(messages) }) })
 */
export function repairModelMessages<Message extends ModelMessage>(
  messages: Message[],
  options: RepairMessagesOptions = {},
): Message[] {
  return repaired(messages, false, options)
}

function repaired<Message>(messages: Message[], shown: boolean, options: RepairMessagesOptions): Message[] {
  demandObject(options)
  const { mode = 'repair', onRepair, request, ...rest } = options
  const result = repair(messages, { format: 'ai-sdk', ...rest, request: { shown, ...request } })
  if (!result.changed && result.remaining.length === 0) return messages
  const observed = mode === 'observe'
  const outcome = !result.changed ? 'unrepairable' : observed ? 'observed' : 'recovered'
  tell(onRepair, reportOf({ outcome, sessionID: undefined, error: options.error, result }))
  return observed ? messages : (result.messages as Message[])
}
