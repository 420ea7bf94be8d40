/** Chunks as a body that is read on demand; `leave` is called first when the reader cancels. */
export function streamOf(chunks: AsyncIterator<Uint8Array>, leave?: () => unknown): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        leave?.()
        await chunks.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
