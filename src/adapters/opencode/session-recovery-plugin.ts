import { demandObject } from '../../errors/check-options.ts'
import { createSessionRecoveryHook } from '../../hook/create-session-recovery-hook.ts'
import type { SessionRecoveryOptions } from '../../hook/hook-options.ts'
import { isRecord } from '../../json/is-record.ts'
import { repair } from '../../repair/repair.ts'
import { applyInPlace } from './apply-in-place.ts'
import type { OpencodeEvent, OpencodeHooks, OpencodeMessage, OpencodePluginInput } from './host-types.ts'
import { opencodeHost } from './opencode-host.ts'
import { readSession } from './read-session.ts'

/** An idle event marks the turn's end; without one the repair begins after this time. */
const idleWaitMs = 1500

/**
 * The plugin for opencode: repairs what is about to be sent, and after a refusal the stored session, then resumes the turn with
 * the same agent, model and variant.
 *
 * @throws {OptionsError} when an option in opencode.json does not fit
 * @example
 * // opencode.json: the package of the registry, whose export `./server` is this plugin. A spec with a path behind the name
 * // (`session-recovery/opencode`) would be read as a repository of that owner, and fetched from there.
 * { "plugin": ["session-recovery@0.1.0"] }
 */
export async function sessionRecoveryPlugin(
  input: OpencodePluginInput,
  options: SessionRecoveryOptions = {},
): Promise<OpencodeHooks> {
  demandObject(input)
  const { client } = input
  const hook = createSessionRecoveryHook(opencodeHost(client), options)
  const waiting = new Map<string, () => void>()
  const running = new Set<Promise<unknown>>()

  /** The session reports its error first and becomes idle afterwards; parts of a busy session cannot all be changed. */
  const recover = async (sessionID: string, error: unknown): Promise<void> => {
    await new Promise<void>((resolve) => {
      waiting.set(sessionID, resolve)
      setTimeout(resolve, idleWaitMs).unref()
    })
    waiting.delete(sessionID)
    const id = await failedMessage(client, sessionID)
    await hook.recover({ role: 'assistant', sessionID, error, ...(id !== undefined && { id }) })
  }

  return {
    async event({ event }) {
      const { sessionID = '', error, idle } = readEvent(event)
      if (idle) waiting.get(sessionID)?.()
      // opencode reports the same error twice, in `session.error` and with the message; the second report is ignored.
      if (error === undefined || waiting.has(sessionID) || !hook.isRecoverableError(error)) return
      const work = recover(sessionID, error).finally(() => running.delete(work))
      running.add(work)
    },

    async 'experimental.chat.messages.transform'(_input, output) {
      const sessionID = output.messages[0]?.info['sessionID']
      if (typeof sessionID !== 'string' || options.mode === 'observe') return
      try {
        repairInFlight(sessionID, output.messages, options)
      } catch {
        // An error here would end opencode's turn. A list that cannot be repaired is sent as it is, and its refusal is recovered (I10).
      }
    },

    async dispose() {
      for (const start of waiting.values()) start()
      await Promise.allSettled(running)
      await hook.dispose()
    },
  }
}

function repairInFlight(sessionID: string, messages: OpencodeMessage[], options: SessionRecoveryOptions): void {
  const session = readSession(sessionID, messages)
  const request = session.model === undefined ? {} : { model: session.model }
  const edits = session.isClaude
    ? repair(session.messages, {
        format: 'anthropic-messages',
        request,
        allow: options.allow ?? 'synthesised',
        purpose: 'stored',
      }).edits
    : []
  applyInPlace(sessionID, messages, session.plan(edits))
}

/** The session of an event, with its error or its being idle. */
function readEvent({ type, properties = {} }: OpencodeEvent): { sessionID?: string; error?: unknown; idle?: boolean } {
  const info = isRecord(properties['info']) ? properties['info'] : {}
  const sessionID = properties['sessionID'] ?? info['sessionID']
  if (typeof sessionID !== 'string') return {}
  if (type === 'session.error') return { sessionID, error: properties['error'] }
  if (type === 'message.updated' && info['role'] === 'assistant') return { sessionID, error: info['error'] }
  const status = isRecord(properties['status']) ? properties['status']['type'] : undefined
  return { sessionID, idle: type === 'session.idle' || (type === 'session.status' && status === 'idle') }
}

/** The id of the newest failed message, which error events do not name; the hook works without it as well. */
async function failedMessage(client: OpencodePluginInput['client'], sessionID: string): Promise<string | undefined> {
  const { data } = await client.session.messages({ path: { id: sessionID } }).catch(() => ({ data: undefined }))
  return data?.findLast(({ info }) => info['role'] === 'assistant')?.info.id
}
