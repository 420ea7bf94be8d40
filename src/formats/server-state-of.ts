import { threads } from './anthropic-messages/threads.ts'
import type { FormatName } from './format-name.ts'
import { previousResponses } from './openai-responses/previous-responses.ts'
import type { ServerState } from './server-state.ts'

/** Kept outside the formats: a linter never needs it, so its bundle leaves it out. */
const states: Partial<Readonly<Record<FormatName, ServerState>>> = {
  'anthropic-messages': threads,
  'openai-responses': previousResponses,
}

/** How requests of that format continue from a server's state; undefined when each request carries the whole conversation. */
export function serverStateOf(name: FormatName): ServerState | undefined {
  return states[name]
}
