import type { Task } from '@modelcontextprotocol/sdk/types.js'
import { compareText } from '../../json/compare-text.ts'
import { TaskError } from './task-error.ts'

export interface TaskPage {
  readonly tasks: Task[]
  readonly nextCursor?: string
}

/** Says where a task stands in the order of tasks, so that it leads on also when that task has gone. */
const placeOf = ({ createdAt, taskId }: Task): string => `${createdAt} ${taskId}`

const toCursor = (place: string): string => Buffer.from(place).toString('base64url')

const form = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z [\da-f]{32}$/

/**
 * The tasks after a cursor, oldest first.
 *
 * @throws {TaskError} `bad_cursor`
 */
export function pageOf(tasks: readonly Task[], cursor: string | undefined, pageSize: number): TaskPage {
  const after = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString()
  if (cursor !== undefined && (!form.test(after) || toCursor(after) !== cursor))
    throw new TaskError('bad_cursor', 'The cursor is none that this list has given: begin without one.')
  const rest = tasks
    .filter((task) => compareText(placeOf(task), after) > 0)
    .toSorted((first, second) => compareText(placeOf(first), placeOf(second)))
  const page = rest.slice(0, pageSize)
  const last = page.at(-1)
  if (last === undefined || rest.length === page.length) return { tasks: page }
  return { tasks: page, nextCursor: toCursor(placeOf(last)) }
}
