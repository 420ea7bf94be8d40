import type { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'

/** Who listens to an answer on its way. */
export interface AnswerListener {
  chunk(bytes: Buffer): void
  /** All has passed; the client is told so when this has settled. */
  end(): Promise<void>
}

/**
 * Passes an answer on as it comes: no chunk waits for the next, none is taken before the client has room for it. Rejects, with both
 * sides closed, when one of them breaks off. Node's `pipeline` with a transform in it makes errors and signals for each answer, also
 * where nothing fails: an eighth of all that a request costs here. Of an answer that `isHere`, whole, the last chunk goes out together
 * with the end, in one write.
 */
export function passOn(answer: Readable, response: Writable, listener: AnswerListener, isHere = false): Promise<void> {
  return new Promise((resolve, reject) => {
    let held: Buffer | undefined
    const fail = (cause: unknown): void => {
      answer.destroy()
      response.destroy()
      reject(cause)
    }
    const finish = (): void => void listener.end().then(() => response.end(held), fail)
    /** What came before it is the client's: it is on its way, and the connection ends behind it. */
    const breakOff = (cause: unknown): void => {
      answer.destroy()
      const { socket } = response as { readonly socket?: Socket | null }
      if (socket) socket.destroySoon()
      else response.destroy()
      reject(cause)
    }
    const checkAnswer = (): void => {
      if (!answer.readableEnded) breakOff(new Error('the upstream broke off its answer'))
    }
    const checkClient = (): void => {
      if (!response.writableFinished) fail(new Error('the client has gone'))
    }
    response.on('drain', () => answer.resume())
    response.on('finish', resolve)
    response.on('error', fail)
    response.on('close', checkClient)
    if (response.destroyed) return checkClient()
    // An answer that was refused has been read to its end.
    if (answer.readableEnded) return finish()
    answer.on('data', (bytes: Buffer) => {
      listener.chunk(bytes)
      const ready = isHere ? held : bytes
      if (isHere) held = bytes
      if (ready !== undefined && !response.write(ready)) answer.pause()
    })
    answer.on('end', finish)
    answer.on('error', breakOff)
    answer.on('close', checkAnswer)
    if (answer.destroyed) checkAnswer()
  })
}
