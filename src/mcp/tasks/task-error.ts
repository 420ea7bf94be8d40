import { SessionRecoveryError } from '../../errors/session-recovery-error.ts'

/**
 * `not_found`: no such task, or of somebody else. `final`: it has ended and does not change any more. `no_result`: it has not ended with
 * one. `bad_cursor`: not one that `listTasks` gave. `too_large`: a result beyond `maxResultSize`.
 */
export type TaskErrorCode = 'not_found' | 'final' | 'no_result' | 'bad_cursor' | 'too_large'

/**
 * A call of a task store that cannot be answered.
 *
 * @example
 * try { await tasks.getTaskResult(taskId) }
 * catch (error) { if (TaskError.isInstance(error) && error.code === 'no_result') pollAgain() }
 */
export class TaskError extends SessionRecoveryError<TaskErrorCode> {
  static override readonly brand: string = 'TaskError'
}
