import type { Evidence } from '../../transcript/evidence.ts'
import { isRecord } from '../../json/is-record.ts'

/** The facts about a command in an event: `item_completed` since 0.169, `exec_command_end` before. */
function commandOf(payload: Record<string, unknown>): Record<string, unknown> | undefined {
  const item = payload['type'] === 'item_completed' ? payload['item'] : undefined
  if (isRecord(item) && item['type'] === 'CommandExecution') return item
  return payload['type'] === 'exec_command_end' ? payload : undefined
}

/**
 * Real outputs of commands that stand a second time in the events of a rollout (`aggregated_output`): where the line that
 * would be sent is lost, they are the result (I5).
 */
export class RecordedOutputs implements Evidence {
  readonly #outputs = new Map<string, string[]>()

  /** Takes the payload of an `event_msg` line. */
  take(payload: Record<string, unknown>): void {
    const command = commandOf(payload)
    const id = command?.['call_id'] ?? command?.['id']
    const output = command?.['aggregated_output']
    if (typeof id !== 'string' || typeof output !== 'string') return
    const exit = command?.['exit_code']
    const text = `${typeof exit === 'number' ? `Process exited with code ${exit}\n` : ''}Output:\n${output}`
    this.#outputs.set(id, [...(this.#outputs.get(id) ?? []), text])
  }

  resultOf(callId: string, occurrence: number): ReturnType<Evidence['resultOf']> {
    const output = this.#outputs.get(callId)?.[occurrence]
    return output === undefined ? undefined : { status: 'completed', output }
  }
}
