import { setImmediate as turn } from 'node:timers/promises'
import type { Writable } from 'node:stream'
import { SessionRecoveryError } from '../../errors/session-recovery-error.ts'

/** Thrown by a write that cannot arrive, so that a command which only prints ends. It is not shown to the user. */
export class Unread extends SessionRecoveryError<'unread'> {
  static override readonly brand: string = 'Unread'
}

/** The output of a command's data. It may break: the reader has left (`doctor | head`), the disk is full. */
export interface DataStream {
  /**
   * Waits while the reader is slow: output is never held in memory.
   *
   * @throws Unread once the stream has broken, unless the work goes on
   */
  put(text: string): Promise<void>
  /** From now on lost output does not end the command. */
  goOnUnread(): void
  /** Waits for everything written; returns the reason why some of it was lost, unless the reader left. */
  settle(): Promise<NodeJS.ErrnoException | undefined>
}

/** Watches standard output; a broken stderr never ends a command. */
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
      // Node emits the error of a write after its callback.
      await turn()
      return broken?.code === 'EPIPE' ? undefined : broken
    },
  }
}
