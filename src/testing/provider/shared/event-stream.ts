export type ServerEvent = { [field: string]: unknown }

/** How a stream goes wrong: it breaks after so many whole events, in the middle of the next one; or it never ends. */
export type StreamDamage = { cutAfter?: number; hangAfter?: number; errorAfter?: { events: number; body: ServerEvent } }

const encode = (event: ServerEvent): string => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`

/**
 * Writes server-sent events the way providers do: one `event:` line, one `data:` line, one blank line; `write` for those
 * who do it in another way, in text or in bytes.
 */
export function eventStream(
  events: readonly ServerEvent[],
  damage: StreamDamage = {},
  write: (event: ServerEvent) => string | Uint8Array = encode,
): ReadableStream<Uint8Array> {
  const bytesOf = (event: ServerEvent): Uint8Array => Buffer.from(write(event))
  let index = 0
  return new ReadableStream({
    async pull(controller) {
      const event = events[index]
      if (index === damage.hangAfter) return new Promise<void>(() => {})
      if (index === damage.cutAfter) {
        const bytes = event ? bytesOf(event) : Buffer.alloc(0)
        controller.enqueue(bytes.subarray(0, Math.floor(bytes.length / 2)))
        // The half event must leave before the connection breaks.
        await new Promise((resolve) => setImmediate(resolve))
        return controller.error(new TypeError('terminated'))
      }
      if (damage.errorAfter && index === damage.errorAfter.events) {
        controller.enqueue(bytesOf(damage.errorAfter.body))
        return controller.close()
      }
      if (!event) return controller.close()
      controller.enqueue(bytesOf(event))
      index += 1
    },
  })
}
