export type ServerEvent = { [field: string]: unknown }

/** The damage to a stream: it breaks in the event after so many whole ones, never ends, or sends an error. */
export type StreamDamage = { cutAfter?: number; hangAfter?: number; errorAfter?: { events: number; body: ServerEvent } }

const encode = (event: ServerEvent): string => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`

/**
 * Writes server-sent events as providers do: one `event:` line, one `data:` line, one blank line; `write` replaces that for other forms, in
 * text or in bytes.
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
        // The half event must be sent before the connection breaks.
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
