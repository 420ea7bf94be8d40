import { setImmediate as turn } from 'node:timers/promises'
import type { Writable } from 'node:stream'
import { SessionRecoveryError } from '../../errors/session-recovery-error.ts'

/** Thrown by a write that cannot arrive, so that a command which only tells something ends. No error for a person. */
export class Unread extends SessionRecoveryError<'unread'> {
  static override readonly brand: string = 'Unread'
}

/** Where the data of a command goes. It may break: a reader has seen enough (`doctor | head`), a disk is full. */
export interface DataStream {
  /**
   * Waits while the reader is slow: output is never held in memory.
   *
   * @throws Unread once the stream has broken, unless the work goes on
   */
  put(text: string): Promise<void>
  /** From now on what is written may go nowhere. */
  goOnUnread(): void
  /** Waits for all that was written; why it did not arrive, if a reader who left is not the reason. */
  settle(): Promise<NodeJS.ErrnoException | undefined>
}

/** Watches over standard output; what happens to the talk of a command is never a reason to end. */
export function dataStream(stdout: Writable, stderr: Writable): DataStream {
  let broken: NodeJS.ErrnoException | undefined
  let mustBeRead = true
  stdout.on('error', (cause) => (broken ??= cause))
  stderr.on('error', () => undefined)
  const drained = (): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        stdout.off('drain', done)
        stdout.off('close', done)
        stdout.off('error', done)
        resolve()
      }
      for (const event of ['drain', 'close', 'error']) stdout.once(event, done)
    })
  return {
    async put(text) {
      const isGone = broken !== undefined || stdout.destroyed
      if (isGone && mustBeRead) throw new Unread('unread', 'Nobody reads what is written.')
      if (!isGone && !stdout.write(text)) await drained()
    },
    goOnUnread() {
      mustBeRead = false
    },
    async settle() {
      if (broken === undefined && !stdout.destroyed && stdout.writableLength > 0) await drained()
      // The error of a write is told behind its answer.
      await turn()
      return broken?.code === 'EPIPE' ? undefined : broken
    },
  }
}
