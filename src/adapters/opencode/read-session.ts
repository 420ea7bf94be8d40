import { buildMessages, type BuiltMessage, currentModel } from '../../agents/opencode/build-messages.ts'
import { sinceCompaction } from '../../agents/opencode/history.ts'
import { planRows } from '../../agents/opencode/plan-rows.ts'
import { soundRows } from '../../agents/opencode/sound-rows.ts'
import type { RowChange, StoredRow } from '../../agents/opencode/stored-rows.ts'
import type { Edit } from '../../transcript/edit.ts'
import { isRecord } from '../../json/is-record.ts'
import type { OpencodeFields, OpencodeMessage } from './host-types.ts'

/** A live session as opencode hands it out, read the way it would send it. */
export interface HostSession {
  readonly messages: readonly unknown[]
  readonly model: string | undefined
  /** The rules of the Messages API hold for it: opencode sends other providers through other converters. */
  readonly isClaude: boolean
  /** The changes of parts and messages that a repair needs, those of rows that cannot be read included. */
  plan(edits: readonly Edit[]): RowChange[]
}

/** Reads messages with their parts. Pure: the given objects are not changed. */
export function readSession(sessionID: string, given: readonly OpencodeMessage[]): HostSession {
  const session = {
    id: sessionID,
    messages: given.map(({ info }) => rowOf(info, info.id)),
    parts: given.flatMap(({ info, parts }) => parts.map((part) => rowOf(part, info.id))),
  }
  const sound = soundRows(session, () => undefined)
  const history = sinceCompaction(sound.messages)
  const built: BuiltMessage[] = buildMessages(history)
  const { modelID, providerID } = currentModel(history)
  return {
    messages: built.map(({ message }) => message),
    model: modelID,
    isClaude: /anthropic|claude/i.test([providerID, modelID].join(' ')),
    plan: (edits) => planRows(built, edits, sound.repairs),
  }
}

/** The stored form of a message or part: its ids are columns, the rest is JSON. */
function rowOf(fields: OpencodeFields, messageId: string): StoredRow {
  const { id, sessionID: _session, messageID: _message, ...data } = fields
  const time = isRecord(fields['time']) ? Number(fields['time']['created'] ?? fields['time']['start'] ?? 0) : 0
  return { id, messageId, timeCreated: time, timeUpdated: time, text: JSON.stringify(data) }
}
