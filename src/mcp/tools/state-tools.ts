import { z } from 'zod'
import { redactSecrets } from '../../presence/redact-secrets.ts'
import { defineTool, hints, type McpContext, type McpTool } from '../mcp-tool.ts'
import { ToolError } from '../tool-error.ts'

const hourMs = 3_600_000

/** Values under a handle have no owner: whoever has the handle has them, and none of those that are kept under a name. */
const own = { owner: '' } as const

const handle = z
  .string()
  .optional()
  .describe('The handle that save_session_state returned; may be left out on the connection that saved')
const key = z.string().min(1).max(200)

interface Place {
  readonly sessionID: string
  /** What the client is told: of calls that run side by side each its own. */
  readonly handle: string
}

/** The place in the store behind a handle; a new one for a first save. Nobody shares a default. */
async function placeOf(given: string | undefined, context: McpContext, create: boolean): Promise<Place> {
  if (given === undefined && context.handle === undefined) {
    if (!create)
      throw new ToolError(
        'no_handle',
        'No handle was given: save state first, or pass the handle that a save returned.',
      )
    issueInto(context)
  }
  const kept = context.handle
  const handle = given ?? (await kept)!
  const found = await context.handles.resolve(handle)
  if (found.found) {
    context.handle = Promise.resolve(handle)
    return { sessionID: found.sessionID, handle }
  }
  // The connection's own is gone from the store: there is none to be had by leaving it out, unless it is forgotten.
  if (given === undefined && context.handle === kept) context.handle = undefined
  throw new ToolError('bad_handle', `The handle is ${found.why}: save state without one to get a new handle.`)
}

/** Saves that come at once share the handle of the first: the values of the others would lie where no client looks. */
function issueInto(context: McpContext): void {
  const issuing = context.handles.issue()
  context.handle = issuing
  issuing.catch(() => {
    if (context.handle === issuing) context.handle = undefined
  })
}

/** State of an agent that outlives this server: explicit handles, since the protocol has no sessions. */
export const stateTools: readonly McpTool[] = [
  defineTool({
    name: 'save_session_state',
    title: 'Save state',
    description:
      'Keeps a value under a key across restarts of the server and the client. Returns the handle to load it with.',
    hints: hints.adds,
    input: z.object({
      state_key: key,
      state_data: z.unknown().describe('Any JSON; null is a value. Secrets are masked.'),
      expires_in_hours: z
        .number()
        .positive()
        .max(24 * 365)
        .default(24),
      handle,
    }),
    async run({ state_key: name, state_data: value, expires_in_hours: hours, handle: given }, context) {
      const { sessionID, handle: used } = await placeOf(given, context, true)
      await context.store.state.set(sessionID, name, redactSecrets(value), { ttlMs: hours * hourMs })
      const expiresAt = new Date(context.environment.now() + hours * hourMs).toISOString()
      return {
        text: `Saved ${name} until ${expiresAt}. Handle: ${used}`,
        data: { saved: true, state_key: name, handle: used, expires_at: expiresAt },
      }
    },
  }),
  defineTool({
    name: 'load_session_state',
    title: 'Load state',
    description: 'Returns the value under a key, or says whether it is absent or has expired.',
    hints: hints.looks,
    input: z.object({ state_key: key, handle }),
    async run({ state_key: name, handle: given }, context) {
      const found = await context.store.state.get((await placeOf(given, context, false)).sessionID, name)
      if (!found.found)
        return { text: `No value: ${found.why}.`, data: { state_key: name, found: false, why: found.why } }
      return { text: JSON.stringify(found.value), data: { state_key: name, found: true, value: found.value } }
    },
  }),
  defineTool({
    name: 'list_session_states',
    title: 'List state',
    description: 'The keys that are kept, without their values.',
    hints: hints.looks,
    input: z.object({ handle }),
    async run({ handle: given }, context) {
      const entries = await context.store.state.list((await placeOf(given, context, false)).sessionID, own)
      return {
        text: entries.length === 0 ? 'No state.' : entries.map((entry) => entry.key).join('\n'),
        data: {
          states: entries.map((entry) => ({
            state_key: entry.key,
            updated_at: new Date(entry.updatedAt).toISOString(),
            expires_at: entry.expiresAt === undefined ? null : new Date(entry.expiresAt).toISOString(),
          })),
        },
      }
    },
  }),
  defineTool({
    name: 'clear_session_state',
    title: 'Clear state',
    description: 'Removes one key, or all keys of the handle. Does nothing without confirm.',
    hints: hints.replaces,
    input: z.object({ state_key: key.optional(), confirm: z.boolean().default(false), handle }),
    async run({ state_key: name, confirm, handle: given }, context) {
      if (!confirm) throw new ToolError('not_confirmed', 'Nothing was removed: call again with confirm: true.')
      const { sessionID } = await placeOf(given, context, false)
      const names =
        name === undefined ? (await context.store.state.list(sessionID, own)).map((entry) => entry.key) : [name]
      let cleared = 0
      for (const each of names) cleared += await context.store.state.clear(sessionID, each, own)
      return { text: `Removed ${cleared}.`, data: { cleared } }
    },
  }),
]
