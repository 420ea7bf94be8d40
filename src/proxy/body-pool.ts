/** What is kept for bodies to come, in bytes. */
const maxKept = 16 * 1024 * 1024
/** Rooms are powers of two from here on, so that nearly every body finds one that another has left. */
const smallestRoom = 64 * 1024

/**
 * Memory for bodies, used again: a buffer of its own for each request has the runtime search all memory through every few dozen of
 * them, which takes a third of the time that a request costs here.
 */
export class BodyPool {
  readonly #maxKept: number
  readonly #free: ArrayBuffer[] = []
  #kept = 0

  constructor(most: number = maxKept) {
    this.#maxKept = most
  }

  /** So many bytes, of any content: write all of them. */
  take(length: number): Buffer<ArrayBuffer> {
    const room = roomFor(length)
    const at = this.#free.findIndex(({ byteLength }) => byteLength === room)
    if (at === -1) return Buffer.from(new ArrayBuffer(room), 0, length)
    this.#kept -= room
    return Buffer.from(this.#free.splice(at, 1)[0]!, 0, length)
  }

  /** Takes back what {@link take} gave. Nothing may use it any more, not even a socket that is still sending it. */
  give({ buffer }: Buffer<ArrayBuffer>): void {
    if (this.#kept + buffer.byteLength > this.#maxKept) return
    this.#kept += buffer.byteLength
    this.#free.push(buffer)
  }
}

function roomFor(length: number): number {
  let room = smallestRoom
  while (room < length) room *= 2
  return room
}
