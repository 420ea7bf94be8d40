import { threads } from './anthropic-messages/threads.ts'
import type { FormatName } from './format-name.ts'
import { previousResponses } from './openai-responses/previous-responses.ts'
import type { ServerState } from './server-state.ts'

/** Beside the formats, not in them: a linter never asks, and its bundle leaves them out. */
const states: Partial<Readonly<Record<FormatName, ServerState>>> = {
  'anthropic-messages': threads,
  'openai-responses': previousResponses,
}

/** How requests of that format continue from what a server holds; undefined where each brings the whole conversation. */
export function serverStateOf(name: FormatName): ServerState | undefined {
  return states[name]
}
